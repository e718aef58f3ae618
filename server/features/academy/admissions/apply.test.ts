import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import {
  buildApplicant,
  buildOperator,
  calls,
  journey,
  mailAbout,
  passInterview,
  saveCohort,
} from "#server/testing/records/build-applicant.ts"
import { check, play } from "#server/testing/records/payments.ts"
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
  const { id } = data.find((one: { programId: string; number: number }) => one.programId === program)
  await saveCohort(t, operator, id, change)
}

describe("who may apply", () => {
  const may = (person: TestPerson, slug = program) => checkMayApply(t.s, t.s.db, person.accountId, slug)

  test("a person with a confirmed address and no other application, for an open program", async () => {
    const person = await t.signUp({ isVerified: true })
    expect(await may(person)).toMatchObject({ number: 3 })
    await expect(may(person, "data_foundations")).rejects.toMatchObject({ type: "not_found" })
    await expect(may(await t.signUp())).rejects.toMatchObject({ type: "not_allowed" })
    await buildApplicant(t, person)
    await expect(may(person)).rejects.toMatchObject({ type: "application_open" })
  })

  test("nobody while no cohort is open or every seat is taken, and pages say so", async () => {
    const person = await t.signUp({ isVerified: true })
    const body = { item: `application:${program}`, ageConfirmed: true }
    const order = async () => {
      const reply = await t.request("POST", "/orders", { person, body })
      return [reply.statusCode, reply.json().type]
    }
    await setCohort({ seats: 0 })
    await expect(may(person)).rejects.toMatchObject({ type: "cohort_full" })
    expect(await order()).toEqual([409, "cohort_full"])
    await setCohort({ seats: 30, isOpen: false })
    await expect(may(person)).rejects.toMatchObject({ type: "cohort_closed" })
    expect(await order()).toEqual([409, "cohort_closed"])
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
    const mail = await mailAbout(t, person, /are open/)
    expect(mail.text).toContain("last mail")
    expect(mail.text).toContain(`/aworan-academy/program?programId=${program}`)
    const mails = (await t.request("GET", `/dev/mail.json?to=${person.email}`)).json<{ subject: string }[]>()
    expect(mails.filter(({ subject }) => /are open/.test(subject))).toHaveLength(1)
    const bad = await t.request("POST", "/academy/waitlist", { body: { program: "magic", email: person.email } })
    expect(bad.statusCode).toBe(404)
  })

  /** As a browser sends the form by itself. */
  const sendForm = (fields: Record<string, string>, url = "/academy/waitlist-form") =>
    t.app.inject({
      method: "POST",
      url,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(fields).toString(),
    })

  test("an address can be left without scripts, and the answer is a page", async () => {
    await setCohort({ isOpen: false })
    const person = await t.signUp()
    const kept = await sendForm({ program, email: person.email })
    expect([kept.statusCode, kept.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
    expect(kept.body).toContain(`We write to ${person.email} once, when applications open. A mail confirms it`)
    expect(kept.body).toContain(`href="/aworan-academy/program?programId=${program}"`)
    const refused = await sendForm({ program, email: "nobody" })
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain("Invalid email address")
    expect(refused.body).toContain("Back to the programs")
    await setCohort({ isOpen: true })
    await mailAbout(t, person, /are open/)
  })

  test("an address that waits is confirmed once, is counted for operators, and is taken off by a press of the mail's page", async () => {
    const person = await t.signUp()
    const locked = "data_foundations"
    const waitFor = () => t.request("POST", "/academy/waitlist", { body: { program: locked, email: person.email } })
    await waitFor()
    await waitFor()
    const { text } = await mailAbout(t, person, /You wait for Data Foundations/)
    const confirmed = (await t.request("GET", `/dev/mail.json?to=${person.email}`)).json<{ subject: string }[]>()
    expect(confirmed.filter(({ subject }) => /You wait/.test(subject))).toHaveLength(1)
    const waiting = async () =>
      (await calls(t, operator, ["GET", "/operators/admissions/cohorts"])).waiting[locked] as number | undefined
    expect(await waiting()).toBe(1)

    const link = new URL(/http\S+\/academy\/waitlist\/leave\S+/.exec(text)?.[0] ?? "")
    const page = await t.request("GET", `${link.pathname}${link.search}`)
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
    expect(page.body).toContain("Take my address off")
    // Looking at it changes nothing, as programs that check mails look at every link.
    expect(await waiting()).toBe(1)

    const leave = (fields: Record<string, string>) => sendForm(fields, "/academy/waitlist/leave")
    const fields = Object.fromEntries(link.searchParams)
    expect((await leave({ ...fields, key: "guessed" })).statusCode).toBe(404)
    expect(await waiting()).toBe(1)
    for (let times = 0; times < 2; times++) expect((await leave(fields)).body).toContain("Your address is off the list")
    expect(await waiting()).toBeUndefined()
  })

  test("an address that is left while applications are open is told at once", async () => {
    const person = await t.signUp()
    expect((await sendForm({ program, email: person.email })).body).toContain("Applications are open now")
    await mailAbout(t, person, /are open/)
  })
})

test("one address gets no flood of mails, whichever networks ask for it", async () => {
  const strict = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "1" }, hasWorker: false })
  const statuses: number[] = []
  for (let n = 1; n <= 6; n++) {
    const body = { program, email: n % 2 === 0 ? "Ada@example.com" : "ada@example.com" }
    const headers = { "x-forwarded-for": `203.0.113.${n}` }
    statuses.push((await strict.request("POST", "/academy/waitlist", { body, headers })).statusCode)
  }
  await strict.close()
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test("a fee that goes back takes the application with it, and the mail says so, before and after it was sent", async () => {
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person)
  const { paymentReference } = await t.s.db
    .selectFrom("applications")
    .select("paymentReference")
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  const taken = await transact(t.s.db, (tx) => takeApplicationBack(t.s, tx, paymentReference ?? ""))
  expect(taken).toBe("the application")
  expect((await journey(t, person)).application.status).toBe("withdrawn")
  const { text } = await mailAbout(t, person, /is closed/)
  expect(text).toContain("Your application fee goes back to you. Its order says once it was sent.")
  expect(text).not.toContain("returned")
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
  expect(await transact(t.s.db, (tx) => returnTuition(tx, "order"))).toMatch(
    /^the payment, which is open again; the learner keeps the place/,
  )
  expect(await tuitionStateOf(t.s, enrolment.id)).not.toBe("settled")
  expect(await may(person, "full")).toMatchObject({ amountMinor: 22_000_000 })
})

test("tuition that goes back after its place was ended opens nothing, and says so", async () => {
  const person = await t.signUp({ isVerified: true })
  const id = await buildApplicant(t, person)
  await passInterview(t, person, operator, id)
  await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/decision`], { outcome: "admitted" })
  const { enrolment } = await journey(t, person)
  const paid = { enrolmentId: enrolment.id, part: "full", orderReference: "another order" } as const
  await transact(t.s.db, (tx) => payTuition(t.s, tx, paid))
  await calls(t, operator, ["POST", `/operators/admissions/applications/${id}/withdrawal`], { note: "Asked for it" })
  expect(await transact(t.s.db, (tx) => returnTuition(tx, "another order"))).toBe("nothing: the place had ended")
  expect(await transact(t.s.db, (tx) => returnTuition(tx, "no order"))).toBe("nothing: it paid for no place")
})

describe("an order of the fee", () => {
  const order = (person: TestPerson, body: object) => t.request("POST", "/orders", { person, body })

  /** Pays an order with the provider that this machine plays. */
  async function pay(person: TestPerson, body: object) {
    const reply = await order(person, body)
    expect(reply.statusCode, reply.body).toBe(201)
    const { tx_ref } = reply.json().data
    const transactionId = await play(t, tx_ref, { outcome: "success", notices: 0 })
    const paid = await check(t, person, tx_ref, { transaction_id: transactionId })
    expect(paid.status).toBe("paid")
    return paid
  }

  test("asks for the age or a guardian, costs ₦10,000 for everybody, and makes the application once it is paid", async () => {
    const person = await t.signUp({ isVerified: true })
    const item = `application:${program}`
    for (const options of [
      {},
      { ageConfirmed: false },
      { guardian: { name: "Ngozi Obi", contact: "0803 000 0000" } },
    ]) {
      expect((await order(person, { item, options })).statusCode).toBe(400)
    }
    const guardian = { name: "Ngozi Obi", contact: "0803 000 0000", consent: true }
    const paid = await pay(person, { item, options: { guardian } })
    expect(paid).toMatchObject({ amount: 10_000, currency: "NGN", success: { next: { path: "/app" } } })
    expect((await journey(t, person)).application).toMatchObject({ programId: program })
    expect((await order(person, { item, options: { guardian } })).json()).toMatchObject({ type: "application_open" })
    const kept = await t.s.db.selectFrom("applicationGuardians").selectAll().execute()
    expect(kept).toMatchObject([{ name: "Ngozi Obi", accountId: person.accountId }])
  })

  test("takes age and guardian beside the item, and says there what is missing", async () => {
    const person = await t.signUp({ isVerified: true })
    const item = `application:${program}`
    const guardian = { name: "Ngozi Obi", contact: "0803 000 0000", consent: true }
    for (const [body, field] of [
      [{}, "ageConfirmed"],
      [{ ageConfirmed: false }, "ageConfirmed"],
      [{ ageConfirmed: "yes" }, "ageConfirmed"],
      [{ guardian: { ...guardian, consent: false } }, "guardian.consent"],
      [{ guardian: { ...guardian, name: "" } }, "guardian.name"],
      [{ options: { guardian: { ...guardian, name: "" } } }, "options.guardian.name"],
    ] as const) {
      const reply = await order(person, { item, ...body })
      expect(reply.statusCode, reply.body).toBe(400)
      expect(Object.keys(reply.json().fields)).toEqual([field])
    }
    expect(Object.keys((await order(person, { item: "credits:basic", ageConfirmed: true })).json().fields)).toEqual([
      "ageConfirmed",
    ])
    expect((await order(person, { item, ageConfirmed: true })).statusCode).toBe(201)
    await pay(person, { item, guardian })
    const kept = t.s.db.selectFrom("applicationGuardians").selectAll().where("accountId", "=", person.accountId)
    expect(await kept.execute()).toMatchObject([{ name: "Ngozi Obi", contact: "0803 000 0000" }])
  })

  test("takes the place by its first instalment, and the mailbox activates the portal", async () => {
    const person = await t.signUp({ isVerified: true })
    await pay(person, { item: "application:systems_intergration", options: { ageConfirmed: true } })
    const { application } = await journey(t, person)
    await passInterview(t, person, operator, application.id)
    const decision = `/operators/admissions/applications/${application.id}/decision`
    await calls(t, operator, ["POST", decision], { outcome: "admitted" })
    const { enrolment } = await journey(t, person)
    expect(await pay(person, { item: `tuition:${enrolment.id}:first` })).toMatchObject({ amount: 100_000 })
    expect(await journey(t, person)).toMatchObject({ application: { status: "enrolled" }, isActivated: false })

    const recovery = { email: person.email, url: `${t.s.config.publicUrl}/reset-password` }
    await t.request("POST", "/v1/account/recovery", { body: recovery })
    const { text } = await mailAbout(t, person, /Reset your/)
    const link = new URL(text.match(/https?:\S+reset-password\S+/)?.[0] ?? "")
    const [userId, secret] = [link.searchParams.get("userId"), link.searchParams.get("secret")]
    const password = "a quite new password"
    const body = { userId, secret, password, passwordAgain: password }
    expect((await t.request("PUT", "/v1/account/recovery", { body })).statusCode).toBe(200)
    const { isActivated } = await t.s.db
      .selectFrom("profiles")
      .select("isActivated")
      .where("accountId", "=", person.accountId)
      .executeTakeFirstOrThrow()
    expect(isActivated).toBe(true)
  })
})
