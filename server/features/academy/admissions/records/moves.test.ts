import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { applicationMoves, applicationStatuses, mayMove } from "#contract/catalogue/applications.ts"
import { transact } from "#server/db/open.ts"
import { buildApplicant } from "#server/testing/records/build-applicant.ts"
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
  const taken = await transact(t.s.db, async (tx) => {
    await sql.raw(tryEveryStep(id)).execute(tx)
    const { rows } = await sql<{ step: string }>`select step from taken_steps`.execute(tx)
    return rows.map(({ step }) => step)
  })
  const allowed = pairs.filter(([from, to]) => from === to || isInTable(from, to))
  expect(taken.sort()).toEqual(allowed.map(([from, to]) => `${from}>${to}`).sort())
})

/** Puts the application to every start, past the trigger, and tries every step from there; in one statement, for speed. */
function tryEveryStep(id: string): string {
  const list = `array[${applicationStatuses.map((status) => `'${status}'`).join(",")}]`
  return `do $$
    declare from_status text; to_status text;
    begin
      create temporary table taken_steps (step text) on commit drop;
      foreach from_status in array ${list} loop
        foreach to_status in array ${list} loop
          alter table applications disable trigger applications_moves;
          update applications set status = from_status where id = '${id}';
          alter table applications enable trigger applications_moves;
          begin
            update applications set status = to_status where id = '${id}';
            insert into taken_steps values (from_status || '>' || to_status);
          exception when check_violation then null;
          end;
        end loop;
      end loop;
    end $$`
}

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
