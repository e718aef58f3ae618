import { expect } from "vitest"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { transact } from "#server/db/open.ts"
import { openApplication } from "#server/features/academy/admissions/apply.ts"
import { enrolmentOf, payTuition } from "#server/features/academy/admissions/enrolments.ts"
import { questionOf } from "#server/features/academy/admissions/questions.ts"
import { listCohorts } from "#server/features/academy/admissions/records/cohort-queries.ts"
import { newId } from "#server/platform/ids.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

/** A clock that a test moves. */
export function testClock(start: string): { now: () => Date; set: (moment: string) => void } {
  let moment = new Date(start)
  return {
    now: () => new Date(moment),
    set: (next) => {
      moment = new Date(next)
    },
  }
}

/** An operator, signed in; one who admits where nothing else is said. */
export async function buildOperator(t: TestApp, role: OperatorRole = "admissions") {
  const operator = await t.signUp({ isVerified: true })
  await t.s.db.insertInto("operators").values({ accountId: operator.accountId, role }).execute()
  return operator
}

/** Gives somebody a paid application, as a verified payment does. @returns its id */
export async function buildApplicant(
  t: TestApp,
  person: TestPerson,
  options: { programId?: string; guardian?: { name: string; contact: string } } = {},
): Promise<string> {
  const { programId = "systems_intergration", guardian = null } = options
  // Whoever ordered in time is in, also when applications closed meanwhile: for the newest cohort where none is open.
  const cohorts = (await listCohorts(t.s.db)).filter((cohort) => cohort.programId === programId)
  const cohortId = (cohorts.find(({ isOpen }) => isOpen) ?? cohorts[0])?.id
  const paid = { accountId: person.accountId, programId, cohortId, orderedAt: t.s.now() }
  const refusal = await transact(t.s.db, (tx) =>
    openApplication(t.s, tx, { ...paid, orderReference: newId(), guardian }),
  )
  expect(refusal).toBeNull()
  const { id } = await t.s.db
    .selectFrom("applications")
    .select("id")
    .where("accountId", "=", person.accountId)
    .orderBy("sequence", "desc")
    .executeTakeFirstOrThrow()
  return id
}

/** Calls and expects this status; what the office changes for admissions gets a reason. @returns the answer */
export async function calls(
  t: TestApp,
  person: TestPerson,
  [method, url]: ["GET" | "POST" | "PUT" | "PATCH" | "DELETE", string],
  body?: object,
  status = 200,
) {
  const isAdminChange = method !== "GET" && url.startsWith("/operators/admissions/")
  const isDeclining = body !== undefined && "outcome" in body && body.outcome === "declined"
  const why = isDeclining ? { declineReason: "fit" } : {}
  const sent = isAdminChange ? { reason: "Looked at together", ...why, ...body } : body
  const reply = await t.request(method, url, { person, ...(sent ? { body: sent } : {}) })
  expect(reply.statusCode, `${method} ${url}: ${reply.body}`).toBe(status)
  return reply.json()
}

/** Changes a cohort as an operator does who looks at it, and at whom that concerns, just now. */
export async function saveCohort(t: TestApp, operator: TestPerson, id: string, change: object): Promise<void> {
  const { data } = await calls(t, operator, ["GET", "/operators/admissions/cohorts"])
  const cohort = data.find((one: { id: string }) => one.id === id)
  const values = { ...cohort, ...change }
  const effect = await calls(t, operator, ["POST", `/operators/admissions/cohorts/${id}/preview`], { values })
  const body = { values, version: cohort.version, people: effect.data.people }
  await calls(t, operator, ["PUT", `/operators/admissions/cohorts/${id}`], body)
}

/** What is right of every choice, and some words: full marks from the machine. */
function goodAnswer({ id, kind }: { id: string; kind: string }): string | string[] {
  const question = questionOf(id)
  if (!question || !("choices" in question)) return kind === "text" ? "Because the owner can check it." : ""
  const right = question.choices.filter(({ isRight }) => isRight).map((choice) => choice.id)
  return kind === "several" ? right : (right[0] ?? "")
}

/** Takes the assessment and has it marked. The application is assessed afterwards. */
export async function passAssessment(t: TestApp, person: TestPerson, operator: TestPerson): Promise<void> {
  await until(async () => (await journey(t, person)).assessment?.state === "ready")
  const { data } = await calls(t, person, ["POST", "/academy/assessment"], {})
  for (const question of data.questions) {
    const path = `/academy/assessment/${data.id}/answers/${question.id}`
    await calls(t, person, ["PUT", path], { value: goodAnswer(question), revision: 1 })
  }
  await calls(t, person, ["POST", `/academy/assessment/${data.id}/hand-in`], {})
  const sheet = (await calls(t, operator, ["GET", `/operators/admissions/assessments/${data.id}`])).data
  const marks = sheet.questions
    .filter(({ given }: { given: number | null }) => given === null)
    .map(({ id, points }: { id: string; points: number }) => ({ questionId: id, points }))
  await calls(t, operator, ["PUT", `/operators/admissions/assessments/${data.id}/marks`], { marks })
}

/** Opens one interview time that is far enough away. @returns its id */
export async function openSlot(
  t: TestApp,
  operator: TestPerson,
  hoursAway = 72,
  program: string | null = null,
): Promise<string> {
  const moment = new Date(t.s.now().getTime() + hoursAway * 3_600_000).toISOString()
  const [day = "", time = ""] = [moment.slice(0, 10), moment.slice(11, 16)]
  const place = `https://meet.example.com/${newId()}`
  const body = { day, times: [time], timeZone: "UTC", minutes: 30, place, program }
  await calls(t, operator, ["POST", "/operators/admissions/slots"], body, 201)
  const { data } = await calls(t, operator, ["GET", "/operators/admissions/slots"])
  return data.find((slot: { place: string }) => slot.place === place).id
}

/** Brings a paid applicant to the point where the academy decides. */
export async function passInterview(
  t: TestApp,
  person: TestPerson,
  operator: TestPerson,
  id: string,
  notes: { remarks?: string; score?: number } = {},
): Promise<void> {
  await passAssessment(t, person, operator)
  const slotId = await openSlot(t, operator)
  await calls(t, person, ["PUT", "/academy/interview"], { slotId, timeZone: "Africa/Lagos" })
  await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/interview`], {
    ...notes,
    outcome: "held",
  })
}

/** Admits a paid applicant and pays the tuition, all of it or its first instalment. @returns the enrolment's id */
export async function enrol(
  t: TestApp,
  { person, operator, id }: { person: TestPerson; operator: TestPerson; id: string },
  part: "full" | "first" = "full",
): Promise<string> {
  await passInterview(t, person, operator, id)
  await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/decision`], { outcome: "admitted" })
  const enrolmentId = (await enrolmentOf(t.s.db, person.accountId))?.id ?? ""
  const order = { enrolmentId, part, orderReference: `order-${id}-${part}` }
  expect(await transact(t.s.db, (tx) => payTuition(t.s, tx, order))).toBeNull()
  return enrolmentId
}

/** The person's own way into a program. */
export async function journey(t: TestApp, person: TestPerson) {
  return (await calls(t, person, ["GET", "/academy/journey"])).data
}

/** Waits for a mail with this subject. */
export async function mailAbout(t: TestApp, person: TestPerson, subject: RegExp) {
  return until(async () => {
    const reply = await t.request("GET", `/dev/mail.json?to=${encodeURIComponent(person.email)}`)
    return reply.json<{ subject: string; text: string; html: string }[]>().find((mail) => subject.test(mail.subject))
  })
}
