import type { PersonalData } from "#server/declarations/personal-data.ts"
import { fillSeats } from "./fill-seats-job.ts"
import { listInterviewsOf } from "./interviews/interview-queries.ts"
import { listTriesOf } from "./records/assessment-queries.ts"
import { deleteWaitingOf, listWaitingOf } from "./records/cohort-queries.ts"
import { listEnrolmentsOf, listPayments } from "./records/enrolment-queries.ts"
import { findGuardian, findPerson, listOfPerson, listSeatsOf, listSteps } from "./records/queries.ts"

/** The way into a program: applications with who agreed to them, answers, interviews, every place with its payments. */
export const admissionData: PersonalData = {
  async *records(s, { accountId }) {
    const person = await findPerson(s.db, accountId)
    const applications = []
    for (const application of await listOfPerson(s.db, accountId)) {
      const steps = await listSteps(s.db, application.id)
      applications.push({
        ...application,
        guardian: (await findGuardian(s.db, application.id)) ?? null,
        steps: steps.map(({ status, actor, note, at }) => ({ status, actor, note, at })),
      })
    }
    const enrolments = []
    for (const enrolment of await listEnrolmentsOf(s.db, accountId)) {
      enrolments.push({ ...enrolment, payments: await listPayments(s.db, enrolment.id) })
    }
    yield {
      name: "admissions.json",
      value: {
        applications,
        assessments: await listTriesOf(s.db, accountId),
        interviews: await listInterviewsOf(s.db, accountId),
        enrolments,
        waiting: await listWaitingOf(s.db, accountId, person?.email ?? null),
      },
    }
  },
  async erase(s, tx, accountId) {
    for (const cohortId of await listSeatsOf(tx, accountId)) await s.queue.enqueue(tx, fillSeats, { cohortId })
    const person = await findPerson(tx, accountId)
    if (person?.email) await deleteWaitingOf(tx, person.email)
  },
}
