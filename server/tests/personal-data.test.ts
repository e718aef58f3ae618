import { unzipSync } from "fflate"
import { sql } from "kysely"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { mailAccountChanged } from "#server/features/identity/accounts/changed-mail.ts"
import { mailAccountDeleted } from "#server/features/identity/personal-data/account-deleted-mail.ts"
import { newId } from "#server/platform/ids.ts"
import { deleteOnceAwaited } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { heardEvents, open, withChannels } from "#server/testing/realtime-client.ts"
import { isStored, md5, photoWithPlace, uploaded } from "#server/testing/records/uploads.ts"
import { createInterruptedEngine, type Interruptions } from "#server/testing/services/interrupted-engine.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailTo, until } from "#server/testing/wait.ts"

let t: TestApp
const meanwhile: Interruptions = {}

beforeAll(async () => {
  t = await openTestApp({ settings: { CONFORMANCE: "1" }, replace: { engine: createInterruptedEngine(meanwhile) } })
  await t.app.listen({ port: 0, host: "127.0.0.1" })
})
afterAll(() => t.close())

const bottle = { prompt: "an amber glass bottle", aspect_ratio: "1:1" }

async function draw(person: TestPerson, prompt = bottle.prompt): Promise<{ pictures: { id: string }[] }> {
  const reply = await t.request("POST", "/image-gen-with-flux-1.1", { person, body: { ...bottle, prompt } })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().job
}

async function exported(person: TestPerson): Promise<Record<string, Uint8Array>> {
  const reply = await t.request("GET", "/v1/account/export", { person })
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  expect(reply.headers["content-type"]).toBe("application/zip")
  expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename="aworan-\d{4}-\d\d-\d\d\.zip"$/)
  return unzipSync(reply.rawPayload)
}

const json = (bytes: Uint8Array | undefined) => JSON.parse(Buffer.from(bytes ?? []).toString())

function leave(person: TestPerson, body: object = { password: person.password }) {
  return t.request("DELETE", "/v1/account", { person, body })
}

/** Tables in which some column of some row still has this text in it. */
async function tablesNaming(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    t.s.db,
  )
  // Counters and messages on their way are swept within the hour.
  const lasting = rows.map(({ name }) => name).filter((name) => !/^(rate_counters|realtime_messages)$/.test(name))
  const found: string[] = []
  for (const name of lasting) {
    const hit = await sql`select 1 from ${sql.table(name)} as row where row::text like ${`%${text}%`} limit 1`.execute(
      t.s.db,
    )
    if (hit.rows.length > 0) found.push(name)
  }
  // What was queued for the person, or done; a job under way ends within moments.
  const jobs = await until(async () => {
    const { rows } = await sql<{ state: string }>`
      select state from jobs.job where data::text like ${`%${text}%`}`.execute(t.s.db)
    return rows.some(({ state }) => state === "active") ? null : rows
  })
  return jobs.length > 0 ? [...found, "jobs.job"] : found
}

describe("a copy of one's data", () => {
  test("has every record, picture and file, and nothing of anybody else", async () => {
    const [person, stranger] = [await t.signUp({ credits: 20 }), await t.signUp({ credits: 20 })]
    const [first] = (await draw(person)).pictures
    await draw(stranger, "somebody else's bottle")
    const photo = await photoWithPlace()
    const file = await uploaded(t, photo, { person, name: "../shop: front.jpg" })
    const message = { subject: "Prints", email: person.email, additonal_info: "Do you print?" }
    await t.request("POST", "/contact", { person, body: message })

    const entries = await exported(person)
    expect(json(entries["account.json"])).toMatchObject({
      account: { $id: person.accountId, email: person.email },
      sessions: [{ userId: person.accountId, secret: "" }],
    })
    expect(json(entries["activity.json"]).map((log: { event: string }) => log.event)).toContain("user.create")
    expect(json(entries["credits.json"])).toMatchObject({ balance: { credits: 15 }, entries: [{ amount: -5 }, {}] })
    expect(json(entries["orders.json"])).toMatchObject([{ prompt: bottle.prompt, status: "ready" }])
    expect(json(entries["messages.json"])).toMatchObject([{ subject: "Prints", info: "Do you print?" }])
    expect(json(entries["documents/generations.json"])).toMatchObject([{ $id: first?.id }])
    expect(json(entries["documents/profiles.json"])).toMatchObject([{ accountId: person.accountId }])
    const shown = await t.request("GET", `/pictures/${first?.id}`, { person })
    expect(md5(entries[`pictures/${first?.id}.webp`] ?? new Uint8Array())).toBe(md5(shown.rawPayload))
    expect(md5(entries[`files/scratch/${file.$id} shop_ front.jpg`] ?? new Uint8Array())).toBe(md5(photo))
    const all = Object.values(entries).map((bytes) => Buffer.from(bytes).toString("latin1"))
    expect(all.filter((text) => text.includes(stranger.accountId) || text.includes("somebody else"))).toEqual([])
    expect(all.filter((text) => /password_?hash|secret_?hash|argon2/i.test(text))).toEqual([])
  })

  test("has both answers of the engine for a photo, whichever the cut-out is now", async () => {
    const person = await t.signUp({ credits: 5 })
    const tall = await sharp({ create: { width: 20, height: 60, channels: 3, background: "#c04020" } })
      .png()
      .toBuffer()
    const body = { image: `data:image/png;base64,${tall.toString("base64")}` }
    const { picture } = (await t.request("POST", "/background-remover", { person, body })).json().job.result
    await t.request("POST", `/cut-outs/${picture.id}/answer`, { person, body: { answer: "other" } })
    const entries = await exported(person)
    const [now, first, other] = ["", "-first", "-other"].map((ending) => entries[`pictures/${picture.id}${ending}.png`])
    expect(md5(now ?? new Uint8Array())).toBe(md5(other ?? new Uint8Array()))
    expect(md5(first ?? new Uint8Array())).not.toBe(md5(other ?? new Uint8Array()))
  })

  test("needs a session, and may be had ten times an hour", async () => {
    expect((await t.request("GET", "/v1/account/export")).statusCode).toBe(401)
    const limited = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "1" } })
    try {
      const person = await limited.signUp()
      const replies: number[] = []
      for (let call = 0; call < 11; call++) {
        replies.push((await limited.request("GET", "/v1/account/export", { person })).statusCode)
      }
      expect(replies).toEqual([...Array(10).fill(200), 429])
    } finally {
      await limited.close()
    }
  })
})

describe("deleting an account", () => {
  test("needs the password, and then leaves no row and no bytes", async () => {
    const [person, stranger] = [await t.signUp({ credits: 20, isVerified: true }), await t.signUp({ credits: 20 })]
    const [picture] = (await draw(person)).pictures
    const [kept] = (await draw(stranger)).pictures
    await uploaded(t, await photoWithPlace(), { person, name: "shop.jpg" })
    await t.request("POST", "/contact", { person, body: { subject: "Prints", email: person.email } })
    const { storageKey } = await t.s.db
      .selectFrom("generations")
      .select("storageKey")
      .where("id", "=", picture?.id ?? "")
      .executeTakeFirstOrThrow()
    const fileKeys = await t.s.db
      .selectFrom("fileObjects")
      .innerJoin("files", "files.sequence", "fileObjects.fileSequence")
      .select("storageKey")
      .where("files.accountId", "=", person.accountId)
      .execute()

    for (const body of [{}, { password: "not the password" }, { password: null }]) {
      expect((await leave(person, body)).json()).toMatchObject({ code: 401, type: "user_invalid_credentials" })
    }
    const screen = await open(t, { person, query: withChannels("account") })
    const reply = await leave(person)
    expect([reply.statusCode, reply.body]).toEqual([204, ""])
    expect(reply.headers["x-fallback-cookies"]).toBe("[]")
    const names = (await heardEvents(t, screen)).map((frame) => (frame.data.events as string[])[0])
    expect(names).toContain(`users.${person.accountId}.delete`)

    expect((await t.request("GET", "/v1/account", { person })).statusCode).toBe(401)
    const body = { email: person.email, password: person.password }
    expect((await t.request("POST", "/v1/account/sessions/email", { body })).statusCode).toBe(401)
    expect(await tablesNaming(person.accountId)).toEqual([])
    expect((await t.request("GET", `/pictures/${picture?.id}`)).statusCode).toBe(404)
    await until(async () => !(await isStored(t, storageKey)))
    await until(async () => !(await isStored(t, fileKeys[0]?.storageKey ?? "")))
    expect(fileKeys.length).toBeGreaterThan(0)

    expect((await mailTo(t, person.email)).subject).toBe("Your Aworan account is deleted")
    expect((await t.request("GET", `/pictures/${kept?.id}`, { person: stranger })).statusCode).toBe(200)
  })

  test("takes no waiting work of others along, whatever id and address the account had", async () => {
    const [stranger, owner] = [await t.signUp(), { userId: "e", email: `e${Date.now()}@example.com` }]
    const { accountId, email } = stranger
    const later = { delaySeconds: 3_600 }
    const letter = { id: newId(), accountId, email, change: "email" } as const
    const ids = await transact(t.s.db, async (tx) => [
      await t.s.queue.enqueue(tx, mailAccountChanged, letter, later),
      await t.s.queue.enqueue(tx, mailAccountDeleted, { id: newId(), name: "E", email: `x${owner.email}` }, later),
    ])
    const password = stranger.password
    await t.request("POST", "/v1/account", { body: { ...owner, password } })
    const session = await t.request("POST", "/v1/account/sessions/email", { body: { email: owner.email, password } })
    const cookie = session.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
    expect((await leave({ accountId: "e", email: owner.email, password, cookie })).statusCode).toBe(204)
    const { rows } = await sql`select id from jobs.job where id = any(${ids}::uuid[])`.execute(t.s.db)
    expect(rows).toHaveLength(2)
  })

  test("ends work under way without a trace", async () => {
    const person = await t.signUp({ credits: 20 })
    const body = { ...bottle, prompt: "[slow 60000]" }
    const drawing = t.request("POST", "/image-gen-with-flux-1.1", { person, body })
    await until(async () => {
      const order = await t.s.db
        .selectFrom("runs")
        .select("status")
        .where("accountId", "=", person.accountId)
        .executeTakeFirst()
      return order?.status === "running"
    })
    expect((await leave(person)).statusCode).toBe(204)
    const ended = await drawing
    expect(ended.json()).toMatchObject({ code: 404, type: "not_found" })
    await until(async () => {
      const { rows } = await sql<{ open: string }>`
        select count(*) as open from jobs.job where name = 'runs.engine' and state in ('created', 'retry', 'active')`.execute(
        t.s.db,
      )
      return Number(rows[0]?.open) === 0
    })
    expect(await tablesNaming(person.accountId)).toEqual([])
  })

  test.runIf(isPostgres())("does not wait in a ring with work that ends", async () => {
    const person = await t.signUp({ credits: 5 })
    const drawn = Promise.withResolvers<void>()
    meanwhile.ran = () => drawn.promise
    const drawing = t.request("POST", "/image-gen-with-flux-1.1", { person, body: bottle })
    const { id } = await until(() =>
      t.s.db
        .selectFrom("runs")
        .select("id")
        .where("accountId", "=", person.accountId)
        .where("status", "=", "running")
        .executeTakeFirst(),
    )
    await deleteOnceAwaited(t.s.db, person.accountId, drawn.resolve)
    delete meanwhile.ran
    expect((await drawing).json()).toMatchObject({ code: 404, type: "not_found" })
    const job = await until(async () => {
      const { rows } = await sql<{ state: string; tries: number }>`
        select state::text, retry_count as tries from jobs.job where data->>'runId' = ${id}`.execute(t.s.db)
      return rows[0]?.state === "active" ? null : rows[0]
    })
    expect(job).toEqual({ state: "completed", tries: 0 })
  })

  test("asks a person without a password for a fresh sign-in, but lets an anonymous one go", async () => {
    const visit = await t.request("POST", "/v1/account/sessions/anonymous", { body: {} })
    const cookie = visit.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
    const guest = { ...(await t.signUp()), cookie }
    expect((await leave(guest, {})).statusCode).toBe(204)

    const person = await t.signUp()
    await t.s.db.updateTable("accounts").set({ passwordHash: null }).where("id", "=", person.accountId).execute()
    await sql`update sessions set proved_at = now() - interval '11 minutes' where account_id = ${person.accountId}`.execute(
      t.s.db,
    )
    expect((await leave(person, {})).json()).toMatchObject({ code: 403, type: "sign_in_again" })
    await sql`update sessions set proved_at = now() - interval '9 minutes' where account_id = ${person.accountId}`.execute(
      t.s.db,
    )
    expect((await leave(person, {})).statusCode).toBe(204)
  })

  test("keeps the only owner, and of two owners who leave at once one", async () => {
    const owners = [await t.signUp(), await t.signUp()]
    const rows = owners.map(({ accountId }) => ({ accountId, role: "owner" as const }))
    await t.s.db.insertInto("operators").values(rows).execute()
    const replies = await Promise.all(owners.map((owner) => leave(owner)))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([204, 409])
    expect(replies.find((reply) => reply.statusCode === 409)?.json()).toMatchObject({ type: "last_owner" })
    await t.s.db.deleteFrom("operators").execute()
  })
})
