import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { holdOpen, untilWaiting } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import {
  buildApplicant,
  buildOperator,
  calls,
  journey,
  openSlot,
  passAssessment,
  passInterview,
} from "#server/testing/records/build-applicant.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

describe.runIf(isPostgres())("deleting an account does not wait in a ring with", () => {
  let t: TestApp
  let operator: TestPerson

  beforeAll(async () => {
    t = await openTestApp()
    operator = await buildOperator(t)
  })
  afterAll(() => t.close())

  type Reply = ReturnType<TestApp["request"]>

  /** Begins the deletion, then this, both before either can go on; then lets them. */
  async function besideDeletion(person: TestPerson, begin: () => Reply): Promise<void> {
    const release = await holdOpen(t.s.db, (tx) => lockAccount(tx, person.accountId))
    const deletion = t.request("DELETE", "/v1/account", { person, body: { password: person.password } })
    await untilWaiting(t.s.db, 1)
    const other = begin()
    await untilWaiting(t.s.db, 2)
    await release()
    const [deleted, answered] = await Promise.all([deletion, other])
    expect(deleted.statusCode, deleted.body).toBe(204)
    expect([200, 401, 403, 404, 409], answered.body).toContain(answered.statusCode)
  }

  async function applicant(): Promise<{ person: TestPerson; id: string }> {
    const person = await t.signUp({ isVerified: true })
    return { person, id: await buildApplicant(t, person) }
  }

  test("beginning and handing in an assessment", async () => {
    const one = await applicant()
    await until(async () => (await journey(t, one.person)).assessment?.state === "ready")
    await besideDeletion(one.person, () => t.request("POST", "/academy/assessment", { person: one.person, body: {} }))
    const { person } = await applicant()
    await until(async () => (await journey(t, person)).assessment?.state === "ready")
    const { data } = await calls(t, person, ["POST", "/academy/assessment"], {})
    await besideDeletion(person, () =>
      t.request("POST", `/academy/assessment/${data.id}/hand-in`, { person, body: {} }),
    )
  })

  test("booking an interview", async () => {
    const { person } = await applicant()
    await passAssessment(t, person, operator)
    const slotId = await openSlot(t, operator)
    await besideDeletion(person, () =>
      t.request("PUT", "/academy/interview", { person, body: { slotId, timeZone: "Africa/Lagos" } }),
    )
  })

  test("a decision", async () => {
    const { person, id } = await applicant()
    await passInterview(t, person, operator, id)
    await besideDeletion(person, () =>
      t.request("POST", `/operators/admissions/applications/${id}/decision`, {
        person: operator,
        body: { outcome: "admitted", reason: "Looked at together" },
      }),
    )
  })
})
