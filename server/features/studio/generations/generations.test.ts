import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { messages } from "#contract/messages.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { transact } from "#server/db/open.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { createInterruptedEngine } from "#server/testing/services/interrupted-engine.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const flux = "/image-gen-with-flux-1.1"
const bottle = { prompt: "an amber glass bottle", aspect_ratio: "4:5" }

function post(person: TestPerson, body: object, path = flux, headers: Record<string, string> = {}) {
  return t.request("POST", path, { person, body, headers })
}

/** The picture behind an address of a reply. */
function fetchPicture(url: string, person?: TestPerson, ending = "") {
  return t.request("GET", new URL(url).pathname + ending, person ? { person } : {})
}

describe("a generation call", () => {
  test("publishes nothing for somebody who confirmed neither address nor number", async () => {
    const person = await t.signUp({ credits: 20, isVerified: false })
    const refused = await post(person, bottle)
    expect(refused.json()).toMatchObject({ code: 403, type: "not_allowed" })
    expect((await t.request("GET", "/credits", { person })).json().data).toEqual({ credits: 20, held: 0 })
    await t.s.db.updateTable("accounts").set({ isPhoneVerified: true }).where("id", "=", person.accountId).execute()
    expect((await post(person, bottle)).statusCode).toBe(200)
  })

  test("draws, keeps its own copy, takes the fee and lists the picture", async () => {
    const person = await t.signUp({ credits: 20 })
    const reply = await post(person, bottle)
    expect(reply.statusCode).toBe(200)
    const { message, data, job } = reply.json()
    expect(message).toBe("Image generated successfully")
    expect(job).toMatchObject({ status: "ready", progress: 1, feeCredits: 5, isPublic: true })
    expect((await t.request("GET", "/credits", { person })).json().data).toEqual({ credits: 15, held: 0 })
    const picture = await fetchPicture(data, person)
    expect(picture.headers["content-type"]).toBe("image/webp")
    const size = await sharp(picture.rawPayload).metadata()
    expect([size.width, size.height]).toEqual([912, 1136])
    const download = await fetchPicture(data, person, "?download")
    expect(download.headers["content-disposition"]).toMatch(/^attachment; filename="an-amber-glass-bottle[^"]*\.webp"/)
    for (const side of [320, 640]) {
      const preview = await sharp((await fetchPicture(data, person, `/${side}`)).rawPayload).metadata()
      expect(Math.max(preview.width, preview.height)).toBe(side)
    }
    const row = await t.s.db
      .selectFrom("generations")
      .selectAll()
      .where("id", "=", job.pictures[0].id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      prompt: bottle.prompt,
      sentPrompt: `IMG_1018.CR2: ${bottle.prompt}`,
      width: 912,
      height: 1136,
    })
    expect(row.byteSize).toBe(picture.rawPayload.length)
    expect(row.placeholder).toMatch(/^data:image\/webp;base64,/)
  })

  test.each([
    ["/image-gen-with-flux-1.1-ultra", {}, 5, "png", "one"],
    ["/image-gen-with-flux-dev-realism", { num_outputs: "3" }, 6, "webp", "list"],
    ["/image-gen-with-dalle3", { aspect_ratio: "1:1" }, 5, "webp", "one"],
    [flux, { mode: "flux-ultra-realistic" }, 4, "webp", "one"],
    [flux, { mode: "embed_text_flux" }, 4, "webp", "one"],
    [flux, { mode: "video_game_style" }, 2, "webp", "one"],
    [flux, { mode: "dalle3" }, 5, "webp", "one"],
    [flux, { mode: "never heard of it" }, 5, "webp", "one"],
    ["/image-gen-with-flux-lora-GHIBSKY-style", { num_outputs: 2 }, 4, "webp", "list"],
    ["/image-gen-with-flux-lora-CNSTLL-style", {}, 2, "webp", "list"],
    ["/image-gen-with-flux-lora-TOK-style", {}, 2, "webp", "list"],
  ])("%s with %o costs %i and gives %s, %s", async (path, more, fee, format, shape) => {
    const person = await t.signUp({ credits: 20 })
    const reply = await post(person, { ...bottle, ...more }, path)
    expect(reply.statusCode).toBe(200)
    const { data } = reply.json()
    expect(Array.isArray(data) ? "list" : "one").toBe(shape)
    expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(20 - fee)
    const [url] = [data].flat()
    expect((await sharp((await fetchPicture(url, person)).rawPayload).metadata()).format).toBe(format)
  })

  test("of Ultra makes four megapixels", async () => {
    const person = await t.signUp({ credits: 20 })
    const reply = await post(person, { ...bottle, aspect_ratio: "16:9" }, "/image-gen-with-flux-1.1-ultra")
    expect(reply.json().job.pictures[0]).toMatchObject({ width: 2720, height: 1536 })
  })

  test.each([
    ["a prompt of one letter", { ...bottle, prompt: "a" }, "Prompt too short"],
    ["blanks for a prompt", { ...bottle, prompt: "    " }, "Prompt too short"],
    ["5,001 characters", { ...bottle, prompt: "a".repeat(5_001) }, "Prompt too long"],
    ["an unknown shape", { ...bottle, aspect_ratio: "7:1" }, /Invalid/],
    ["no shape", { prompt: "a chair" }, /Invalid/],
    ["five pictures", { ...bottle, num_outputs: 5 }, /Too big/],
    ["a NUL", { ...bottle, prompt: "a\u0000b" }, /Invalid text/],
  ])("refuses %s and takes nothing", async (_, body, message) => {
    const person = await t.signUp({ credits: 20 })
    const reply = await post(person, body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toMatch(message)
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 20, held: 0 })
  })

  test("refuses a shape the mode does not draw, and a visitor", async () => {
    const person = await t.signUp({ credits: 20 })
    expect((await post(person, bottle, "/image-gen-with-dalle3")).statusCode).toBe(400)
    expect((await t.request("POST", flux, { body: bottle })).statusCode).toBe(401)
  })

  test("says what it costs and what there is when credits are short", async () => {
    const person = await t.signUp({ credits: 4 })
    const reply = await post(person, bottle)
    expect(reply.statusCode).toBe(402)
    expect(reply.json()).toMatchObject({
      type: "not_enough_credits",
      message: "This costs 5 credits and you have 4.",
    })
  })

  test("leaves the gallery open, with its pictures, when the credits are used up", async () => {
    const person = await t.signUp({ credits: 5 })
    const drawn = await post(person, bottle)
    expect((await post(person, bottle)).statusCode).toBe(402)
    expect((await t.request("GET", "/own-pictures", { person })).json().data).toHaveLength(1)
    expect((await fetchPicture(drawn.json().data, person)).statusCode).toBe(200)
  })

  test("starts exactly one of ten at once with credit for one", async () => {
    const person = await t.signUp({ credits: 5 })
    const replies = await Promise.all(Array.from({ length: 10 }, () => post(person, bottle)))
    const statuses = replies.map((reply) => reply.statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 402)).toHaveLength(9)
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 0, held: 0 })
  })

  test("charges once and answers alike when one key comes ten times at once", async () => {
    const person = await t.signUp({ credits: 50 })
    const headers = { "idempotency-key": "press-0001" }
    const replies = await Promise.all(Array.from({ length: 10 }, () => post(person, bottle, flux, headers)))
    const addresses = new Set(replies.map((reply) => reply.json().data))
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(10).fill(200))
    expect(addresses.size).toBe(1)
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 45, held: 0 })
    const later = await post(person, bottle, flux, headers)
    expect(later.json().data).toBe(replies[0]?.json().data)
    const other = await post(person, { ...bottle, prompt: "something else" }, flux, headers)
    expect(other.json().type).toBe("idempotency_key_reused")
    const stranger = await t.signUp({ credits: 5 })
    expect((await post(stranger, bottle, flux, headers)).json().data).not.toBe(later.json().data)
  })

  test("takes no more than its person agreed to, and says what it costs now", async () => {
    const person = await t.signUp({ credits: 20 })
    const key = { "idempotency-key": "press-0002" }
    const dear = await post(person, bottle, flux, { ...key, "x-aworan-agreed-credits": "4" })
    expect(dear.json()).toMatchObject({ code: 409, type: "price_changed", fields: { credits: "5" } })
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 20, held: 0 })
    expect((await post(person, bottle, flux, { ...key, "x-aworan-agreed-credits": "5" })).statusCode).toBe(200)
    // What was taken is there, whatever it would cost by then.
    expect((await post(person, bottle, flux, { ...key, "x-aworan-agreed-credits": "4" })).statusCode).toBe(200)
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 15, held: 0 })
  })
})

describe("when the engine", () => {
  test.each(["fail", "garbage"])("answers with [%s], the credits return and the person is told", async (fault) => {
    const person = await t.signUp({ credits: 5 })
    const reply = await post(person, { ...bottle, prompt: `[${fault}] a chair` })
    expect(reply.statusCode).toBe(502)
    expect(reply.json().message).toBe(messages.generationFailed)
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 5, held: 0 })
    const pictures = await t.s.db
      .selectFrom("generations")
      .select("id")
      .where("accountId", "=", person.accountId)
      .execute()
    expect(pictures).toEqual([])
  })

  test("breaks, it is tried again a few times and then given up", async () => {
    const person = await t.signUp({ credits: 5 })
    const reply = await post(person, { ...bottle, prompt: "[break] a chair" })
    expect(reply.statusCode).toBe(502)
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 5, held: 0 })
  })

  test("gives fewer pictures than asked, only those are paid", async () => {
    const person = await t.signUp({ credits: 20 })
    const reply = await post(
      person,
      { ...bottle, prompt: "[few 1] a chair", num_outputs: 4 },
      "/image-gen-with-flux-dev-realism",
    )
    expect(reply.json().data).toHaveLength(1)
    expect(reply.json().job).toMatchObject({ count: 4, missing: 3, feeCredits: 2 })
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 18, held: 0 })
  })

  test("is slow, the call answers 202 and the order can be followed to its end", async () => {
    const drawn = Promise.withResolvers<void>()
    const engine = createInterruptedEngine({ ran: () => drawn.promise })
    const slow = await openTestApp({ settings: { GENERATION_WAIT_SECONDS: "0" }, replace: { engine } })
    try {
      const person = await slow.signUp({ credits: 5 })
      const reply = await slow.request("POST", flux, { person, body: bottle })
      expect(reply.statusCode).toBe(202)
      expect(reply.json()).toMatchObject({ data: null, job: { status: "waiting" } })
      const { id } = reply.json().job
      expect(await balanceOf(slow.s.db, person.accountId)).toEqual({ credits: 0, held: 5 })
      const open = await slow.request("GET", "/generation-orders", { person })
      expect(open.json().data.map((order: { id: string }) => order.id)).toEqual([id])
      const drawing = await until(async () => {
        const order = (await slow.request("GET", `/generation-orders/${id}`, { person })).json().data
        return order.previews.length > 0 && order
      })
      const preview = await slow.request("GET", new URL(drawing.previews[0]).pathname, { person })
      expect(preview.headers["content-type"]).toBe("image/webp")
      const stranger = await slow.signUp()
      const foreign = await slow.request("GET", new URL(drawing.previews[0]).pathname, { person: stranger })
      expect(foreign.statusCode).toBe(404)
      expect((await slow.request("GET", `/generation-orders/${id}`, { person: stranger })).statusCode).toBe(404)
      drawn.resolve()
      const ready = await until(async () => {
        const order = (await slow.request("GET", `/generation-orders/${id}`, { person })).json().data
        return order.status === "ready" && order
      })
      expect(ready.pictures).toHaveLength(1)
      expect(await balanceOf(slow.s.db, person.accountId)).toEqual({ credits: 0, held: 0 })
    } finally {
      drawn.resolve()
      await slow.close()
    }
  })
})

describe("an order that has not started", () => {
  test("can be taken back once, with its credits; a started one cannot", async () => {
    const idle = await openTestApp({ hasWorker: false, settings: { GENERATION_WAIT_SECONDS: "0" } })
    try {
      const person = await idle.signUp({ credits: 10 })
      const stranger = await idle.signUp()
      const place = async () => (await idle.request("POST", flux, { person, body: bottle })).json().job.id as string
      const first = await place()
      const cancel = (id: string, by: TestPerson) =>
        idle.request("POST", `/generation-orders/${id}/cancel`, { person: by })
      expect((await cancel(first, stranger)).statusCode).toBe(404)
      const replies = await Promise.all([cancel(first, person), cancel(first, person)])
      expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
      expect(await balanceOf(idle.s.db, person.accountId)).toEqual({ credits: 10, held: 0 })
      const second = await place()
      const worker = startWorker(idle.s, jobs)
      await until(async () => {
        const order = (await idle.request("GET", `/generation-orders/${second}`, { person })).json().data
        return order.status === "ready"
      })
      await worker.stop(1_000)
      expect((await cancel(second, person)).statusCode).toBe(409)
      expect((await idle.request("GET", `/generation-orders/${first}`, { person })).json().data.status).toBe(
        "cancelled",
      )
      expect(await balanceOf(idle.s.db, person.accountId)).toEqual({ credits: 5, held: 0 })
    } finally {
      await idle.close()
    }
  })
})

describe("who sees a picture", () => {
  async function buyer() {
    const person = await t.signUp({ credits: 20 })
    await t.s.db
      .insertInto("creditTransfers")
      .values({
        accountId: person.accountId,
        fromPocket: "outside",
        toPocket: "available",
        amount: 200,
        reason: `purchase:${person.accountId}`,
        kind: "purchase",
        note: "Basic",
      })
      .execute()
    return person
  }

  test("free use is public whatever is asked; who has paid is private unless they choose otherwise", async () => {
    const free = await t.signUp({ credits: 5 })
    expect((await post(free, { ...bottle, is_public: false })).json().job.isPublic).toBe(true)
    const paid = await buyer()
    expect((await post(paid, bottle)).json().job.isPublic).toBe(false)
    expect((await post(paid, { ...bottle, is_public: true })).json().job.isPublic).toBe(true)
    const studio = async (person: TestPerson) => (await t.request("GET", "/studio", { person })).json().data
    expect(await studio(free)).toMatchObject({ engine: "fake", isLocalEngine: true, canBePrivate: false })
    expect((await studio(paid)).canBePrivate).toBe(true)
  })

  test("its owner can close and open it again; a free account cannot close it, and nobody else can do either", async () => {
    const paid = await buyer()
    const stranger = await buyer()
    const { data: url, job } = (await post(paid, { ...bottle, is_public: true })).json()
    const change = (person: TestPerson, isPublic: boolean) =>
      t.request("POST", `/pictures/${job.pictures[0].id}/visibility`, { person, body: { is_public: isPublic } })
    expect((await change(stranger, false)).statusCode).toBe(404)
    expect((await change(paid, false)).json()).toEqual({ data: { is_public: false, waits_until: null } })
    expect((await fetchPicture(url)).statusCode).toBe(404)
    const order = async () =>
      (await t.request("GET", `/generation-orders/${job.id}`, { person: paid })).json().data.pictures[0].isPublic
    expect(await order()).toBe(false)
    await t.s.db.updateTable("accounts").set({ isEmailVerified: false }).where("id", "=", paid.accountId).execute()
    expect((await change(paid, true)).json()).toMatchObject({ code: 403, type: "not_allowed" })
    await t.s.db.updateTable("accounts").set({ isEmailVerified: true }).where("id", "=", paid.accountId).execute()
    expect((await change(paid, true)).statusCode).toBe(200)
    expect((await fetchPicture(url)).statusCode).toBe(200)

    const free = await t.signUp({ credits: 5 })
    const mine = (await post(free, bottle)).json()
    const refused = await t.request("POST", `/pictures/${mine.job.pictures[0].id}/visibility`, {
      person: free,
      body: { is_public: false },
    })
    expect(refused.json()).toMatchObject({ code: 403, message: expect.stringContaining("Free pictures are public") })
    expect((await fetchPicture(mine.data)).statusCode).toBe(200)
  })

  test("a private one is there for its owner's cookie only; a public one may be kept by anyone", async () => {
    const paid = await buyer()
    const stranger = await t.signUp()
    const url: string = (await post(paid, bottle)).json().data
    const own = await fetchPicture(url, paid)
    expect(own.statusCode).toBe(200)
    expect(own.headers["cache-control"]).toMatch(/^private/)
    expect(own.headers["content-security-policy"]).toContain("default-src 'none'")
    expect((await fetchPicture(url, stranger)).statusCode).toBe(404)
    expect((await fetchPicture(url)).statusCode).toBe(404)
    expect((await fetchPicture(url, stranger, "/320")).statusCode).toBe(404)
    const { data: publicUrl, job } = (await post(paid, { ...bottle, is_public: true })).json()
    const seen = await fetchPicture(publicUrl)
    expect(seen.statusCode).toBe(200)
    expect(seen.headers["cache-control"]).toBe("public, max-age=300")
    const document = `/v1/databases/main/collections/generations/documents/${job.pictures[0].id}`
    expect((await t.request("DELETE", document, { person: paid })).statusCode).toBe(204)
    const gone = await fetchPicture(publicUrl, undefined, "")
    expect([gone.statusCode, gone.headers["cache-control"]]).toEqual([404, "no-store"])
  })

  test("ranges are served, and refused outside of the file", async () => {
    const person = await t.signUp({ credits: 5 })
    const path = new URL((await post(person, bottle)).json().data).pathname
    const whole = await t.request("GET", path)
    const part = await t.request("GET", path, { headers: { range: "bytes=4-11" } })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(4, 12))
    expect(part.headers["content-range"]).toBe(`bytes 4-11/${whole.rawPayload.length}`)
    expect((await t.request("GET", path, { headers: { range: "bytes=99999999-" } })).statusCode).toBe(416)
    const known = await t.request("GET", path, { headers: { "if-none-match": String(whole.headers.etag) } })
    expect(known.statusCode).toBe(304)
  })

  test.each([
    "/pictures/nothing",
    "/pictures/..%2f..%2fetc",
    "/pictures/x/999",
    "/order-previews/x/0",
    "/order-previews/x/9",
  ])("%s is not there", async (path) => {
    expect((await t.request("GET", path)).statusCode).toBe(404)
  })
})

test("a person with forty orders delays another person's first by at most one", async () => {
  const idle = await openTestApp({ hasWorker: false, settings: { GENERATION_WAIT_SECONDS: "0" } })
  try {
    const busy = await idle.signUp({ credits: 200 })
    const calm = await idle.signUp({ credits: 5 })
    const place = (person: TestPerson) => idle.request("POST", flux, { person, body: bottle })
    for (let n = 0; n < 40; n++) expect((await place(busy)).statusCode).toBe(202)
    await place(calm)
    const worker = startWorker(idle.s, jobs)
    await until(async () => {
      const { open } = await idle.s.db
        .selectFrom("runs")
        .select((query) => query.fn.countAll<string>().as("open"))
        .where("finishedAt", "is", null)
        .executeTakeFirstOrThrow()
      return Number(open) === 0
    })
    await worker.stop(1_000)
    const started = await idle.s.db.selectFrom("runs").select("accountId").orderBy("startedAt").execute()
    expect(started.findIndex((order) => order.accountId === calm.accountId)).toBeLessThanOrEqual(
      idle.s.engine.capabilities.concurrency,
    )
  } finally {
    await idle.close()
  }
})

test("the outer database is refused inside a transaction, where it would wait for itself", async () => {
  const misuse = transact(t.s.db, () => balanceOf(t.s.db, "nobody"))
  await expect(misuse).rejects.toThrow(/pass tx down/)
})

describe("POST /studio/readings", () => {
  const read = (body: object, person?: TestPerson) =>
    t.request("POST", "/studio/readings", { ...(person && { person }), body })

  test("tells what the engine makes of the words, and asks for a session", async () => {
    const person = await t.signUp()
    const body = { prompt: "clay pot", mode: "flux1.1-pro" }
    expect((await read(body, person)).json()).toEqual({
      data: {
        ...{ understood: ["clay", "pot"], substituted: [], ignored: [], isUnderstood: true },
        ...{ unknown: null, nearest: null, scene: {}, isLarge: null },
      },
    })
    expect((await read(body)).statusCode).toBe(401)
    expect((await read({ prompt: "a".repeat(5_001), mode: "x" }, person)).statusCode).toBe(400)
  })
})

describe("words that name what the engine cannot draw", () => {
  const wig = { prompt: "a [unknown wig] on a stand", aspect_ratio: "1:1", num_outputs: 3 }
  const realism = "/image-gen-with-flux-dev-realism"

  test("are refused before anything is paid, with what comes nearest", async () => {
    const person = await t.signUp({ credits: 20 })
    const refused = await post(person, wig, realism)
    expect(refused.json()).toMatchObject({
      code: 422,
      type: "not_drawn",
      message: "We cannot draw “wig” yet. Nearest is: pot. Nothing was paid.",
    })
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 20, held: 0 })
    expect((await t.request("GET", "/generation-orders", { person })).json().data).toEqual([])
  })

  test("become one poster on purpose, for the fee of a poster, which is called one", async () => {
    const person = await t.signUp({ credits: 20 })
    const made = await post(person, { ...wig, as_poster: true }, realism)
    expect(made.statusCode, made.body).toBe(200)
    expect(made.json().job).toMatchObject({
      ...{ isPoster: true, count: 1, feeCredits: 1, understood: ["a poster of these words"], ignored: [] },
    })
    expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(19)
  })

  test("leave other orders as they are", async () => {
    const person = await t.signUp({ credits: 20 })
    expect((await post(person, bottle)).json().job).toMatchObject({ isPoster: false, feeCredits: 5 })
  })
})
