import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { tryPixels } from "#contract/catalogue/guest-trial.ts"
import type { Try } from "#contract/studio/guest-trial.ts"
import type { ImageEngine } from "#server/adapters/image-engine/port.ts"
import { jobs } from "#server/composition/jobs.ts"
import { sweepMedia } from "#server/media/sweep.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const prompt = "a clay pot on a wooden table"

/** A visitor's browser: it keeps the cookie that the product gives it. */
function openBrowser(app = t) {
  let cookie = ""
  const send = async (method: "GET" | "POST", url: string, body?: object, more = "") => {
    const headers = { cookie: [cookie, more].filter(Boolean).join("; ") }
    const reply = await app.request(method, url, { headers, ...(body ? { body } : {}) })
    const given = reply.cookies.find(({ name }) => name === "aworan_try")
    if (given) cookie = given.value ? `aworan_try=${given.value}` : ""
    return reply
  }
  const look = async (): Promise<{ isOffered: boolean; try: Try | null }> =>
    (await send("GET", "/tries/mine")).json().data
  return {
    send,
    look,
    start: (words = prompt) => send("POST", "/tries", { prompt: words }),
    ready: () => until(async () => (await look()).try?.status === "ready" && (await look()).try),
  }
}

test("a visitor gets one small picture, which nobody else sees and no list holds", async () => {
  const browser = openBrowser()
  expect(await browser.look()).toEqual({ isOffered: true, try: null })
  const begun = await browser.start()
  expect(begun.json().data).toMatchObject({ prompt, status: "waiting", picture: null })
  expect(begun.cookies[0]).toMatchObject({ name: "aworan_try", httpOnly: true, sameSite: "Lax", path: "/tries" })
  const { id, picture } = (await browser.ready()) as Try
  const served = await browser.send("GET", picture ?? "")
  expect(served.headers["cache-control"]).toMatch(/^private/)
  const { width, height } = await sharp(served.rawPayload).metadata()
  expect([width, height]).toEqual([tryPixels, tryPixels])

  expect((await openBrowser().send("GET", picture ?? "")).statusCode).toBe(404)
  expect((await openBrowser().send("GET", `/tries/${id}/preview`)).statusCode).toBe(404)
  const shown = await t.request("GET", "/v1/databases/main/collections/generations/documents")
  expect(shown.json().documents).toEqual([])
  // Pressing again, with other words too, leads to the same picture.
  expect((await browser.start("a red car")).json().data).toMatchObject({ id, prompt, status: "ready" })
})

test("words that cannot be drawn here are refused at the field", async () => {
  const owner = await t.signUp({ isVerified: true })
  await t.s.db.insertInto("operators").values({ accountId: owner.accountId, role: "owner" }).execute()
  const word = { language: "en", word: "blimblam", spellings: [], reach: "always", reason: "Tried by many" }
  await t.request("POST", "/operators/words", { person: owner, body: word })
  const refused = await openBrowser().start("a blimblam on a table")
  expect(refused.json()).toMatchObject({ code: 422, type: "words_refused" })
  expect(refused.cookies).toEqual([])
})

test("it is kept after sign-up: in the person's gallery, private, once", async () => {
  const browser = openBrowser()
  await browser.start()
  await browser.ready()
  const person = await t.signUp()
  const claim = () => browser.send("POST", "/tries/claim", {}, person.cookie)
  expect((await browser.send("POST", "/tries/claim", {})).statusCode).toBe(401)
  expect((await claim()).json().data).toEqual({ isClaimed: true })
  expect((await claim()).json().data).toEqual({ isClaimed: false })
  const list = await t.request("GET", "/v1/databases/main/collections/generations/documents", { person })
  const [picture, ...more] = list.json().documents
  expect(more).toEqual([])
  expect(picture).toMatchObject({ prompt, is_public: false, width: tryPixels, mode: "flux1.1-pro" })
  expect((await t.request("GET", "/credits", { person })).json().data).toEqual({ credits: 0, held: 0 })
  // The bytes outlive the row they came from.
  await sweepMedia.run(t.s, {}, new AbortController().signal)
  const path = new URL(picture.url).pathname
  expect((await t.request("GET", path, { person })).statusCode).toBe(200)
  expect((await t.request("GET", path)).statusCode).toBe(404)
  expect((await browser.look()).try).toBeNull()
})

test("one network gets three a day, however many cookies it throws away", async () => {
  const strict = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "1" } })
  try {
    const codes: number[] = []
    for (let visit = 0; visit < 4; visit++) codes.push((await openBrowser(strict).start()).statusCode)
    expect(codes).toEqual([200, 200, 200, 429])
  } finally {
    await strict.close()
  }
})

test("the line is short: who comes when it is full is asked to come back, and it moves on", async () => {
  const busy = await openTestApp({ hasWorker: false })
  try {
    const replies = await Promise.all(Array.from({ length: 12 }, () => openBrowser(busy).start()))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(8)
    const refused = replies.find(({ statusCode }) => statusCode !== 200)
    expect(refused?.json()).toMatchObject({ code: 429, type: "too_many_running" })
  } finally {
    await busy.close()
  }
})

test("an installation whose pictures cost money at a provider draws none, and says so", async () => {
  const hosted: ImageEngine = {
    ...t.s.engine,
    offer: async (...asked) => ({ ...(await t.s.engine.offer(...asked)), isLocal: false }),
  }
  const other = await openTestApp({ replace: { engine: hosted } })
  try {
    const browser = openBrowser(other)
    expect(await browser.look()).toEqual({ isOffered: false, try: null })
    expect((await browser.start()).json()).toMatchObject({
      code: 409,
      type: "engine_unavailable",
      message: "Free tries are not possible here. With an account and a confirmed e-mail you get free credits.",
    })
  } finally {
    await other.close()
  }
})

test("a try that fails can be begun anew by the same browser", async () => {
  const browser = openBrowser()
  await browser.start("[fail] a mug")
  await until(async () => (await browser.look()).try?.status === "failed")
  expect((await browser.start()).json().data).toMatchObject({ prompt, status: "waiting" })
  await browser.ready()
})

test("what nobody comes back for is removed with its bytes after a week", async () => {
  const browser = openBrowser()
  await browser.start()
  const { id } = (await browser.ready()) as Try
  const row = await t.s.db.selectFrom("tries").select("storageKey").where("id", "=", id).executeTakeFirstOrThrow()
  const key = row.storageKey ?? ""
  await t.s.db
    .updateTable("tries")
    .set({ createdAt: new Date(Date.now() - 8 * 86_400_000) })
    .where("id", "=", id)
    .execute()
  const signal = new AbortController().signal
  await jobs.find(({ name }) => name === "tries.sweep")?.run(t.s, {}, signal)
  expect((await browser.look()).try).toBeNull()
  await sweepMedia.run(t.s, {}, signal)
  expect(await t.s.storage.size(key)).toBeNull()
})

test.each([
  ["no words", ""],
  ["a whole page", "word ".repeat(100)],
  ["a NUL", "a\u0000b"],
])("refuses %s", async (_, words) => {
  expect((await openBrowser().start(words)).statusCode).toBe(400)
})
