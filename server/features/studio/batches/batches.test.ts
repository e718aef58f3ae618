import { unzipSync } from "fflate"
import { sql } from "kysely"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Batch } from "#contract/studio/batches.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { deleteOnceAwaited, holdOpen, untilWaiting } from "#server/testing/databases/locks.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { createInterruptedEngine, type Interruptions } from "#server/testing/services/interrupted-engine.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

async function upload(person: TestPerson, bytes: Buffer, name: string): Promise<string> {
  const form = new FormData()
  form.append("upload_preset", "photos")
  form.append("file", new Blob([Uint8Array.from(bytes)]), name)
  const encoded = new Response(form)
  const reply = await t.app.inject({
    method: "POST",
    url: "/v1_1/aworan/image/upload",
    headers: { cookie: person.cookie, "content-type": encoded.headers.get("content-type") ?? "" },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().secure_url
}

async function photos(person: TestPerson): Promise<{ good: string; broken: string }> {
  const whole = await sharp({
    create: { width: 300, height: 200, channels: 3, background: "#c04020", noise: { type: "gaussian", sigma: 30 } },
  })
    .jpeg()
    .toBuffer()
  return {
    good: await upload(person, whole, "=shoe, left.jpg"),
    broken: await upload(person, whole.subarray(0, whole.length / 2), "cut off.jpg"),
  }
}

const creditsOf = ({ accountId }: TestPerson) => balanceOf(t.s.db, accountId)
const start = (person: TestPerson, images: string[], recipe: object = { tool: "cut-out" }, headers = {}) =>
  t.request("POST", "/photo-batches", { person, body: { images, recipe }, headers })
const act = (person: TestPerson, id: string, what: string) =>
  t.request(what === "" || what === "/download" ? "GET" : "POST", `/photo-batches/${id}${what}`, { person })
const read = async (person: TestPerson, id: string): Promise<Batch> => (await act(person, id, "")).json().data
const count = ({ items }: Batch, status: string): number => items.filter(({ run }) => run.status === status).length

test("fifty photos with two broken ones give 48 results and two refunds, and a restart repeats nothing", async () => {
  const person = await t.signUp({ credits: 60 })
  const { good, broken } = await photos(person)
  const images = Array.from({ length: 50 }, (_, n) => (n === 7 || n === 31 ? broken : good))
  const headers = { "idempotency-key": "batch-press-1" }
  const [reply, same] = await Promise.all([
    start(person, images, undefined, headers),
    start(person, images, undefined, headers),
  ])
  expect(reply.statusCode, reply.body).toBe(200)
  const { id, feeCredits, items } = reply.json().data as Batch
  expect([feeCredits, items.length]).toEqual([50, 50])
  expect(same.json().data.id).toBe(id)
  expect(await creditsOf(person)).toEqual({ credits: 10, held: 50 })

  const first = startWorker(t.s, jobs)
  await until(async () => count(await read(person, id), "ready") > 4)
  await first.stop(0)
  const second = startWorker(t.s, jobs)
  const ended = await until(async () => {
    const batch = await read(person, id)
    return batch.status === "ready" && batch
  })
  expect([count(ended, "ready"), count(ended, "failed"), ended.feeCredits]).toEqual([48, 2, 48])
  expect(await creditsOf(person)).toEqual({ credits: 12, held: 0 })
  const made = await t.s.db.selectFrom("generations").select("id").where("accountId", "=", person.accountId).execute()
  expect(made).toHaveLength(48)

  // Trying again orders the two alone, once however often it is pressed, and they fail again.
  const again = await Promise.all([act(person, id, "/retry"), act(person, id, "/retry")])
  expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await until(async () => {
    const batch = await read(person, id)
    return batch.status === "ready" && count(batch, "failed") === 2
  })
  await second.stop(5_000)
  const runs = await t.s.db.selectFrom("runs").select("id").where("parentRunId", "=", id).execute()
  expect(runs).toHaveLength(52)
  expect(await creditsOf(person)).toEqual({ credits: 12, held: 0 })
}, 180_000)

test("a batch is stopped with its credits, and sent as a ZIP with what there is", async () => {
  const person = await t.signUp({ credits: 10 })
  const { good } = await photos(person)
  const { id } = (await start(person, [good, good, good], { tool: "cut-out", presets: ["jumia-680x850"] })).json().data
  const stranger = await t.signUp()
  for (const what of ["", "/stop", "/retry", "/download"]) expect((await act(stranger, id, what)).statusCode).toBe(404)
  const stopped = (await act(person, id, "/stop")).json().data as Batch
  expect([stopped.status, count(stopped, "cancelled")]).toEqual(["cancelled", 3])
  expect(await creditsOf(person)).toEqual({ credits: 10, held: 0 })
  expect((await act(person, id, "/retry")).json().data.status).toBe("running")
  const worker = startWorker(t.s, jobs)
  await until(async () => (await read(person, id)).status === "ready")
  await worker.stop(5_000)
  const zip = await act(person, id, "/download")
  expect(zip.headers["content-type"]).toBe("application/zip")
  const text = zip.rawPayload.toString("latin1")
  expect(text).toContain("01-shoe-left-jumia-680x850.jpg")
  // A name never becomes a formula in a spreadsheet.
  expect(text).toContain(`"1","'=shoe, left","ready","01-shoe-left-jumia-680x850.jpg","Jumia","680","850",`)
})

test("cut-outs stand before a colour, on white where a place asks for it, and pay nothing more", async () => {
  const person = await t.signUp({ credits: 10 })
  const { good } = await photos(person)
  const ground = { tool: "cut-out", ground: "colour", colour: "#336699" }
  const presets = ["instagram-9x16", "jumia-680x850"]
  const plain = (await start(person, [good], ground)).json().data as Batch
  const placed = (await start(person, [good], { ...ground, presets })).json().data as Batch
  expect([plain.recipe.colour, plain.feeCredits, placed.feeCredits]).toEqual(["#336699", 1, 1])
  const worker = startWorker(t.s, jobs)
  for (const { id } of [plain, placed]) await until(async () => (await read(person, id)).status === "ready")
  await worker.stop(5_000)
  const files = async ({ id }: Batch) => Object.entries(unzipSync((await act(person, id, "/download")).rawPayload))
  const pictures = [...(await files(plain)), ...(await files(placed))].filter(([name]) => name.endsWith(".jpg"))
  const looks = await Promise.all(
    pictures.map(async ([name, bytes]) => {
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      const corner = [...data.subarray(0, 3)].map((part) => Math.round(part / 17))
      return [name, `${info.width} × ${info.height}`, corner]
    }),
  )
  expect(looks).toEqual([
    ["01-shoe-left.jpg", "1080 × 1080", [3, 6, 9]],
    ["01-shoe-left-jumia-680x850.jpg", "680 × 850", [15, 15, 15]],
    ["01-shoe-left-instagram-9x16.jpg", "1080 × 1920", [3, 6, 9]],
  ])
  const bad = await start(person, [good], { ...ground, colour: "blue" })
  expect(bad.json()).toMatchObject({ code: 400, message: expect.stringContaining("A colour is written as #rrggbb") })
})

test("a batch that cannot be paid, or has a photo that cannot be taken, orders nothing", async () => {
  const person = await t.signUp({ credits: 2 })
  const { good } = await photos(person)
  const short = await start(person, [good, good, good])
  expect(short.json()).toMatchObject({ code: 402, message: "This costs 3 credits and you have 2." })
  const foreign = await start(person, [good, "https://example.com/a.jpg"])
  expect(foreign.json()).toMatchObject({ code: 400, message: expect.stringMatching(/^Photo 2: /) })
  expect((await start(person, [])).json().message).toContain("Please upload at least 1 images.")
  expect((await start(person, Array(51).fill(good))).json().message).toContain("Too many files")
  expect(await t.s.db.selectFrom("runs").select("id").where("accountId", "=", person.accountId).execute()).toEqual([])
  expect(await creditsOf(person)).toEqual({ credits: 2, held: 0 })
})

test("a picture that cannot be made ready is told in the list, and the others are sent", async () => {
  const person = await t.signUp({ credits: 10 })
  const { good } = await photos(person)
  const { id } = (await start(person, [good, good], { tool: "cut-out", presets: ["jumia-680x850"] })).json().data
  const worker = startWorker(t.s, jobs)
  await until(async () => (await read(person, id)).status === "ready")
  await worker.stop(5_000)
  const [first] = (await read(person, id)).items
  const { storageKey } = await t.s.db
    .selectFrom("generations")
    .select("storageKey")
    .where("runId", "=", first?.run.id ?? "")
    .executeTakeFirstOrThrow()
  await t.s.storage.put(storageKey, Buffer.from("no picture any more"), "image/png")
  const zip = await act(person, id, "/download")
  expect(zip.statusCode).toBe(200)
  const text = zip.rawPayload.toString("latin1")
  expect(text).toContain(`"1","'=shoe, left","ready","","Jumia","","","","could not be made ready`)
  expect(text).toContain(`"2","'=shoe, left","ready","02-shoe-left-jumia-680x850.jpg","Jumia","680","850",`)
})

test("a batch is not tried again beyond what one person may have under way", async () => {
  const person = await t.signUp({ credits: 250 })
  const { good } = await photos(person)
  const fifty = Array(50).fill(good)
  const batches: string[] = []
  for (const images of [fifty, fifty, fifty, fifty.slice(0, 40)]) {
    batches.push((await start(person, images)).json().data.id)
  }
  const [first = ""] = batches
  await act(person, first, "/stop")
  expect((await start(person, fifty)).statusCode).toBe(200)
  const again = await act(person, first, "/retry")
  expect([again.statusCode, again.json().type]).toEqual([429, "too_many_running"])
  expect(await creditsOf(person)).toEqual({ credits: 60, held: 190 })
})

test("a batch that no engine carries out is not ordered", async () => {
  const outer = t
  t = await openTestApp({ hasWorker: false, settings: { ENGINE_ROUTES: "cut-out=none" } })
  try {
    const person = await t.signUp({ credits: 5 })
    const { good } = await photos(person)
    const refused = await start(person, [good, good])
    expect([refused.statusCode, refused.json().type]).toEqual([409, "engine_unavailable"])
    expect(await creditsOf(person)).toEqual({ credits: 5, held: 0 })
    expect((await start(person, [good], { tool: "upscale" })).statusCode).toBe(200)
  } finally {
    await t.close()
    t = outer
  }
})

describe.runIf(isPostgres())("a batch tried again while one of its photos ends", () => {
  test("does not wait for that in a ring", async () => {
    const person = await t.signUp({ credits: 10 })
    const { good } = await photos(person)
    const { id, items } = (await start(person, [good, good])).json().data as Batch
    const [stopped, open] = items.map(({ run }) => run.id)
    await t.request("POST", `/runs/${stopped}/cancel`, { person })
    // As whoever ends a photo holds the batch: new photos may still refer to it.
    const release = await holdOpen(t.s.db, (tx) =>
      sql`select 1 from runs where id = ${id} for no key update`.execute(tx),
    )
    const ending = t.request("POST", `/runs/${open}/cancel`, { person }).then((reply) => reply)
    await untilWaiting(t.s.db, 1)
    const trying = act(person, id, "/retry").then((reply) => reply)
    await untilWaiting(t.s.db, 2)
    await release()
    expect([(await ending).statusCode, (await trying).statusCode]).toEqual([200, 200])
    expect(await creditsOf(person)).toEqual({ credits: 9, held: 1 })
  })
})

describe.runIf(isPostgres())("an account that is deleted while it is waited for", () => {
  test.each(["/stop", "/retry"])("is not thrown out for a batch: %s", async (what) => {
    const person = await t.signUp({ credits: 10 })
    const { good } = await photos(person)
    const { id, items } = (await start(person, [good, good])).json().data as Batch
    await t.request("POST", `/runs/${items[0]?.run.id}/cancel`, { person })
    const { begun } = await deleteOnceAwaited(t.s.db, person.accountId, () => act(person, id, what).then((r) => r))
    expect((await begun).statusCode).toBe(404)
  })
})

test("a second press on trying again that comes when the photos are done opens nothing anew", async () => {
  const meanwhile: Interruptions = {}
  const app = await openTestApp({ hasWorker: false, replace: { engine: createInterruptedEngine(meanwhile) } })
  try {
    const person = await app.signUp({ credits: 10 })
    const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#c04020" } })
      .png()
      .toBuffer()
    const image = `data:image/png;base64,${photo.toString("base64")}`
    const post = (path: string, body: object = {}) => app.request("POST", `/photo-batches${path}`, { person, body })
    const { id } = (await post("", { images: [image], recipe: { tool: "cut-out" } })).json().data
    await post(`/${id}/stop`)

    const [asked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    meanwhile.offered = async () => {
      asked.resolve()
      await done.promise
    }
    const late = post(`/${id}/retry`).then((reply) => reply)
    await asked.promise
    delete meanwhile.offered
    const first = await post(`/${id}/retry`)
    expect(first.statusCode, first.body).toBe(200)
    const worker = startWorker(app.s, jobs)
    const read = async (): Promise<Batch> => (await app.request("GET", `/photo-batches/${id}`, { person })).json().data
    await until(async () => (await read()).status === "ready")
    await worker.stop(5_000)
    done.resolve()
    expect((await late).json().data).toMatchObject({ status: "ready", items: [{ run: { status: "ready" } }] })
  } finally {
    await app.close()
  }
})
