import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { pino } from "pino"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Storage } from "#server/adapters/storage/port.ts"
import { openPostgres, transact } from "#server/db/open.ts"
import { grant } from "#server/features/money/credits/service.ts"
import { readConfig } from "#server/settings/config.ts"
import { createEmptyPostgres, isPostgres } from "#server/testing/databases/test-database.ts"
import {
  type RunningProcess,
  runProgram,
  signUpAt,
  startProcess,
  unpackDatabase,
} from "#server/testing/processes/processes.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { runAdmin } from "./commands.ts"
import { restoreBackup } from "./restore.ts"
import { verifyAll } from "./verify.ts"

let dir: string
let t: TestApp
let person: TestPerson
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "aworan-admin-"))
  t = await openTestApp()
  person = await t.signUp({ credits: 50 })
})
afterAll(async () => {
  await t.close()
  rmSync(dir, { recursive: true, force: true })
})

async function admin(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = []
  const code = await runAdmin({ s: t.s, say: (line) => lines.push(line) }, args)
  return { code, said: lines.join("\n") }
}

/** What the operators' log says of the last thing done at the machine itself. */
function lastLogLine() {
  return t.s.db
    .selectFrom("operatorLog")
    .select(["action", "reason", "subjectId"])
    .where("operatorName", "=", "npm run admin")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
}

const order = { prompt: "a clay pot", aspect_ratio: "1:1" }
const draw = () => t.request("POST", "/image-gen-with-flux-1.1", { person, body: order })

describe("npm run admin", () => {
  test("lists who has a role, and invitations that wait", async () => {
    const none = await admin("operators")
    expect([none.code, none.said]).toEqual([0, expect.stringContaining("Nobody has a role yet")])
    const helper = await t.signUp({ isVerified: true })
    await admin("operator", "add", helper.email, "teacher")
    await admin("operator", "link", "finance")
    const { said } = await admin("operators")
    expect(said).toMatch(new RegExp(`^${helper.email} \\(.+\\): teacher of no cohort, two-step sign-in off$`, "m"))
    expect(said).toMatch(/^Invitation as finance, by this machine, until \d{4}-\d\d-\d\d$/m)
    await admin("operator", "remove", helper.email)
    await t.s.db.deleteFrom("operatorInvites").execute()
  })

  test("tells what it can do, and that it does not know a word", async () => {
    const { code, said } = await admin("dance")
    expect(code).toBe(2)
    for (const word of [
      "check",
      "backup",
      "restore",
      "operator",
      "credits",
      "block",
      "takedown",
      "mail",
      "jobs",
      "verify",
    ]) {
      expect(said).toContain(`  ${word}`)
    }
  })

  test("checks every part, and tells of a wrong key", async () => {
    const { code, said } = await admin("check")
    expect(said).not.toContain("FAILED")
    expect(code).toBe(0)
    await sql`update installation set value = 'another' where name = 'key-fingerprint'`.execute(t.s.db)
    const wrong = await admin("check")
    expect(wrong.code).toBe(1)
    expect(wrong.said).toMatch(/FAILED {2}key .*not the key with which this database was begun/)
    await sql`delete from installation where name = 'key-fingerprint'`.execute(t.s.db)
  })

  test("makes and unmakes operators, and keeps one owner", async () => {
    expect(await admin("operator", "add", "nobody@example.com")).toMatchObject({ code: 2, said: /no account/ })
    expect((await admin("operator", "add", person.email)).code).toBe(0)
    const role = async () => (await t.request("GET", "/operators/me", { person })).json().data.role
    expect(await role()).toBe("owner")
    expect(await admin("operator", "remove", person.email)).toMatchObject({ code: 2, said: /only owner/ })
    expect(await admin("operator", "add", person.email, "support")).toMatchObject({ code: 2, said: /only owner/ })
    const other = await t.signUp()
    const { said } = await admin("operator", "link", "support")
    const token = said.match(/token=(\w+)/)?.[1]
    const claimed = await t.request("POST", "/operators/claim", { person: other, body: { token } })
    expect(claimed.json()).toEqual({ data: { role: "support" } })
    expect(await admin("operator", "reset-factor", other.email)).toMatchObject({ code: 2, said: /no second factor/ })
    await t.s.db.updateTable("accounts").set({ secondFactorAt: new Date() }).where("id", "=", other.accountId).execute()
    expect((await admin("operator", "reset-factor", other.email, "Lost", "it")).code).toBe(0)
    expect(await lastLogLine()).toMatchObject({ action: "people.resetFactor", reason: "Lost it" })
    expect(await admin("operator", "add", other.email, "king")).toMatchObject({ code: 2, said: /A role is one of/ })
    expect((await admin("operator", "add", other.email)).code).toBe(0)
    expect((await admin("operator", "remove", person.email)).code).toBe(0)
    expect(await role()).toBeNull()
  })

  test("gives credits with a note, once for each call", async () => {
    const before = (await t.request("GET", "/credits", { person })).json().data.credits
    expect((await admin("credits", "grant", person.email, "12")).code).toBe(2)
    expect((await admin("credits", "grant", person.email, "1.5", "x")).code).toBe(2)
    expect(await admin("credits", "grant", person.email, "12", "Sorry", "for", "the", "wait")).toMatchObject({
      code: 0,
    })
    expect((await t.request("GET", "/credits", { person })).json().data.credits).toBe(before + 12)
    expect(await lastLogLine()).toEqual({
      action: "credits.grant",
      reason: "Sorry for the wait",
      subjectId: person.accountId,
    })
  })

  test("blocks and lets in again", async () => {
    const guest = await t.signUp()
    expect(await admin("block", guest.email)).toMatchObject({ code: 2, said: /reason/ })
    expect((await admin("block", guest.email, "Sold", "fakes")).code).toBe(0)
    expect(await lastLogLine()).toEqual({ action: "people.block", reason: "Sold fakes", subjectId: guest.accountId })
    expect((await t.request("GET", "/v1/account", { person: guest })).statusCode).toBe(401)
    const body = { email: guest.email, password: guest.password }
    expect((await t.request("POST", "/v1/account/sessions/email", { body })).json().type).toBe("user_blocked")
    await admin("block", guest.email, "--off", "Sorted", "out")
    expect((await t.request("POST", "/v1/account/sessions/email", { body })).statusCode).toBe(201)
  })

  test("never blocks an owner", async () => {
    const owner = await t.signUp()
    await admin("operator", "add", owner.email)
    expect(await admin("block", owner.email, "By mistake")).toMatchObject({ code: 2, said: /owner/ })
    expect((await t.request("GET", "/v1/account", { person: owner })).statusCode).toBe(200)
  })

  test("takes a picture down for everybody but its owner", async () => {
    const id = (await draw()).json().job.pictures[0].id as string
    expect((await t.request("GET", `/pictures/${id}`)).statusCode).toBe(200)
    const address = `http://localhost:3000/pictures/${id}`
    expect(await admin("takedown", address)).toMatchObject({ code: 2, said: /reason/ })
    expect((await admin("takedown", address, "A", "copied", "mark")).code).toBe(0)
    expect(await lastLogLine()).toEqual({
      action: "review.takeDown",
      reason: "A copied mark",
      subjectId: person.accountId,
    })
    const strikes = await t.s.db
      .selectFrom("takedowns")
      .select("reason")
      .where("accountId", "=", person.accountId)
      .execute()
    expect(strikes).toEqual([{ reason: "A copied mark" }])
    expect((await t.request("GET", `/pictures/${id}`)).statusCode).toBe(404)
    expect((await t.request("GET", `/pictures/${id}`, { person })).statusCode).toBe(200)
    expect(await admin("takedown", "nothing", "At all")).toMatchObject({ code: 2, said: /no picture/ })
  })

  test("lists work in line and drops what has not started", async () => {
    await transact(t.s.db, (tx) =>
      t.s.queue.enqueue(
        tx,
        { name: "contact.sheet" } as Parameters<typeof t.s.queue.enqueue>[1],
        { id: "x" },
        { delaySeconds: 600 },
      ),
    )
    expect((await admin("jobs")).said).toMatch(/contact\.sheet +created +1 +oldest \d+ s/)
    expect((await admin("jobs", "retry", "contact.nothing")).said).toBe("0 jobs may start now.")
    expect((await admin("jobs", "drop", "contact.sheet")).said).toBe("1 jobs dropped.")
    expect((await admin("jobs")).said).not.toContain("contact.sheet")
  })

  test("lets work begin whose pause is not over", async () => {
    const guest = await t.signUp()
    const id = await transact(t.s.db, (tx) =>
      t.s.queue.enqueue(
        tx,
        { name: "accounts.sweep" } as Parameters<typeof t.s.queue.enqueue>[1],
        {},
        { delaySeconds: 600, person: guest.accountId },
      ),
    )
    const stateOf = async () => (await t.s.queue.boss.findJobs("accounts.sweep", { id }))[0]?.state
    expect(await stateOf()).toBe("created")
    expect((await admin("jobs", "retry", id)).said).toBe("1 jobs may start now.")
    await until(async () => (await stateOf()) === "completed")
  })

  test("lists mails that did not arrive, and sends one of them again", async () => {
    const guest = await t.signUp()
    const lost = { id: "lost-1", job: "accounts.mail-changed", accountId: guest.accountId, createdAt: new Date() }
    await t.s.db
      .insertInto("undeliveredMails")
      .values({ ...lost, payload: "{}", outcome: "refused", reason: "550 no such mailbox", resentAt: null })
      .execute()
    expect((await admin("mail", "list")).said).toMatch(/^lost-1 .* refused .*550 no such mailbox\n1 mails$/)
    expect((await admin("mail", "resend")).code).toBe(2)
    expect((await admin("mail", "resend", "lost-2")).said).toBe("0 mails are in line again.")
    expect((await admin("mail", "resend", "lost-1")).said).toBe("1 mails are in line again.")
    expect((await admin("mail", "list")).said).toContain("sent again")
    expect((await admin("mail", "resend", "all")).said).toBe("0 mails are in line again.")
  })

  test("verifies the ledger and the files, and finds what is wrong", async () => {
    await draw()
    expect(await admin("verify")).toMatchObject({ code: 0, said: /ledger +adds up/ })
    const { storageKey } = await t.s.db.selectFrom("generations").select("storageKey").executeTakeFirstOrThrow()
    const bytes = readFileSync(join(t.s.config.dataDir, "files", storageKey))
    await t.s.storage.put(storageKey, bytes.subarray(1), "image/webp")
    await t.s.storage.put("pictures/stray/one", Buffer.from("x"), "text/plain")
    await sql`update credit_accounts set available = available + 1 where account_id = ${person.accountId}`.execute(
      t.s.db,
    )
    const { code, said } = await admin("verify")
    expect(code).toBe(1)
    expect(said).toContain(
      `generations_with_trash: ${storageKey} has ${bytes.length - 1} bytes in storage, ${bytes.length} by its row`,
    )
    expect(said).toContain("pictures/stray/one is in storage, and no row names it")
    expect(said).toContain(`balance of ${person.accountId} is`)
    await t.s.storage.put(storageKey, bytes, "image/webp")
    await t.s.storage.remove("pictures/stray/one")
    await sql`update credit_accounts set available = available - 1 where account_id = ${person.accountId}`.execute(
      t.s.db,
    )
    expect((await admin("verify")).code).toBe(0)
  })

  test("takes nothing for lost or left over that comes or goes while it looks", async () => {
    await draw()
    const { storage, db } = t.s
    const { id, storageKey } = await db.selectFrom("generations").select(["id", "storageKey"]).executeTakeFirstOrThrow()
    const racing: Storage = {
      ...storage,
      async size(key) {
        if (key === storageKey) await db.deleteFrom("generations").where("id", "=", id).execute()
        return key === storageKey ? null : storage.size(key)
      },
      async *list() {
        await draw()
        yield* storage.list()
        yield { key: "pictures/ab/gone/original.webp", size: 1 }
      },
    }
    const lines: string[] = []
    const isWell = await verifyAll({ s: { ...t.s, storage: racing }, say: (line) => lines.push(line) })
    expect([isWell, ...lines], lines.join("\n")).toContain("orphans   0")
    expect(isWell).toBe(true)
  })
})

describe("a backup", () => {
  const log = pino({ level: "silent" })
  const restored = (settings: Record<string, string> = {}) =>
    readConfig({ ENGINE: "fake", DATA_DIR: join(dir, `restored-${Math.random()}`), ...settings }, { threads: 1 })
  /** Where nothing depends on the database being made while the backup is restored, which takes ten seconds. */
  const restoredWithDatabase = () => {
    const config = restored()
    unpackDatabase(config.dataDir)
    return config
  }

  test("made while people write is restored elsewhere, whole, and copies files only once", async () => {
    const folder = join(dir, "backup")
    // Line breaks that only some programs know, as pasted from a document.
    const prompt = "a clay pot\u2028on a mat\u2029in the sun\u0085and\u000brain"
    const order = { prompt, aspect_ratio: "1:1" }
    const pasted = (await t.request("POST", "/image-gen-with-flux-1.1", { person, body: order })).json().job
    expect(pasted.prompt).toContain("\u2028")
    let isDone = false
    const writing = (async () => {
      const writer = await t.signUp()
      for (let n = 0; !isDone; n++) {
        const movement = { accountId: writer.accountId, amount: 1, purpose: `w:${writer.accountId}:${n}`, note: "w" }
        await transact(t.s.db, (tx) => grant(tx, movement))
      }
    })()
    const first = await admin("backup", folder)
    isDone = true
    await writing
    expect(first).toMatchObject({ code: 0, said: /backup in .* is whole/ })
    const { job } = (await draw()).json()
    const copied = () =>
      readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
        .length
    const before = copied()
    const { said } = await admin("backup", folder)
    // A picture and two smaller ones. What was shown while one was drawn comes and goes beside it, sooner or later.
    const [, added, gone] = /files +\d+ of \d+ bytes, (\d+) of them new, (\d+) gone/.exec(said)?.map(Number) ?? []
    expect(added).toBeGreaterThanOrEqual(3)
    expect((added ?? 0) - (gone ?? 0)).toBe(copied() - before)

    const targets = isPostgres()
      ? [restoredWithDatabase(), restored({ DATABASE_URL: await createEmptyPostgres() })]
      : [restored()]
    for (const config of targets) {
      const lines: string[] = []
      const isWhole = await restoreBackup(config, log, folder, (line) => lines.push(line))
      expect(isWhole, lines.join("\n")).toBe(true)
      await expect(restoreBackup(config, log, folder, () => {})).rejects.toThrow("There are accounts here already")
      if (config.database.kind !== "postgres") continue
      const { db, close } = openPostgres(config.database.url)
      for (const { pictures, prompt } of [job, pasted]) {
        const { rows } = await sql`select prompt from generations where id = ${pictures[0].id}`.execute(db)
        expect(rows).toEqual([{ prompt }])
      }
      await close()
    }
  }, 240_000)

  test("goes only into a folder of its own, and one that breaks off leaves none", async () => {
    const folder = mkdtempSync(join(dir, "pictures-"))
    mkdirSync(join(folder, "files"))
    writeFileSync(join(folder, "files", "holiday.jpg"), "x")
    expect(await admin("backup", folder)).toMatchObject({ code: 2, said: /holds other things/ })
    expect(readFileSync(join(folder, "files", "holiday.jpg"), "utf8")).toBe("x")

    const own = join(dir, "broken-off")
    await admin("backup", own)
    const key = join(t.s.config.dataDir, "keys", "token.key")
    renameSync(key, `${key}.away`)
    await expect(admin("backup", own)).rejects.toThrow("ENOENT")
    await expect(restoreBackup(restored(), log, own, () => {})).rejects.toThrow("is no whole backup")
    renameSync(`${key}.away`, key)
    expect((await admin("backup", own)).code).toBe(0)
  }, 240_000)

  test("is made by one command at a time", async () => {
    const folder = join(dir, "at-once")
    const both = await Promise.all([admin("backup", folder), admin("backup", folder)])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2])
    expect(both.find(({ code }) => code === 2)?.said).toContain("Another backup is being made")
    expect((await admin("backup", folder)).code).toBe(0)
  })

  test("keeps what it has of files that are out of reach, and says what it lacks", async () => {
    const folder = join(dir, "out-of-reach")
    const { id } = (await draw()).json().job.pictures[0]
    const files = join(t.s.config.dataDir, "files")
    expect((await admin("backup", folder)).code).toBe(0)
    const { storageKey } = await t.s.db
      .selectFrom("generations")
      .select("storageKey")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
    renameSync(files, `${files}.away`)
    const without = await admin("backup", folder)
    renameSync(`${files}.away`, files)
    expect(without).toMatchObject({ code: 1, said: /lacks \d+ files that rows name/ })
    expect(without.said).toContain(storageKey)
    expect(without.said).not.toContain("is whole")
    expect(readFileSync(join(folder, "files", storageKey))).toEqual(readFileSync(join(files, storageKey)))
    expect(await admin("backup", folder)).toMatchObject({ code: 0, said: /is whole/ })
  })

  test("that lacks a table's file, or the end of one, or has another sum, is refused in the same words", async () => {
    const folder = join(dir, "damaged")
    await admin("backup", folder)
    const path = join(folder, "tables", "accounts.jsonl.gz")
    const whole = readFileSync(path)
    const config = restoredWithDatabase()
    const expectRefusal = () =>
      expect(restoreBackup(config, log, folder, () => {})).rejects.toThrow(
        "The table accounts of the backup is damaged",
      )
    writeFileSync(path, whole.subarray(0, whole.length - 40))
    await expectRefusal()
    rmSync(path)
    await expectRefusal()
    writeFileSync(path, whole)
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))
    manifest.tables.find((table: { name: string }) => table.name === "accounts").sha256 = "0"
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest))
    await expectRefusal()
    await expect(restoreBackup(restored(), log, dir, () => {})).rejects.toThrow("is no whole backup")
  }, 240_000)
})

describe.runIf(!isPostgres())("beside a running product on the embedded database", () => {
  let process: RunningProcess
  let settings: Record<string, string>
  beforeAll(async () => {
    settings = { DATA_DIR: join(dir, "running"), ENGINE: "fake" }
    process = await startProcess(settings)
  })
  afterAll(() => process.stop())

  const run = (...args: string[]) => runProgram("scripts/admin.ts", settings, args)

  test("the same commands work, and the person sees what they did", async () => {
    const visitor = await signUpAt(process, "ada@example.com")
    expect(await run("check")).toMatchObject({ code: 0 })
    expect(await run("credits", "grant", "ada@example.com", "7", "Thanks")).toMatchObject({ code: 0 })
    const reply = await visitor.send(process, "GET", "/credits")
    expect(((await reply.json()) as { data: { credits: number } }).data.credits).toBe(27)
    expect((await run("backup", join(dir, "running-backup"))).output).toMatch(/is whole/)
    const refused = await run("restore", join(dir, "running-backup"))
    expect(refused).toMatchObject({ code: 2, output: /in use by another running Aworan/ })
  })
})
