import { unzipSync } from "fflate"
import { sql } from "kysely"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Batch } from "#contract/studio/batches.ts"
import type { PhotoResult } from "#contract/studio/photos.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { transact } from "#server/db/open.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { tellOfEnd } from "#server/features/studio/runs/tell-of-end.ts"
import { readMark } from "#server/media/ai-mark.ts"
import { readCsv } from "#server/testing/read-csv.ts"
import { sendForm } from "#server/testing/records/uploads.ts"
import { createPattern, openHosted } from "#server/testing/services/hosted.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const set = "plain-blue"
/** Credits for a cut-out and a set. */
const fee = 3
/** For a cut-out alone. */
const cutOutFee = 1

/** A reddish photo. */
function picture(width: number, height: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 10 } as const
  return sharp({ create: { width, height, channels: 3, background: "#000", noise } })
    .linear([1.5, 0.5, 0.25], [0, 0, 0])
    .jpeg()
    .toBuffer()
}

async function upload(person: TestPerson, bytes: Buffer, name: string, app = t): Promise<string> {
  const form = new FormData()
  form.append("upload_preset", "photos")
  form.append("file", new Blob([Uint8Array.from(bytes)]), name)
  const reply = await sendForm(app, "/v1_1/aworan/image/upload", form, { person })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().secure_url
}

/** One as they should be, one that is cut off, and one whose edge the engine is not sure of. */
async function threePhotos(person: TestPerson): Promise<string[]> {
  const whole = await picture(300, 200)
  return [
    await upload(person, whole, "shoe.jpg"),
    await upload(person, whole.subarray(0, whole.length / 2), "cut off.jpg"),
    await upload(person, await picture(100, 300), "vase.jpg"),
  ]
}

const creditsOf = ({ accountId }: TestPerson) => balanceOf(t.s.db, accountId)
const start = (person: TestPerson, images: string[], recipe: object, app = t) =>
  app.request("POST", "/photo-batches", { person, body: { images, recipe: { tool: "cut-out", ...recipe } } })
const read = async (person: TestPerson, id: string, app = t): Promise<Batch> =>
  (await app.request("GET", `/photo-batches/${id}`, { person })).json().data
const endOf = (person: TestPerson, id: string, app = t): Promise<Batch> =>
  until(async () => {
    const batch = await read(person, id, app)
    return batch.status === "ready" && batch
  })
const resultOf = ({ items }: Batch, position: number) => items[position]?.run.result as PhotoResult | null

async function filesOf(person: TestPerson, id: string): Promise<{ pictures: [string, Buffer][]; manifest: string }> {
  const { rawPayload } = await t.request("GET", `/photo-batches/${id}/download`, { person })
  const { "manifest.csv": manifest, ...pictures } = unzipSync(rawPayload)
  return {
    pictures: Object.entries(pictures).map(([name, bytes]) => [name, Buffer.from(bytes)]),
    manifest: readCsv(Buffer.from(manifest ?? []).toString())
      .map((cells) => cells.join(","))
      .join("\r\n"),
  }
}

/** Colour of a pixel in sixteen steps a part, at shares of the sides. */
async function colourAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).flatten().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * info.channels
  return [...data.subarray(at, at + 3)].map((part) => Math.round(part / 17))
}

describe("a batch whose photos are put into a set", () => {
  test("pays for cut-out and set of what was done, and gives both, white where a place asks for it", async () => {
    const person = await t.signUp({ credits: 20 })
    const presets = ["amazon-2000", "instagram-9x16"]
    const images = await threePhotos(person)
    const reply = await start(person, images, { ground: "set", set, presets })
    expect(reply.statusCode, reply.body).toBe(200)
    const { id, feeCredits } = reply.json().data as Batch
    expect(feeCredits).toBe(3 * fee)
    const ended = await endOf(person, id)
    expect(ended.items.map(({ run }) => run.status)).toEqual(["ready", "failed", "ready"])
    const paid = fee + cutOutFee
    expect([ended.feeCredits, await creditsOf(person)]).toEqual([paid, { credits: 20 - paid, held: 0 }])

    const told = async () => (await t.request("GET", `/runs/${id}`, { person })).json().data.result
    expect(await told()).toEqual({ ready: 2, failed: 1, cancelled: 0, unsure: 1 })
    // Whoever went on to something else is not told that it is done either.
    const row = await t.s.db.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
    await transact(t.s.db, (tx) => tellOfEnd(t.s, tx, { ...row, createdAt: new Date(0) }, "Your batch"))
    const { data: notices } = (await t.request("GET", "/notices", { person })).json()
    const text = "We are not sure of an edge. Please look before you use what was made."
    expect(notices).toMatchObject([{ title: "Your batch waits for your look", text }])
    const several = { ...row, id: "several", createdAt: new Date(0), result: { ...row.result, unsure: 3 } }
    await transact(t.s.db, (tx) => tellOfEnd(t.s, tx, several, "Your batch"))
    const { data: more } = (await t.request("GET", "/notices", { person })).json()
    expect(more.map((notice: { text: string }) => notice.text)).toContain(
      text.replace("an edge", "the edges of 3 pictures"),
    )
    const [shoe, vase] = [resultOf(ended, 0), resultOf(ended, 2)]
    const isPlaced = { picture: { width: 1_080, height: 1_080 }, isWaiting: false, isSettled: true }
    expect(shoe).toMatchObject({ ...isPlaced, isSure: true, cutOut: { width: 300 } })
    // Nobody pays for a set around an unsure cut-out that they have not seen.
    expect(vase).toMatchObject({ isSure: false, isSettled: false, isWaiting: true, picture: null })
    expect(vase?.cutOut).toMatchObject({ width: 100 })
    const early = await filesOf(person, id)
    expect(early.pictures.map(([name]) => name)).toContain("03-vase-amazon-2000-look-at-this.jpg")
    expect(early.manifest).toContain("3,vase,to look at,,Instagram,,,,its cut-out waits to be looked at")
    expect(early.manifest).toMatch(
      /3,vase,to look at,03-vase-amazon-2000-look-at-this.jpg,.*Look at this one: we are not sure of the edge/,
    )
    // What is not sure can be looked at, with the engine's second answer and the photo behind it.
    const cutOut = await t.request("GET", `/cut-outs/${vase?.cutOut?.id}`, { person })
    expect(cutOut.json().data).toMatchObject({ isSure: false, photoUrl: images[2], answers: { chosen: "first" } })
    const intoSet = (by = person) => t.request("POST", `/photo-batches/${id}/sets`, { person: by })
    expect((await intoSet()).json()).toMatchObject({ code: 409, type: "cut_out_unseen" })
    expect((await intoSet(await t.signUp())).statusCode).toBe(404)
    const taken = { person, body: { answer: "other" } }
    expect((await t.request("POST", `/cut-outs/${vase?.cutOut?.id}/answer`, taken)).statusCode).toBe(200)
    const [one, two] = await Promise.all([intoSet(), intoSet()])
    expect([one.statusCode, two.statusCode].filter((status) => status === 200).length).toBeGreaterThan(0)
    const whole = await endOf(person, id)
    expect([whole.feeCredits, await creditsOf(person)]).toEqual([2 * fee, { credits: 20 - 2 * fee, held: 0 }])
    expect(await told()).toEqual({ ready: 2, failed: 1, cancelled: 0, unsure: 0 })
    const placedVase = resultOf(whole, 2)
    expect(placedVase).toMatchObject({ ...isPlaced, cutOut: { id: vase?.cutOut?.id } })
    expect((await intoSet()).json()).toMatchObject({ code: 409, type: "cut_out_unseen" })
    expect((await t.request("GET", `/cut-outs/${placedVase?.picture?.id}`, { person })).statusCode).toBe(404)

    const { pictures, manifest } = await filesOf(person, id)
    const [, , plain, placed] = pictures.map(([, bytes]) => bytes)
    expect(pictures.map(([name]) => name)).toEqual([
      "01-shoe-amazon-2000.jpg",
      "01-shoe-instagram-9x16.jpg",
      "03-vase-amazon-2000.jpg",
      "03-vase-instagram-9x16.jpg",
    ])
    if (!plain || !placed) throw new Error("A picture is missing.")
    expect([await colourAt(plain, 0, 0), await readMark(plain)]).toEqual([[15, 15, 15], null])
    expect((await colourAt(plain, 0.5, 0.5))[2]).toBeLessThan(4)
    expect((await colourAt(placed, 0.5, 0.5))[2]).toBeGreaterThan(8)
    expect((await readMark(placed))?.source).toBe("compositeWithTrainedAlgorithmicMedia")
    const lines = manifest.trim().split("\r\n")
    expect(lines.slice(1).map((line) => line.split(",").slice(0, 7).join(","))).toEqual([
      "1,shoe,ready,01-shoe-amazon-2000.jpg,Amazon,2000,2000",
      "1,shoe,ready,01-shoe-instagram-9x16.jpg,Instagram,1080,1920",
      "2,cut off,failed,,,,",
      "3,vase,ready,03-vase-amazon-2000.jpg,Amazon,2000,2000",
      "3,vase,ready,03-vase-instagram-9x16.jpg,Instagram,1080,1920",
    ])

    const again = await t.request("POST", `/photo-batches/${id}/retry`, { person })
    expect(again.json().data).toMatchObject({ status: "running", feeCredits: 3 * fee })
    expect((await endOf(person, id)).feeCredits).toBe(2 * fee)
    expect(await creditsOf(person)).toEqual({ credits: 20 - 2 * fee, held: 0 })
    const made = await t.s.db
      .selectFrom("generations")
      .select("mode")
      .where("accountId", "=", person.accountId)
      .execute()
    expect(made.map(({ mode }) => mode).sort()).toEqual(["bg-remover", "bg-remover", "scene", "scene"])
  })

  test("is sent as the pictures themselves without places, and tells what was removed since", async () => {
    const person = await t.signUp({ credits: 10 })
    const [shoe = ""] = await threePhotos(person)
    const plain = (await start(person, [shoe], { ground: "set", set })).json().data as Batch
    const presets = ["jumia-680x850", "shopify-2048"]
    const placed = (await start(person, [shoe], { ground: "set", set, presets })).json().data as Batch
    await endOf(person, plain.id)
    const removed = resultOf(await endOf(person, placed.id), 0)?.cutOut?.id
    const [[name, bytes] = ["", Buffer.alloc(0)]] = (await filesOf(person, plain.id)).pictures
    const { format, width, height } = await sharp(bytes).metadata()
    expect([name, format, width, height]).toEqual(["01-shoe.webp", "webp", 1_080, 1_080])

    const document = `/v1/databases/main/collections/generations/documents/${removed}`
    expect((await t.request("DELETE", document, { person })).statusCode).toBe(204)
    const { pictures, manifest } = await filesOf(person, placed.id)
    expect(pictures.map(([file]) => file)).toEqual(["01-shoe-shopify-2048.jpg"])
    expect(manifest).toContain("1,shoe,ready,,Jumia,,,,deleted since")
    expect(resultOf(await read(person, placed.id), 0)).toMatchObject({ picture: { width: 1_080 }, cutOut: null })
  })

  test.each([
    ["unknown", { ground: "set", set: "the moon" }, "There is no such set."],
    ["missing", { ground: "set" }, "Please choose a set"],
  ])("is refused for an %s set", async (_, recipe, message) => {
    const person = await t.signUp({ credits: 10 })
    const [shoe = ""] = await threePhotos(person)
    const reply = await start(person, [shoe], recipe)
    expect([reply.statusCode, reply.json().message]).toEqual([400, message])
    expect(reply.json().fields).toEqual({ "recipe.set": message })
    expect(await creditsOf(person)).toEqual({ credits: 10, held: 0 })
  })

  test("is refused for its whole price, which is the cut-outs' and the sets'", async () => {
    const person = await t.signUp({ credits: 5 })
    const [shoe = ""] = await threePhotos(person)
    const reply = await start(person, [shoe, shoe], { ground: "set", set })
    expect(reply.json()).toMatchObject({ code: 402, message: "This costs 6 credits and you have 5." })
    expect(await creditsOf(person)).toEqual({ credits: 5, held: 0 })
  })

  test.each(["shoot", "cut-out"])("is not ordered where nobody does the %s", async (kind) => {
    const other = await openTestApp({ hasWorker: false, settings: { ENGINE_ROUTES: `${kind}=none` } })
    try {
      const person = await other.signUp({ credits: 10 })
      const shoe = await upload(person, await picture(300, 200), "shoe.jpg", other)
      const reply = await start(person, [shoe], { ground: "set", set }, other)
      expect([reply.statusCode, reply.json().type]).toEqual([409, "engine_unavailable"])
      expect(await balanceOf(other.s.db, person.accountId)).toEqual({ credits: 10, held: 0 })
    } finally {
      await other.close()
    }
  })

  test("pays a provider once for a cut-out whose process dies before the set", async () => {
    const h = await openHosted({ hasWorker: false })
    const hosted = await h.open({ ENGINE_ROUTES: "shoot=fake" })
    const { engine } = hosted.s
    const run = engine.run.bind(engine)
    let shoots = 0
    engine.run = (order, watch) => {
      if (order.kind !== "shoot" || ++shoots > 1) return run(order, watch)
      return new Promise((_, reject) => watch.signal.addEventListener("abort", () => reject(watch.signal.reason)))
    }
    try {
      const person = await hosted.signUp({ credits: 10 })
      const shoe = await upload(person, await picture(300, 200), "shoe.jpg", hosted)
      const { id } = (await start(person, [shoe], { ground: "set", set }, hosted)).json().data
      const first = startWorker(hosted.s, jobs)
      await until(async () => shoots === 1)
      await first.stop(0)
      expect(await balanceOf(hosted.s.db, person.accountId)).toEqual({ credits: 10 - fee, held: fee })
      const second = startWorker(hosted.s, jobs)
      const ended = await endOf(person, id, hosted)
      await second.stop(5_000)
      expect(resultOf(ended, 0)).toMatchObject({ picture: { width: 1_080 }, cutOut: {} })
      expect([shoots, h.fakes.count(createPattern)]).toEqual([2, 1])
      expect(await balanceOf(hosted.s.db, person.accountId)).toEqual({ credits: 10 - fee, held: 0 })
    } finally {
      await hosted.close()
      await h.close()
    }
  })
})

test("cut-outs stand before a gradient in each free place for nothing more; older recipes have the usual colours", async () => {
  const person = await t.signUp({ credits: 10 })
  const [shoe = ""] = await threePhotos(person)
  const presets = ["instagram-9x16", "jumia-680x850"]
  const recipe = { ground: "gradient", from: "#ff0000", to: "#0000ff", presets }
  const { id, feeCredits } = (await start(person, [shoe], recipe)).json().data as Batch
  expect(feeCredits).toBe(1)
  await endOf(person, id)
  const { pictures } = await filesOf(person, id)
  const looks = await Promise.all(
    pictures.map(async ([name, bytes]) => [name, await colourAt(bytes, 0, 0), await colourAt(bytes, 1, 1)]),
  )
  expect(looks).toEqual([
    ["01-shoe-jumia-680x850.jpg", [15, 15, 15], [15, 15, 15]],
    ["01-shoe-instagram-9x16.jpg", [15, 0, 0], [0, 0, 15]],
  ])
  const bad = await start(person, [shoe], { ...recipe, to: "blue" })
  expect(bad.json()).toMatchObject({ code: 400, message: "A colour is written as #rrggbb" })

  await sql`update runs set input = input #- '{recipe,from}' #- '{recipe,to}' where id = ${id}`.execute(t.s.db)
  expect((await read(person, id)).recipe).toMatchObject({ ground: "gradient", from: "#f3ece0", to: "#c9a877" })
})
