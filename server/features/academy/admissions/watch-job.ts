import { z } from "zod"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { thingOf } from "#contract/catalogue/order-things.ts"
import { addDays } from "#contract/catalogue/tuition.ts"
import { transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { isPaymentUnderWay } from "#server/features/money/payments/service.ts"
import { closeOverdue } from "./assessments.ts"
import { dayOf } from "./cohorts/days.ts"
import { withdraw } from "./decisions.ts"
import { reminderOf } from "./enrolments/tuition.ts"
import { hasLapsed } from "./enrolments.ts"
import { listBookedBetween } from "./interviews/interview-queries.ts"
import { lettered } from "./interviews/interviews.ts"
import { listDue, listOfferedAfter } from "./records/enrolment-queries.ts"
import { lockApplicant } from "./records/moves.ts"
import { claimEmail } from "./records/queries.ts"
import { queueEmail } from "./sending/email-job.ts"

const hourMs = 3_600_000

/** Does what is due by the clock: ends assessments, reminds of interviews and tuition, gives up places nobody took. */
export const watchAdmissions = job({
  name: "admissions.watch",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 240,
  concurrency: () => 1,
  schedule: "*/5 * * * *",

  async run(s) {
    await closeOverdue(s)
    await remindOfInterviews(s)
    await remindOfTuition(s)
    await giveUpPlaces(s)
  },
})

/** A day and an hour before; who booked within the day hears an hour before only. */
async function remindOfInterviews(s: Services): Promise<void> {
  const now = s.now()
  const before = admissionRules.interviewReminderHours
  const soon = new Date(now.getTime() + before.day * hourMs)
  for (const interview of await listBookedBetween(s.db, now, soon)) {
    const hours = (interview.startsAt.getTime() - now.getTime()) / hourMs
    const name = hours <= before.hour ? "hour" : "day"
    const bookedBefore = (interview.startsAt.getTime() - interview.bookedAt.getTime()) / hourMs
    if (name === "day" && bookedBefore < before.day) continue
    await transact(s.db, async (tx) => {
      const key = `interview-${name}-${interview.id}-${interview.revision}`
      if (!(await claimEmail(tx, interview.applicationId, key, now))) return
      const application = { id: interview.applicationId, accountId: interview.accountId }
      await queueEmail(s, tx, application, { name: "interview-reminder", interview: lettered(interview) })
    })
  }
}

/** Before a payment is due, when it is late, and when lessons are locked; each once for every day that it is due on. */
async function remindOfTuition(s: Services): Promise<void> {
  const now = s.now()
  const today = dayOf(now)
  const horizon = addDays(today, Math.max(...admissionRules.tuitionReminderDays))
  for (const { applicationId, accountId, part, dueOn } of await listDue(s.db, horizon)) {
    const due = reminderFor(dueOn, today)
    await transact(s.db, async (tx) => {
      if (!(await claimEmail(tx, applicationId, `${reminderOf(part)}${dueOn}-${due.key}`, now))) return
      await queueEmail(s, tx, { id: applicationId, accountId }, { name: due.letter })
    })
  }
}

function reminderFor(dueOn: string, today: string): { key: string; letter: "tuition-reminder" | "tuition-overdue" } {
  if (today > addDays(dueOn, admissionRules.graceDays)) return { key: "locked", letter: "tuition-overdue" }
  if (today > dueOn) return { key: "overdue", letter: "tuition-overdue" }
  const days = [...admissionRules.tuitionReminderDays].sort((one, other) => one - other)
  const passed = days.find((before) => today >= addDays(dueOn, -before))
  return { key: `before-${passed}`, letter: "tuition-reminder" }
}

async function giveUpPlaces(s: Services): Promise<void> {
  for (const { id, accountId, applicationId } of await listOfferedAfter(s.db, dayOf(s.now()))) {
    await transact(s.db, async (tx) => {
      const isThere = await lockApplicant(tx, applicationId)
      // A payment that came first has taken the place.
      if (!isThere || !(await hasLapsed(tx, applicationId, s.now()))) return
      // Nor does one that is on its way lose it, as long as the provider is asked about it.
      if (await isPaymentUnderWay(tx, accountId, thingOf(`tuition:${id}:full`))) return
      await withdraw(s, tx, applicationId, { by: "server", note: "The place was not taken by the last day for it." })
    })
  }
}
