import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { ModelStore } from "#server/adapters/image-engine/port.ts"
import { transact } from "#server/db/open.ts"
import { sweepMedia } from "#server/media/sweep.ts"
import { buildShot } from "#server/testing/records/build-records.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { commands, runAdmin } from "./commands.ts"

let dir: string
let t: TestApp

/** A model that is there as soon as it is asked for. */
let isAdded = false
const models: ModelStore = {
  offers: [{ id: "cut-out", title: "A cut-out model", downloadBytes: 1, diskBytes: 1, facts: ["It cuts out."] }],
  find: async () => (isAdded ? "added" : null),
  async add() {
    isAdded = true
  },
  async remove() {
    const wasAdded = isAdded
    isAdded = false
    return wasAdded
  },
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "aworan-admin-log-"))
  t = await openTestApp({ replace: { models } })
})
afterAll(async () => {
  await t.close()
  rmSync(dir, { recursive: true, force: true })
})

async function admin(...args: string[]): Promise<number> {
  return runAdmin({ s: t.s, say: () => {} }, args)
}

/** Lines of the operators' log, oldest first. */
async function lines() {
  const read = t.s.db.selectFrom("operatorLog").select(["action", "operatorId", "operatorName", "subjectId", "reason"])
  return read.orderBy("id").execute()
}

/** A person, and an owner beside them, so that a role may end. */
async function person() {
  const one = await t.signUp({ isVerified: true })
  await admin("operator", "add", (await t.signUp({ isVerified: true })).email)
  return one
}

async function ownCopy(): Promise<string> {
  const one = await t.signUp({ isVerified: true })
  const path = join(dir, "copy.zip")
  writeFileSync(path, (await t.request("GET", "/v1/account/export", { person: one })).rawPayload)
  return path
}

/** A project of Appwrite without anybody in it. */
function emptyProject(): string {
  const folder = join(dir, "project")
  mkdirSync(join(folder, "storage"), { recursive: true })
  for (const name of ["users", "databases", "buckets"]) {
    const path = join(folder, name === "buckets" ? "storage/buckets.json" : `${name}.json`)
    writeFileSync(path, JSON.stringify({ [name]: [], total: 0 }))
  }
  return folder
}

/** Work that nobody begins while the test goes on. */
function waitingJob(): Promise<string> {
  return transact(t.s.db, (tx) => t.s.queue.enqueue(tx, sweepMedia, {}, { delaySeconds: 86_400 }))
}

async function undeliveredMail(): Promise<string> {
  const id = "lost"
  const mail = { id, job: "review.notice", payload: JSON.stringify({}), outcome: "given_up" as const, reason: "Away" }
  await t.s.db
    .insertInto("undeliveredMails")
    .values({ ...mail, accountId: null, resentAt: null })
    .execute()
  return id
}

/** For every act of every command, words after which it did something. Those that only read are here as well. */
const examples: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  check: async () => [],
  backup: async () => [join(dir, "backup")],
  "operator add": async () => [(await person()).email, "support"],
  "operator remove": async () => {
    const { email } = await person()
    await admin("operator", "add", email)
    return [email]
  },
  "operator link": async () => ["finance"],
  "operator reset-factor": async () => {
    const { email, accountId } = await person()
    await t.s.db.updateTable("accounts").set({ secondFactorAt: new Date() }).where("id", "=", accountId).execute()
    return [email, "Lost the phone"]
  },
  operators: async () => [],
  "credits grant": async () => [(await person()).email, "12", "Sorry"],
  block: async () => [(await person()).email, "Sold fakes"],
  takedown: async () => [await buildShot(t, (await person()).accountId, { isPublic: true }), "Not theirs"],
  "mail list": async () => [],
  "mail resend": async () => [await undeliveredMail()],
  jobs: async () => [],
  "jobs retry": async () => [await waitingJob()],
  "jobs drop": async () => [await waitingJob()],
  verify: async () => [],
  "models list": async () => [],
  "models add": async () => ["cut-out", "agreed"],
  "models remove": async () => ["cut-out"],
  "import person": async () => [await ownCopy()],
  "import appwrite": async () => [emptyProject(), "shop"],
}

const acts = [...commands].flatMap(([name, { acts: own }]) =>
  Object.entries(own).map(([word, { logs }]) => ({ typed: word ? `${name} ${word}` : name, logs })),
)

test("has an example of every act", () => {
  expect(Object.keys(examples).sort()).toEqual(acts.map(({ typed }) => typed).sort())
})

test.each(acts.filter(({ logs }) => logs === null))(
  "$typed only reads, and writes no line of the log",
  async ({ typed }) => {
    const words = (await examples[typed]?.()) ?? []
    const before = await lines()
    expect(await admin(...typed.split(" "), ...words)).toBeLessThan(2)
    expect(await lines()).toEqual(before)
  },
)

test.each(acts.filter(({ logs }) => logs !== null))("$typed is in the operators' log", async ({ typed, logs }) => {
  const words = (await examples[typed]?.()) ?? []
  const before = await lines()
  expect(await admin(...typed.split(" "), ...words)).toBe(0)
  const [added, ...more] = (await lines()).slice(before.length)
  expect(more).toEqual([])
  expect([logs].flat()).toContain(added?.action)
  expect(added).toMatchObject({ operatorId: null, operatorName: "npm run admin" })
})

test("a project that is only looked at, or does not answer, writes no line", async () => {
  const before = await lines()
  expect(await admin("import", "appwrite", emptyProject(), "shop", "--look")).toBe(0)
  expect(await admin("import", "appwrite", join(dir, "nowhere"), "shop")).toBe(2)
  expect(await lines()).toEqual(before)
})
