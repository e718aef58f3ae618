import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import { OperatorRole } from "#contract/identity/operators.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { createToday } from "#server/features/operations/today/service.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { mailTo, until } from "#server/testing/wait.ts"
import { releaseDue } from "./service.ts"

let t: TestApp
let owner: TestPerson
let now = new Date()
const flux = "/image-gen-with-flux-1.1"
const reason = "Shows a brand that is not theirs"
const feed = "/v1/databases/aworan/collections/generations/documents"

async function operator(role: OperatorRole): Promise<TestPerson> {
  const person = await t.signUp({ isVerified: true, name: `${role} Obi` })
  await t.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
  return person
}

beforeAll(async () => {
  t = await openTestApp({
    settings: { SHOWCASE_WAIT_HOURS: "24", PUBLISHING_STRIKES: "2" },
    replace: { now: () => now },
  })
  owner = await operator("owner")
})
afterAll(() => t.close())

/** Draws a picture, as somebody whose pictures need not wait unless told. */
async function draw(
  person: TestPerson,
  { isNew = false, prompt = "a clay pot" } = {},
): Promise<{ id: string; path: string }> {
  if (!isNew) {
    await t.s.db
      .updateTable("accounts")
      .set({ publishing: "trusted" })
      .where("id", "=", person.accountId)
      .where("publishing", "=", "new")
      .execute()
  }
  const reply = await t.request("POST", flux, { person, body: { prompt, aspect_ratio: "1:1" } })
  expect(reply.statusCode, reply.body).toBe(200)
  const { id } = reply.json().job.pictures[0]
  return { id, path: `/pictures/${id}` }
}

const act = (step: string, id: string, person = owner, source = "generations") =>
  t.request("POST", `/operators/review/${source}/${id}/${step}`, { person, body: { reason } })
const report = (pictureId: string, more: object = {}, person?: TestPerson) =>
  t.request("POST", "/reports", { body: { pictureId, reason: "rights", ...more }, ...(person && { person }) })
const list = async (name: string) =>
  (await t.request("GET", `/operators/review?list=${name}`, { person: owner })).json()

async function inFeed(id: string, person?: TestPerson): Promise<boolean> {
  const reply = await t.request("GET", await feedAddress(), { ...(person && { person }) })
  return reply.json().documents.some(({ $id }: { $id: string }) => $id === id)
}

async function feedAddress(): Promise<string> {
  const { databaseId } = await import("#contract/project.ts")
  return feed.replace("aworan", databaseId)
}

async function status(path: string, person?: TestPerson): Promise<number> {
  return (await t.request("GET", path, { ...(person && { person }) })).statusCode
}

test("an order says until when its public picture waits, and whose next one will", async () => {
  const person = await t.signUp({ credits: 20, isVerified: true })
  const waits = async () => (await t.request("GET", "/studio", { person })).json().data.waitsForReview
  const order = async () => {
    const reply = await t.request("POST", flux, { person, body: { prompt: "a clay pot", aspect_ratio: "1:1" } })
    return reply.json().job.pictures[0].waitsUntil
  }
  expect(await waits()).toBe(true)
  expect(Date.parse(await order())).toBe(now.getTime() + 24 * 3_600_000)
  await t.s.db.updateTable("accounts").set({ publishing: "trusted" }).where("id", "=", person.accountId).execute()
  expect([await waits(), await order()]).toEqual([false, null])
})

test("a picture that is opened later waits and is held against the words as one that began public", async () => {
  const person = await t.signUp({ credits: 20, isVerified: true })
  const { id } = await draw(person, { isNew: true, prompt: "a jar of honey" })
  const hidden = await draw(person, { isNew: true, prompt: "a zebu" })
  await t.s.db
    .updateTable("generations")
    .set({ isPublic: false, waitsUntil: null })
    .where("accountId", "=", person.accountId)
    .execute()
  const open = (picture: string) =>
    t.request("POST", `/pictures/${picture}/visibility`, { person, body: { is_public: true } })
  expect((await open(id)).statusCode).toBe(200)
  expect(await inFeed(id)).toBe(false)
  expect(await inFeed(id, person)).toBe(true)
  const word = { language: "en", word: "zebu", spellings: [], reach: "public", reason }
  expect((await t.request("POST", "/operators/words", { person: owner, body: word })).statusCode).toBe(201)
  expect((await open(hidden.id)).json()).toMatchObject({ code: 422, type: "words_refused" })
  expect(await inFeed(hidden.id, person)).toBe(true)
  expect((await t.request("GET", hidden.path)).statusCode).toBe(404)
})

test("a reported picture that is taken down is gone from feed, address and previews at once, and comes back", async () => {
  const person = await t.signUp({ credits: 20 })
  const { id, path } = await draw(person, { prompt: "a jug with a swoosh" })
  expect(await inFeed(id)).toBe(true)
  const before = await t.request("GET", path)
  expect((await report(id, { note: "That is our mark." })).statusCode).toBe(201)
  expect((await report(id)).statusCode).toBe(201)
  const [queued] = (await list("reports")).data
  expect(queued).toMatchObject({ id, reports: [{ reason: "rights", note: "That is our mark." }], strikes: 0 })

  expect((await act("take-down", id)).statusCode).toBe(200)
  for (const ending of ["", "/320", "/640", "?download"]) {
    expect([ending, await status(path + ending)]).toEqual([ending, 404])
  }
  const stale = await t.request("GET", path, { headers: { "if-none-match": String(before.headers.etag) } })
  expect(stale.statusCode).toBe(404)
  expect(await status(path, await t.signUp({ isVerified: true }))).toBe(404)
  expect(await inFeed(id)).toBe(false)
  expect(await status(path, person)).toBe(200)
  expect((await list("reports")).data.some((one: { id: string }) => one.id === id)).toBe(false)
  expect((await list("down")).data[0]).toMatchObject({ id, isTakenDown: true, takenDownFor: reason, strikes: 1 })
  const letter = await mailTo(t, person.email)
  expect(letter.subject).toBe("A picture of yours was taken down")
  expect(letter.text).toContain("a jug with a swoosh")
  expect(letter.text).toContain(reason)
  const preview = await t.request("GET", `/operators/review/generations/${id}/preview`, { person: owner })
  expect([preview.statusCode, preview.headers["cache-control"]]).toEqual([200, "no-store"])

  expect((await act("take-down", id)).statusCode).toBe(409)
  expect((await act("restore", id)).statusCode).toBe(200)
  expect([await status(path), await inFeed(id)]).toEqual([200, true])
  expect((await act("restore", id)).statusCode).toBe(409)
  await until(async () => (await mailTo(t, person.email)).subject === "A picture of yours is public again")
  const log = (await t.request("GET", "/operators/log", { person: owner })).json().data
  expect(log.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual(["review.restore", "review.takeDown"])
})

test("several pictures down block publishing, and a restored one lets the person begin anew", async () => {
  const person = await t.signUp({ credits: 40 })
  const pictures = [await draw(person), await draw(person)]
  for (const { id } of pictures) expect((await act("take-down", id)).statusCode).toBe(200)
  const again = () => t.request("POST", flux, { person, body: { prompt: "a pot", aspect_ratio: "1:1" } })
  expect((await again()).statusCode).toBe(403)
  expect((await list("down")).data[0].owner.publishing).toBe("blocked")
  expect((await act("restore", pictures[0]?.id ?? "")).statusCode).toBe(200)
  expect((await again()).statusCode).toBe(200)
})

describe("a report", () => {
  test("needs no account, counts once for each reporter, and is closed when the picture may stay", async () => {
    const person = await t.signUp({ credits: 20 })
    const { id } = await draw(person)
    const somebody = await t.signUp()
    for (const reporter of [undefined, undefined, somebody, somebody]) {
      expect((await report(id, {}, reporter)).statusCode).toBe(201)
    }
    expect((await list("reports")).data[0]).toMatchObject({ id, reports: [{}, {}] })
    const kept = await t.s.db.selectFrom("pictureReports").selectAll().where("generationId", "=", id).execute()
    expect(JSON.stringify(kept)).not.toContain("127.0.0.1")
    expect((await act("dismiss", id)).statusCode).toBe(200)
    expect((await act("dismiss", id)).statusCode).toBe(409)
    expect(await inFeed(id)).toBe(true)
    expect((await report(id)).statusCode).toBe(201)
    expect((await list("reports")).data[0]).toMatchObject({ id, reports: [{}] })
  })

  test("is answered to whoever sent it with an account, once it is decided", async () => {
    const person = await t.signUp({ credits: 20 })
    const reporter = await t.signUp()
    const told = async () =>
      (await t.request("GET", "/notices", { person: reporter })).json().data.map(({ text }: { text: string }) => text)
    const { id } = await draw(person)
    for (const [decision, text] of [
      ["dismiss", "The picture may stay. Thank you for telling us."],
      ["take-down", "We took the picture down. Thank you."],
    ] as const) {
      await report(id, {}, reporter)
      await report(id)
      const before = await told()
      expect((await act(decision, id)).statusCode).toBe(200)
      expect(await told()).toEqual([text, ...before])
    }
  })

  test("is refused about what its sender cannot see, and without a known reason", async () => {
    const person = await t.signUp({ credits: 20 })
    const { id } = await draw(person)
    expect((await report("nothing")).statusCode).toBe(404)
    expect((await report(id, { reason: "dull" })).statusCode).toBe(400)
    expect((await report(id, { note: "x".repeat(1_001) })).statusCode).toBe(400)
    expect((await report(id, { source: "photoshoots" })).statusCode).toBe(404)
    await t.s.db.updateTable("generations").set({ isPublic: false }).where("id", "=", id).execute()
    expect((await report(id)).statusCode).toBe(404)
    expect((await report(id, {}, person)).statusCode).toBe(404)
  })
})

describe("a new account's first pictures", () => {
  test("wait a day before strangers see them, without a report, and then no more", async () => {
    const person = await t.signUp({ credits: 40 })
    const { id, path } = await draw(person, { isNew: true })
    expect([await status(path), await inFeed(id)]).toEqual([404, false])
    expect([await status(path, person), await inFeed(id, person)]).toEqual([200, true])
    const member = await t.signUp({ isVerified: true })
    expect([await status(path, member), await inFeed(id, member)]).toEqual([200, true])
    expect((await list("waiting")).data[0]).toMatchObject({ id, owner: { publishing: "new" } })

    now = new Date(now.getTime() + 23 * 3_600_000)
    await releaseDue(t.s)
    expect(await status(path)).toBe(404)
    now = new Date(now.getTime() + 3_600_001)
    await releaseDue(t.s)
    expect([await status(path), await inFeed(id)]).toEqual([200, true])
    const next = await draw(person, { isNew: true })
    expect([await status(next.path), await inFeed(next.id)]).toEqual([200, true])
  })

  test("go on waiting while a report is open", async () => {
    const person = await t.signUp({ credits: 20 })
    const { id, path } = await draw(person, { isNew: true })
    expect((await report(id)).statusCode).toBe(404)
    expect((await report(id, {}, await t.signUp())).statusCode).toBe(201)
    now = new Date(now.getTime() + 25 * 3_600_000)
    await releaseDue(t.s)
    expect(await status(path)).toBe(404)
    expect((await act("dismiss", id)).statusCode).toBe(200)
    await releaseDue(t.s)
    expect(await status(path)).toBe(200)
  })

  test("are shown as soon as an operator approves one", async () => {
    const person = await t.signUp({ credits: 40 })
    const { id, path } = await draw(person, { isNew: true })
    expect((await act("approve", id)).statusCode).toBe(200)
    expect(await status(path)).toBe(200)
    expect((await act("approve", id)).statusCode).toBe(409)
    expect(await status((await draw(person, { isNew: true })).path)).toBe(200)
  })
})

test("picks stand first on the showcase while strangers may see them", async () => {
  const person = await t.signUp({ credits: 20 })
  const { id } = await draw(person)
  const picks = async () =>
    (await t.request("GET", "/showcase/picks")).json().data.map((one: { id: string }) => one.id) as string[]
  const both = await Promise.all([act("pick", id), act("pick", id)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await picks()).toEqual([id])
  expect((await act("unpick", id)).statusCode).toBe(200)
  expect(await picks()).toEqual([])
  await act("pick", id)
  await act("take-down", id)
  expect(await picks()).toEqual([])
  expect((await act("pick", id)).statusCode).toBe(409)
})

test("a pick that was made of a photo tells nobody the name of the photo, and offers no words", async () => {
  const person = await t.signUp({ credits: 20 })
  const { id } = await draw(person)
  const read = async () =>
    (await t.request("GET", "/showcase/picks")).json().data.find((one: { id: string }) => one.id === id)
  await act("pick", id)
  const { prompt, mode } = await t.s.db
    .selectFrom("generations")
    .select(["prompt", "mode"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  expect(await read()).toMatchObject({ title: prompt, words: { prompt, mode } })
  const made = { prompt: "Mrs Obi, order 12.jpg", mode: "scene" }
  await t.s.db.updateTable("generations").set(made).where("id", "=", id).execute()
  const pick = await read()
  expect(pick).toMatchObject({ title: "A product in a scene", words: null })
  expect(JSON.stringify(pick)).not.toContain("Mrs Obi")
})

test("two operators who take one picture down do it once", async () => {
  const person = await t.signUp({ credits: 20 })
  const { id } = await draw(person)
  const both = await Promise.all([act("take-down", id), act("take-down", id)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const rows = await t.s.db.selectFrom("takedowns").select("id").where("generationId", "=", id).execute()
  expect(rows.length).toBe(1)
})

describe("who may do what", () => {
  test.each([...OperatorRole.options, "person", "guest"] as const)("as %s", async (role) => {
    const person = await t.signUp({ credits: 20 })
    const { id, path } = await draw(person)
    const caller =
      role === "guest" ? undefined : role === "person" ? await t.signUp({ isVerified: true }) : await operator(role)
    const isAllowed = role !== "person" && role !== "guest" && mayOperate(role, "review")
    const refusal = role === "guest" ? 401 : 403
    const base = `/operators/review/generations/${id}`
    const calls = [
      ["GET", "/operators/review", 200],
      ["GET", `${base}/preview`, 200],
      ["POST", `${base}/pick`, 200],
      ["POST", `${base}/unpick`, 200],
      ["POST", `${base}/dismiss`, 409],
      ["POST", `${base}/approve`, 409],
      ["POST", `${base}/take-down`, 200],
      ["POST", `${base}/restore`, 200],
    ] as const
    for (const [method, url, wanted] of calls) {
      const body = method === "POST" ? { body: { reason } } : {}
      const reply = await t.request(method, url, { ...(caller && { person: caller }), ...body })
      const refused = url.endsWith("preview") && role === "guest" ? 403 : refusal
      expect([url, reply.statusCode]).toEqual([url, isAllowed ? wanted : refused])
    }
    expect(await status(path)).toBe(200)
    const strikes = await t.s.db.selectFrom("takedowns").select("id").where("generationId", "=", id).execute()
    expect(strikes.length).toBe(isAllowed ? 1 : 0)
  })
})

test("no private picture is at the desk, nor its words; it is there again with its reports once it is public", async () => {
  const person = await t.signUp({ credits: 40 })
  const [{ id }, down] = [
    await draw(person, { prompt: "a secret lamp" }),
    await draw(person, { prompt: "a secret bowl" }),
  ]
  await act("pick", id)
  expect((await report(id)).statusCode).toBe(201)
  await act("take-down", down.id)
  const setPublic = (isPublic: boolean) =>
    t.s.db.updateTable("generations").set({ isPublic }).where("accountId", "=", person.accountId).execute()
  const atDesk = async (): Promise<string[]> => {
    const lists = ["reports", "waiting", "public", "down", "picks"]
    const found = await Promise.all(lists.map(async (name) => [name, JSON.stringify((await list(name)).data)] as const))
    return found.filter(([, text]) => text.includes("a secret")).map(([name]) => name)
  }
  const open = async () => ({
    desk: (await list("reports")).counts.reports,
    today: (await createToday(t.s)("owner")).tasks.find(({ what }) => what === "reports")?.count,
  })
  const before = await open()
  expect(before.desk).toBe(before.today)
  expect(await atDesk()).toEqual(["reports", "public", "down", "picks"])

  await setPublic(false)
  expect(await atDesk()).toEqual([])
  expect(await open()).toEqual({ desk: before.desk - 1, today: before.desk - 1 })
  expect(await status(`/operators/review/generations/${id}/preview`, owner)).toBe(404)
  expect((await act("take-down", id)).statusCode).toBe(404)

  await setPublic(true)
  expect(await atDesk()).toEqual(["reports", "public", "down", "picks"])
  expect((await act("dismiss", id)).statusCode).toBe(200)
})

test("every list goes on to its end, also past pictures that were made at the same moment, and the file the same", async () => {
  const person = await t.signUp()
  const ids = await buildPictures(t, person.accountId, Array(34).fill({ createdAt: new Date() }))
  const ofPerson = t.s.db.updateTable("generations").where("accountId", "=", person.accountId)
  const walk = async (name: string): Promise<string[]> => {
    const found: string[] = []
    for (let before = ""; ; ) {
      const page = await list(before === "" ? name : `${name}&before=${before}`)
      found.push(...page.data.map(({ id }: { id: string }) => id))
      if (page.next === "") break
      before = page.next
    }
    const file = await t.request("GET", `/operators/review.csv?list=${name}`, { person: owner })
    const rows = readCsv(file.body).slice(1)
    expect(rows.map(([, id]) => id)).toEqual(found)
    expect(new Set(found).size).toBe(found.length)
    return found.filter((id) => ids.includes(id)).toSorted()
  }
  const all = ids.toSorted()
  expect(await walk("public")).toEqual(all)
  for (const page of ["public&before=17", "reports&before=17-0-3", "public&before=x"]) {
    expect((await t.request("GET", `/operators/review?list=${page}`, { person: owner })).statusCode).toBe(400)
  }
  await sql`insert into showcase_picks (id, generation_id) select 'pick-' || id, id from generations
    where account_id = ${person.accountId}`.execute(t.s.db)
  expect(await walk("picks")).toEqual(all)
  await ofPerson.set({ waitsUntil: now }).execute()
  expect(await walk("waiting")).toEqual(all)
  await ofPerson.set({ isTakenDown: true }).execute()
  expect(await walk("down")).toEqual(all)
  await t.s.db.deleteFrom("generations").where("accountId", "=", person.accountId).execute()
})

test("reports of one network are limited", async () => {
  const strict = await openTestApp({ hasWorker: false, settings: { RATE_LIMIT_FACTOR: "1" } })
  const headers = { "x-forwarded-for": "203.0.113.9" }
  const body = { pictureId: "nothing", reason: "rights" }
  const statuses = new Set<number>()
  for (let n = 0; n < 20; n++) statuses.add((await strict.request("POST", "/reports", { headers, body })).statusCode)
  expect([...statuses]).toEqual([404])
  expect((await strict.request("POST", "/reports", { headers, body })).statusCode).toBe(429)
  await strict.close()
})

test("strangers' lists and the desk go over their own indexes", async () => {
  await sql`analyze generations`.execute(t.s.db)
  const plan = async (condition: string): Promise<string> => {
    const query = `explain select * from generations as document where ${condition} order by created_at desc, sequence limit 25`
    // Few rows are read and sorted; of many only an index that has their order gives the first page at once.
    for (const way of ["seqscan", "sort"]) await sql.raw(`set enable_${way} = off`).execute(t.s.db)
    const { rows } = await sql.raw<{ queryPlan?: string; "QUERY PLAN"?: string }>(query).execute(t.s.db)
    for (const way of ["seqscan", "sort"]) await sql.raw(`reset enable_${way}`).execute(t.s.db)
    return JSON.stringify(rows)
  }
  const shown = "(is_public and not is_taken_down and waits_until is null)"
  expect(await plan(shown)).toContain("generations_showcase_idx")
  expect(await plan(`${shown} and trade = 'bags'`)).toContain("generations_trade_idx")
})

test("decided reports go after their time, open ones stay", async () => {
  const person = await t.signUp({ credits: 20 })
  const { id } = await draw(person)
  await report(id)
  await act("dismiss", id)
  await report(id)
  const ago = sql<Date>`now() - interval '366 days'`
  await t.s.db
    .updateTable("pictureReports")
    .set({ createdAt: ago, decidedAt: ago })
    .where("state", "=", "dismissed")
    .execute()
  await jobs.find(({ name }) => name === "system.sweep")?.run(t.s, {}, new AbortController().signal)
  const left = await t.s.db.selectFrom("pictureReports").select("state").where("generationId", "=", id).execute()
  expect(left).toEqual([{ state: "open" }])
})

test("what was ordered before publishing was blocked is not shown to strangers, however long ago", async () => {
  let later = new Date()
  const app = await openTestApp({
    hasWorker: false,
    settings: { GENERATION_WAIT_SECONDS: "0" },
    replace: { now: () => later },
  })
  const person = await app.signUp({ credits: 20 })
  const placed = await app.request("POST", flux, { person, body: { prompt: "a clay pot", aspect_ratio: "1:1" } })
  expect(placed.statusCode).toBe(202)
  const setPublishing = (publishing: "blocked" | "trusted") =>
    app.s.db.updateTable("accounts").set({ publishing }).where("id", "=", person.accountId).execute()
  await setPublishing("blocked")
  const worker = startWorker(app.s, jobs, { backOffFactor: 0 })
  const order = `/generation-orders/${placed.json().job.id}`
  const { pictures } = await until(async () => {
    const { data } = (await app.request("GET", order, { person })).json()
    return data.status === "ready" && data
  })
  await worker.stop(5_000)
  const seen = async () => (await app.request("GET", new URL(pictures[0].url).pathname)).statusCode
  later = new Date(later.getTime() + 100 * 3_600_000)
  await releaseDue(app.s)
  expect(await seen()).toBe(404)
  await setPublishing("trusted")
  await releaseDue(app.s)
  expect(await seen()).toBe(200)
  await app.close()
})
