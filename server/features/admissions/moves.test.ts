import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { applicationMoves, applicationStatuses, mayMove } from "#contract/catalogue/applications.ts"
import { transact } from "#server/db/open.ts"
import { buildApplicant } from "#server/testing/build-applicant.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { lockedApplication, move } from "./moves.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

const pairs = applicationStatuses.flatMap((from) => applicationStatuses.map((to) => [from, to] as const))
const isInTable = (from: (typeof pairs)[number][0], to: (typeof pairs)[number][1]) =>
  applicationMoves[from].some((step) => step.to === to)

test("the database holds the same steps as the table", async () => {
  const rows = await t.s.db.selectFrom("applicationMoves").selectAll().execute()
  const held = rows.map(({ fromStatus, toStatus }) => `${fromStatus}>${toStatus}`).sort()
  const wanted = pairs.filter(([from, to]) => isInTable(from, to)).map(([from, to]) => `${from}>${to}`)
  expect(held).toEqual(wanted.sort())
})

test("the database refuses every step that is not in the table, and takes every one that is", async () => {
  const person = await t.signUp()
  const id = await buildApplicant(t, person)
  for (const [from, to] of pairs) {
    if (from === to) continue
    // The trigger is off while the start is put there, which no step may lead to.
    await transact(t.s.db, async (tx) => {
      await sql`alter table applications disable trigger applications_moves`.execute(tx)
      await tx.updateTable("applications").set({ status: from }).where("id", "=", id).execute()
      await sql`alter table applications enable trigger applications_moves`.execute(tx)
    })
    const step = t.s.db.updateTable("applications").set({ status: to }).where("id", "=", id).execute()
    const outcome = await step.then(
      () => true,
      () => false,
    )
    expect(outcome, `${from} to ${to}`).toBe(isInTable(from, to))
  }
})

test("an application begins as submitted", async () => {
  const { accountId } = await t.signUp()
  const row = { id: "made-up", accountId, stage: "applied", program: "p", programId: "p", paymentReference: "r" }
  const nothing = { cohortId: null, scholarship: null, waitlistedAt: null }
  const made = t.s.db
    .insertInto("applications")
    .values({ ...row, ...nothing, status: "admitted" })
    .execute()
  await expect(made).rejects.toThrow(/begins as submitted/)
})

describe("the service", () => {
  test("takes a step by the right hand only, and writes it down", async () => {
    const person = await t.signUp()
    const id = await buildApplicant(t, person)
    const take = (to: "declined" | "kit_sent" | "admitted", by: "server" | "operator") =>
      transact(t.s.db, async (tx) => move(t.s, tx, await lockedApplication(tx, id), to, { by }))
    await expect(take("declined", "server")).rejects.toMatchObject({ type: "step_not_allowed" })
    await expect(take("admitted", "operator")).rejects.toMatchObject({ type: "step_not_allowed" })
    await take("kit_sent", "server")
    const steps = await t.s.db.selectFrom("applicationSteps").select("status").where("applicationId", "=", id).execute()
    expect(steps.map(({ status }) => status)).toEqual(["submitted", "paid", "kit_sent"])
    expect(mayMove("paid", "kit_sent", "applicant")).toBe(false)
  })
})
