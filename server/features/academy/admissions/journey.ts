import type { Journey } from "#contract/academy/admissions.ts"
import { mayMove } from "#contract/catalogue/applications.ts"
import type { Services } from "#server/declarations/services.ts"
import { academyRecordOf } from "#server/features/identity/profiles/service.ts"
import { hasPurchased } from "#server/features/money/credits/service.ts"
import { paymentsOnTheirWay } from "#server/features/money/payments/service.ts"
import { hasPicture } from "#server/features/studio/generations/service.ts"
import { summaryOf } from "./assessments.ts"
import { toView } from "./cohorts/cohorts.ts"
import { dayOf } from "./cohorts/days.ts"
import { viewEnrolment } from "./enrolments/tuition.ts"
import { findBooked } from "./interviews/interview-queries.ts"
import { viewInterview } from "./interviews/interviews.ts"
import { findCohort } from "./records/cohort-queries.ts"
import { findOfApplication } from "./records/enrolment-queries.ts"
import { type Application, findPerson, findPresent, listBeside, listSteps } from "./records/queries.ts"

/** All that a person's dashboard shows of the way into a program. */
export async function journeyOf(s: Services, accountId: string): Promise<Journey> {
  const application = await findPresent(s.db, accountId)
  const [person, record] = [await findPerson(s.db, accountId), await academyRecordOf(s.db, accountId)]
  return {
    checklist: {
      isConfirmed: person?.isEmailVerified ?? false,
      hasPicture: await hasPicture(s.db, accountId),
      hasBought: await hasPurchased(s.db, accountId),
    },
    isActivated: record?.isActivated ?? false,
    paymentsOnTheirWay: await paymentsOnTheirWay(s.db, accountId),
    ...(application
      ? await partsOf(s, application)
      : { application: null, assessment: null, interview: null, enrolment: null, others: [] }),
  }
}

async function partsOf(s: Services, application: Application) {
  const booked = await findBooked(s.db, application.id)
  const others = []
  for (const other of await listBeside(s.db, application)) others.push(await viewApplication(s, other))
  return {
    ...(await viewApplication(s, application)),
    assessment: await summaryOf(s, application),
    interview: booked ? viewInterview(booked, s.now()) : null,
    others,
  }
}

/** An application with its place. */
async function viewApplication(s: Services, application: Application) {
  const [steps, cohort, enrolment] = [
    await listSteps(s.db, application.id),
    application.cohortId ? await findCohort(s.db, application.cohortId) : undefined,
    await findOfApplication(s.db, application.id),
  ]
  const { id, status, program, programId } = application
  return {
    application: {
      id,
      status,
      program,
      programId,
      cohort: cohort ? toView(cohort, dayOf(s.now())) : null,
      steps: steps.map((step) => ({ status: step.status, at: step.at.toISOString(), note: step.note })),
      canWithdraw: mayMove(status, "withdrawn", "applicant"),
    },
    enrolment: enrolment ? await viewEnrolment(s.db, s.now(), enrolment) : null,
  }
}
