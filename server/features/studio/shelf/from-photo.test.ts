import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { PhotoResult } from "#contract/studio/photos.ts"
import type { Product } from "#contract/studio/shelf.ts"
import type { FromPhoto } from "#contract/studio/shelf-from-photo.ts"
import type { ImageEngine } from "#server/adapters/image-engine/port.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { newShop } from "./testing/build-shop.ts"

let t: TestApp
/** One whose work begins when a test says so. */
let still: TestApp

beforeAll(async () => {
  t = await openTestApp()
  still = await openTestApp({ hasWorker: false })
})
afterAll(async () => {
  await t.close()
  await still.close()
})

const set = { kind: "set", name: "plain-blue" } as const
const colours = { kind: "colours" } as const
/** Credits of the cut-out and of the scene. */
const [cutOutFee, sceneFee] = [1, 2]

/** @returns where a reddish photo is, and its id. The engine of tests is sure of wide ones alone. */
async function upload(person: TestPerson, app = t, [width, height]: [number, number] = [300, 200]) {
  const noise = { type: "gaussian", mean: 128, sigma: 10 } as const
  const bytes = await sharp({ create: { width, height, channels: 3, background: "#000", noise } })
    .linear([1.5, 0.5, 0.25], [0, 0, 0])
    .png()
    .toBuffer()
  const { $id } = await uploaded(app, bytes, { person, bucket: "images", name: "bag.png" })
  return { id: $id, image: `/v1/storage/buckets/images/files/${$id}/view` }
}

async function begin(person: TestPerson, body: object, { app = t, key }: { app?: TestApp; key?: string } = {}) {
  const headers = key === undefined ? {} : { "idempotency-key": key }
  const reply = await app.request("POST", "/shelf/from-photo", { person, body, headers })
  return { status: reply.statusCode, error: reply.json(), data: reply.json().data as FromPhoto & { productId: string } }
}

const ask = async (person: TestPerson, id: string, app = t) =>
  (await app.request("GET", `/shelf/products/${id}/from-photo`, { person })).json().data as FromPhoto
const goOn = (person: TestPerson, id: string) => t.request("POST", `/shelf/products/${id}/from-photo`, { person })
const productOf = async (person: TestPerson, id: string, app = t) =>
  (await app.request("GET", `/shelf/products/${id}`, { person })).json().data as Product
const creditsOf = (person: TestPerson, app = t) => balanceOf(app.s.db, person.accountId)

/** Waits until nothing is under way any more. */
const endOf = (person: TestPerson, id: string, app = t): Promise<FromPhoto> =>
  until(async () => {
    const state = await ask(person, id, app)
    const isOpen = [state.cutOut, state.scene].some((run) => run?.status === "waiting" || run?.status === "running")
    return !isOpen && state
  })

test("a photo becomes a draft with a picture on white, a scene and words, for the price that was said", async () => {
  const person = await t.signUp({ credits: 10 })
  const photo = await upload(person)
  const shop = { ...newShop, handle: "own-colours", brandColour: "#c81e1e", isPublished: false }
  expect((await t.request("PUT", "/own-shop", { person, body: shop })).statusCode).toBe(200)
  const ground = { ...set, inMyColours: true }
  const { status, data } = await begin(person, { image: photo.image, thing: "handbag", ground })
  expect([status, data.cutOut.feeCredits, data.sceneCredits]).toEqual([201, cutOutFee + sceneFee, sceneFee])
  // It is there from the first moment, whatever becomes of the work.
  const first = await productOf(person, data.productId)
  expect([first.isOnShelf, first.pictures.map(({ id }) => id)]).toEqual([false, [photo.id]])
  const ended = await endOf(person, data.productId)
  expect([ended.cutOut.status, ended.scene?.status]).toEqual(["ready", "ready"])
  expect(await creditsOf(person)).toEqual({ credits: 10 - cutOutFee - sceneFee, held: 0 })

  const product = await productOf(person, data.productId)
  expect(product.pictures.map(({ source }) => source)).toEqual(["generations", "generations", "files"])
  const scene = (ended.scene?.result as PhotoResult | undefined)?.picture?.id
  expect(product.pictures[1]?.id).toBe(scene)
  const sizes = await Promise.all(
    product.pictures.slice(0, 2).map(async ({ url }) => {
      const bytes = (await t.request("GET", url, { person })).rawPayload
      const { width, height } = await sharp(bytes).metadata()
      const corner = await sharp(bytes).extract({ left: 0, top: 0, width: 4, height: 4 }).removeAlpha().raw().toBuffer()
      return { width, height, corner: [...corner.subarray(0, 3)].map((part) => Math.round(part / 25)) }
    }),
  )
  // White, and the first colour of the shop, in which the engine of tests draws its wall.
  expect(sizes).toEqual([
    { width: 1_080, height: 1_350, corner: [10, 10, 10] },
    { width: 1_080, height: 1_350, corner: [8, 1, 1] },
  ])
  expect(product.name).toMatch(/^[A-Z][a-z ]+ handbag$/)
  expect(product.text).toMatch(/^.+ handbag\n\n• What it is: handbag\n• Colour: [a-z ]+$/)
})

test("before the seller's own colours the scene is free, and what the seller wrote meanwhile stays", async () => {
  const person = await still.signUp({ credits: cutOutFee })
  const { image } = await upload(person, still)
  const { data } = await begin(person, { image, thing: "shoe", ground: colours }, { app: still })
  const {
    id,
    slug: _slug,
    takenDownFor: _why,
    updatedAt: _when,
    pictures,
    ...fields
  } = await productOf(person, data.productId, still)
  const body = { ...fields, name: "Ada's shoe", pictures: pictures.map((one) => ({ source: one.source, id: one.id })) }
  expect((await still.request("PUT", `/shelf/products/${id}`, { person, body })).statusCode).toBe(200)
  const worker = startWorker(still.s, jobs)
  await endOf(person, id, still)
  await worker.stop(5_000)
  const product = await productOf(person, id, still)
  expect([product.name, product.text, product.pictures.length]).toEqual(["Ada's shoe", "", 3])
  expect(await creditsOf(person, still)).toEqual({ credits: 0, held: 0 })
})

test("two taps at once make one product, and a killed worker goes on where it was", async () => {
  const person = await still.signUp({ credits: 6 })
  const { image } = await upload(person, still)
  const order = { image, thing: "", ground: set }
  const [one, two] = await Promise.all([
    begin(person, order, { app: still, key: "two-taps-at-once" }),
    begin(person, order, { app: still, key: "two-taps-at-once" }),
  ])
  expect([one.status, two.status, one.data.productId]).toEqual([201, 201, two.data.productId])
  expect((await begin(person, { ...order, thing: "bag" }, { app: still, key: "two-taps-at-once" })).status).toBe(422)
  expect(await creditsOf(person, still)).toEqual({ credits: 3, held: 3 })

  const { engine } = still.s
  const run = engine.run.bind(engine)
  const begun = new Map([
    ["cut-out", 0],
    ["shoot", 0],
  ])
  // The first of each dies with its worker.
  engine.run = (order, watch) => {
    const count = (begun.get(order.kind) ?? 1) + 1
    begun.set(order.kind, count)
    if (count > 1) return run(order, watch)
    return new Promise((_, reject) => watch.signal.addEventListener("abort", () => reject(watch.signal.reason)))
  }
  for (const kind of ["cut-out", "shoot"]) {
    const worker = startWorker(still.s, jobs)
    await until(async () => begun.get(kind) === 1)
    await worker.stop(0)
    expect((await creditsOf(person, still)).credits).toBe(3)
  }
  const last = startWorker(still.s, jobs)
  const ended = await endOf(person, one.data.productId, still)
  await last.stop(5_000)
  engine.run = run
  // What was cut out is not cut out again for the scene.
  expect([begun.get("cut-out"), begun.get("shoot"), ended.scene?.status]).toEqual([2, 2, "ready"])
  expect(await creditsOf(person, still)).toEqual({ credits: 3, held: 0 })
  expect((await productOf(person, one.data.productId, still)).pictures).toHaveLength(3)
})

test("a scene that fails leaves the rest, gives its credits back, and is ordered once more", async () => {
  const person = await t.signUp({ credits: 10 })
  const { image } = await upload(person)
  const { engine } = t.s
  const run = engine.run.bind(engine)
  engine.run = (order, watch) =>
    order.kind === "shoot" ? Promise.reject(new AppError("engine_failed", "No.")) : run(order, watch)
  const { data } = await begin(person, { image, ground: set })
  const ended = await endOf(person, data.productId)
  engine.run = run
  expect([ended.cutOut.status, ended.scene?.status]).toEqual(["ready", "failed"])
  expect(await creditsOf(person)).toEqual({ credits: 10 - cutOutFee, held: 0 })
  const told = (await t.request("GET", "/notices", { person })).json().data
  expect(told).toMatchObject([{ title: "Scene of a product could not be done", path: `/shelf/${data.productId}` }])
  expect(told[0].text).toContain(`${sceneFee} credits are back.`)
  expect((await productOf(person, data.productId)).pictures).toHaveLength(2)
  const replies = await Promise.all([goOn(person, data.productId), goOn(person, data.productId)])
  expect(replies.map(({ statusCode }) => statusCode)).toContain(200)
  expect((await endOf(person, data.productId)).scene?.status).toBe("ready")
  expect(await creditsOf(person)).toEqual({ credits: 10 - cutOutFee - sceneFee, held: 0 })
  expect((await productOf(person, data.productId)).pictures).toHaveLength(3)
  expect((await goOn(person, data.productId)).json().type).toBe("step_not_allowed")
})

test("a cut-out that is not sure is looked at before anything made of it is paid", async () => {
  const person = await t.signUp({ credits: 10 })
  const { image } = await upload(person, t, [100, 300])
  const { data } = await begin(person, { image, ground: set })
  const { cutOut, scene } = await endOf(person, data.productId)
  const result = cutOut.result as PhotoResult
  expect([cutOut.status, cutOut.feeCredits, result.isSettled, scene]).toEqual(["ready", cutOutFee, false, null])
  expect(await creditsOf(person)).toEqual({ credits: 10 - cutOutFee, held: 0 })
  expect((await productOf(person, data.productId)).pictures).toHaveLength(1)
  expect((await goOn(person, data.productId)).json().type).toBe("cut_out_unseen")
  expect((await goOn(await t.signUp(), data.productId)).statusCode).toBe(404)
  const looked = { person, body: { version: 0 } }
  expect((await t.request("POST", `/cut-outs/${result.picture?.id}/settle`, looked)).statusCode).toBe(200)
  const replies = await Promise.all([goOn(person, data.productId), goOn(person, data.productId)])
  expect(replies.map(({ statusCode }) => statusCode)).toContain(200)
  expect((await endOf(person, data.productId)).scene?.status).toBe("ready")
  expect((await productOf(person, data.productId)).pictures).toHaveLength(3)
  expect(await creditsOf(person)).toEqual({ credits: 10 - cutOutFee - sceneFee, held: 0 })
})

test("what nothing can be made of is refused at its field, and nothing is half done", async () => {
  const person = await still.signUp({ credits: 2 })
  const { image, id } = await upload(person, still)
  const tiny = await upload(person, still, [20, 300])
  const small = await begin(person, { image: tiny.image, ground: colours }, { app: still })
  expect([small.status, Object.keys(small.error.fields)]).toEqual([400, ["image"]])
  const unknown = await begin(person, { image, ground: { kind: "set", name: "the moon" } }, { app: still })
  expect([unknown.status, Object.keys(unknown.error.fields)]).toEqual([400, ["ground.name"]])
  const fixed = { kind: "set", name: "plain-white", inMyColours: true }
  const keeps = await begin(person, { image, ground: fixed }, { app: still })
  expect([keeps.status, Object.keys(keeps.error.fields)]).toEqual([400, ["ground.name"]])
  const poor = await begin(person, { image, ground: set }, { app: still })
  expect([poor.status, poor.error.message]).toEqual([402, "This costs 3 credits and you have 2."])
  const foreign = await begin(await still.signUp({ credits: 9 }), { image, ground: colours }, { app: still })
  expect(foreign.status).toBe(404)
  expect((await still.request("GET", "/shelf/products", { person })).json().counts.all).toBe(0)

  // Deleted before its turn came: the draft stays, and the credits are back.
  const { data } = await begin(person, { image, ground: colours }, { app: still })
  await still.request("DELETE", `/v1/storage/buckets/images/files/${id}`, { person })
  const worker = startWorker(still.s, jobs)
  const ended = await endOf(person, data.productId, still)
  await worker.stop(5_000)
  expect([ended.cutOut.status, ended.cutOut.failure, ended.scene]).toEqual([
    "failed",
    "The photo was deleted before its turn came.",
    null,
  ])
  expect(await creditsOf(person, still)).toEqual({ credits: 2, held: 0 })
  expect((await productOf(person, data.productId, still)).pictures).toEqual([])
})

test("a hosted model is asked what it sees where one is connected, for nothing, and only then", async () => {
  const person = await t.signUp({ credits: 1 })
  const { image } = await upload(person)
  const look = (by = person) => t.request("POST", "/shelf/seen", { person: by, body: { image } })
  expect([(await look()).statusCode, (await look()).json().type]).toEqual([409, "engine_unavailable"])

  const { engine } = t.s
  const [offer, run] = [engine.offer, engine.run.bind(engine)]
  const sent: Uint8Array[] = []
  let said = "a genuine red handbag on a table, trending on artstation"
  engine.offer = async () => ({ engine: "hosted", refusal: null, isLocal: false, label: null })
  const answer: ImageEngine["run"] = async (order, watch) => {
    // What the fake answers, in other words.
    const result = await run(order, watch)
    if (!("file" in order) || typeof result !== "object" || !("text" in result)) return result
    sent.push(order.file)
    return { ...result, text: said }
  }
  engine.run = answer
  try {
    expect((await look()).json().data).toEqual({ text: "a red handbag on a table", by: "hosted" })
    const { width, exif } = await sharp(sent[0]).metadata()
    expect([width, exif]).toEqual([300, undefined])
    said = "genuine, original"
    expect((await look()).json()).toMatchObject({ type: "engine_failed" })
    expect((await look(await t.signUp({ isVerified: true }))).statusCode).toBe(404)
    expect((await look(await t.signUp({ isVerified: false }))).statusCode).toBe(403)
    engine.offer = async () => ({ engine: "hosted", refusal: "It is paused.", isLocal: false, label: null })
    expect((await look()).json()).toMatchObject({ type: "engine_unavailable", message: "It is paused." })
    expect([sent.length, (await creditsOf(person)).credits]).toEqual([2, 1])
  } finally {
    engine.offer = offer
    engine.run = run
  }
})
