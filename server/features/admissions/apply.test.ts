import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import {
  buildApplicant,
  buildOperator,
  calls,
  journey,
  mailAbout,
  passInterview,
} from "#server/testing/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { checkMayApply } from "./apply.ts"
import { takeApplicationBack } from "./decisions.ts"
import { checkMayPay, payTuition, returnTuition } from "./enrolments.ts"
import { tuitionStateOf } from "./service.ts"

let t: TestApp
let operator: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  operator = await buildOperator(t)
})
afterAll(() => t.close())

const program = "strategy_and_consulting"

async function setCohort(change: object): Promise<void> {
  const { data } = await calls(t, operator, ["GET", "/operators/admissions/cohorts"])
  const { id, ...now } = data.find((one: { programId: string; number: number }) => one.programId === program)
  await calls(t, operator, ["PUT", `/operators/admissions/cohorts/${id}`], { values: { ...now, ...change } })
}

describe("who may apply", () => {
  const check = (person: TestPerson, slug = program) => checkMayApply(t.s, t.s.db, person.accountId, slug)

  test("a person with a confirmed address and no other application, for an open program", async () => {
    const person = await t.signUp({ isVerified: true })
    expect(await check(person)).toMatchObject({ number: 3 })
    await expect(check(person, "data_foundations")).rejects.toMatchObject({ type: "not_found" })
    await expect(check(await t.signUp())).rejects.toMatchObject({ type: "not_allowed" })
    await buildApplicant(t, person)
    await expect(check(person)).rejects.toMatchObject({ type: "application_open" })
  })

  test("nobody while no cohort is open or every seat is taken, and pages say so", async () => {
    const person = await t.signUp({ isVerified: true })
    await setCohort({ seats: 0 })
    await expect(check(person)).rejects.toMatchObject({ type: "cohort_full" })
    await setCohort({ seats: 30, isOpen: false })
    await expect(check(person)).rejects.toMatchObject({ type: "cohort_closed" })
    const { data } = (await t.request("GET", "/academy/cohorts")).json()
    expect(data.find(({ programId }: { programId: string }) => programId === program).cohort.state).toBe("closed")
    expect(data.find(({ programId }: { programId: string }) => programId === "data_foundations")).toMatchObject({
      isLocked: true,
      cohort: null,
    })
  })

  test("those who asked are told once, when it opens", async () => {
    const person = await t.signUp()
    for (let times = 0; times < 2; times++) {
      await t.request("POST", "/academy/waitlist", { body: { program, email: person.email.toUpperCase() } })
    }
    await setCohort({ isOpen: true })
    expect((await mailAbout(t, person, /are open/)).text).toContain("only mail")
    const mails = (await t.request("GET", `/dev/mail.json?to=${person.email}`)).json<{ subject: string }[]>()
    expect(mails.filter(({ subject }) => /are open/.test(subject))).toHaveLength(1)
    const bad = await t.request("POST", "/academy/waitlist", { body: { program: "magic", email: person.email } })
    expect(bad.statusCode).toBe(404)
  })
})

test("a returned fee takes the application back, with the mail that says so", async () => {
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person)
  const { paymentReference } = await t.s.db
    .selectFrom("applications")
    .select("paymentReference")
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  await transact(t.s.db, (tx) => takeApplicationBack(t.s, tx, paymentReference ?? ""))
  expect((await journey(t, person)).application.status).toBe("withdrawn")
  await mailAbout(t, person, /is closed/)
})

test("tuition is paid by its owner, in order, and opens again when it is returned", async () => {
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person)
  await passInterview(t, person, operator, id)
  await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/decision`], { outcome: "admitted" })
  const { enrolment } = await journey(t, person)
  const may = (owner: TestPerson, part: "full" | "first" | "second") =>
    checkMayPay(t.s.db, owner.accountId, enrolment.id, part, t.s.now())
  await expect(may(operator, "full")).rejects.toMatchObject({ type: "not_found" })
  await expect(may(person, "second")).rejects.toMatchObject({ type: "step_not_allowed" })
  expect(await may(person, "full")).toMatchObject({ amountMinor: 22_000_000 })
  await transact(t.s.db, (tx) =>
    payTuition(t.s, tx, { enrolmentId: enrolment.id, part: "full", orderReference: "order" }),
  )
  expect(await tuitionStateOf(t.s, enrolment.id)).toBe("settled")
  await expect(may(person, "full")).rejects.toMatchObject({ type: "step_not_allowed" })
  await transact(t.s.db, (tx) => returnTuition(tx, "order"))
  expect(await tuitionStateOf(t.s, enrolment.id)).not.toBe("settled")
  expect(await may(person, "full")).toMatchObject({ amountMinor: 22_000_000 })
})
