import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { fileQuota } from "#contract/hosted/files.ts"
import { messages } from "#contract/messages.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { markOf, putMark, readMark } from "#server/media/ai-mark.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { composeScene } from "./compose-scene.ts"

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

/** A textured disc on transparency, with a soft edge. */
async function cutOut(side: number): Promise<Buffer> {
  const texture = await sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 130, sigma: 50 },
    },
  })
    .png()
    .toBuffer()
  const mask = Buffer.from(
    `<svg width="${side}" height="${side}"><defs><radialGradient id="m"><stop offset="0.96" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><circle cx="50%" cy="50%" r="50%" fill="url(#m)"/></svg>`,
  )
  return sharp(texture)
    .ensureAlpha()
    .composite([{ input: mask, blend: "dest-in" }])
    .png()
    .toBuffer()
}

const raw = (bytes: Buffer) => sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

test.each([
  [800, "as it is"],
  [500, "enlarged"],
  [1_600, "made smaller"],
])("the pixels of a product of %i px are the source's, %s", async (side) => {
  const source = await cutOut(side)
  const layout = { width: 1_000, height: 1_000, padding: 10, hasShadow: true, frame: "scene" as const }
  const scene = await raw(await composeScene(source, "image/png", { kind: "colour", colour: "#e8d8c0" }, layout))
  const bounds = await sharp(source).trim({ background: "#00000000", threshold: 12 }).png().toBuffer()
  const wanted = await raw(await sharp(bounds).resize(800, 800, { fit: "inside" }).png().toBuffer())
  const left = Math.round((1_000 - wanted.info.width) / 2)
  const top = Math.round((1_000 - wanted.info.height) / 2)
  let compared = 0
  let furthest = 0
  for (let y = 0; y < wanted.info.height; y++) {
    for (let x = 0; x < wanted.info.width; x++) {
      const from = 4 * (y * wanted.info.width + x)
      if ((wanted.data[from + 3] ?? 0) < 255) continue
      const to = 4 * ((y + top) * 1_000 + x + left)
      for (let c = 0; c < 3; c++) {
        furthest = Math.max(furthest, Math.abs((wanted.data[from + c] ?? 0) - (scene.data[to + c] ?? 0)))
      }
      compared++
    }
  }
  expect(compared).toBeGreaterThan(300_000)
  // Bounds may be a pixel apart where the edge fades; at its own size nothing is resampled at all.
  expect(furthest).toBeLessThanOrEqual(side === 800 ? 1 : 2)
})

test("the ground is the colour that was asked for, darker where the product stands", async () => {
  const layout = { width: 400, height: 400, padding: 20, hasShadow: true, frame: "scene" as const }
  const { data } = await raw(
    await composeScene(await cutOut(200), "image/png", { kind: "colour", colour: "#ffffff" }, layout),
  )
  const at = (x: number, y: number): number => data[4 * (y * 400 + x)] ?? 0
  expect(at(3, 3)).toBe(255)
  expect(at(200, 322)).toBeLessThan(235)
  const plain = await raw(
    await composeScene(
      await cutOut(200),
      "image/png",
      { kind: "gradient", from: "#000000", to: "#ffffff" },
      { ...layout, hasShadow: false },
    ),
  )
  expect([plain.data[0], plain.data.at(-4)].map((value) => (value ?? 0) > 127)).toEqual([false, true])
})

test("a cut-out stays where it is in its own frame, before a picture that fills it", async () => {
  const source = await cutOut(300)
  const halves = Buffer.from(`<svg width="500" height="200"><rect width="250" height="200" fill="#1040c0"/></svg>`)
  const file = await sharp({ create: { width: 500, height: 200, channels: 3, background: "#10c040" } })
    .composite([{ input: halves }])
    .withExif({ IFD0: { Software: "phone" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "6/1 27/1 0/1" } })
    .jpeg()
    .toBuffer()
  const layout = { width: 256, height: 256, padding: 10, hasShadow: true, frame: "own" as const }
  const made = await composeScene(source, "image/png", { kind: "picture", file, mimeType: "image/jpeg" }, layout)
  const { exif, xmp, width, height } = await sharp(made).metadata()
  expect([exif, xmp, width, height]).toEqual([undefined, undefined, 300, 300])
  const [scene, wanted] = [await raw(made), await raw(source)]
  let furthest = 0
  for (let i = 0; i < wanted.data.length; i += 4) {
    if ((wanted.data[i + 3] ?? 0) < 255) continue
    for (let c = 0; c < 3; c++) {
      furthest = Math.max(furthest, Math.abs((wanted.data[i + c] ?? 0) - (scene.data[i + c] ?? 0)))
    }
  }
  expect(furthest).toBeLessThanOrEqual(1)
  const isBlue = (x: number): boolean => (scene.data[4 * (3 * 300 + x) + 2] ?? 0) > 128
  expect([isBlue(4), isBlue(295)]).toEqual([true, false])
})

test("a thread of a cut-out keeps a pixel of its height", async () => {
  const thread = await sharp({ create: { width: 12_000, height: 1, channels: 4, background: "#00f" } })
    .extend({ left: 2, background: "#0000" })
    .png()
    .toBuffer()
  const layout = { width: 256, height: 256, padding: 10, hasShadow: false, frame: "own" as const }
  const scene = await composeScene(thread, "image/png", { kind: "colour", colour: "#e8d8c0" }, layout)
  expect((await raw(scene)).info).toMatchObject({ width: 4_096, height: 1 })
})

test("an own picture stands behind a product for nothing, another person's does not, and says what it is of", async () => {
  const [person, stranger] = [await t.signUp({ credits: 5 }), await t.signUp({ credits: 5 })]
  const upload = async (bytes: Uint8Array, owner = person) => {
    const image = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`
    const reply = await t.request("POST", "/background-remover", { person: owner, body: { image } })
    return reply.json().data as string
  }
  const mark = markOf("trainedAlgorithmicMedia", "fake")
  const [image, own] = [await upload(await cutOut(120)), await upload(putMark(await cutOut(90), "image/png", mark))]
  const theirs = await upload(await cutOut(80), stranger)
  const post = (ground: object) =>
    t.request("POST", "/photo-scenes", { person, body: { image, ground, layout: { frame: "own" } } })
  const made = await post({ kind: "picture", image: own })
  expect(made.statusCode, made.body).toBe(200)
  expect(made.json().job).toMatchObject({ feeCredits: 0, result: { picture: { width: 120, height: 120 } } })
  const { pathname } = new URL(made.json().data)
  expect(await readMark((await t.request("GET", pathname, { person })).rawPayload)).toEqual(mark)
  for (const [address, code] of [
    [theirs, 404],
    ["https://example.com/beach.jpg", 400],
    ["", 400],
  ] as const) {
    expect((await post({ kind: "picture", image: address })).statusCode).toBe(code)
  }
  const refused = await post({ kind: "picture", image: "https://example.com/beach.jpg" })
  expect(refused.json().message).toMatch(/^Background: /)
})

test("a colour costs nothing, a set costs two credits, and a photo with a background is refused", async () => {
  const person = await t.signUp({ credits: 7 })
  const upload = async (bytes: Buffer) => {
    const image = `data:image/png;base64,${bytes.toString("base64")}`
    return (await t.request("POST", "/background-remover", { person, body: { image } })).json().data as string
  }
  const image = await upload(await cutOut(120))
  const post = (body: object) => t.request("POST", "/photo-scenes", { person, body })
  const free = await post({ image, ground: { kind: "colour", colour: "#aabbcc" } })
  expect(free.statusCode, free.body).toBe(200)
  expect(free.json().job).toMatchObject({
    kind: "scene",
    feeCredits: 0,
    result: { picture: { width: 1_080, height: 1_080 } },
  })
  expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(6)
  const [set, inColours] = (await t.request("GET", "/photo-scenes/sets", { person })).json().data
  const paid = await post({ image, ground: { kind: "set", name: set.name } })
  expect(paid.statusCode, paid.body).toBe(200)
  expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(4)
  const colours = { wall: "#c81e1e", accent: "#101010" }
  const own = await post({ image, ground: { kind: "set", name: inColours.name, colours } })
  expect([own.statusCode, own.json().job.feeCredits]).toEqual([200, 2])
  const { data: corner } = await raw((await t.request("GET", own.json().data, { person })).rawPayload)
  for (const [c, value] of [200, 30, 30].entries()) expect(Math.abs((corner[c] ?? 0) - value)).toBeLessThan(8)
  const keeps = await post({ image, ground: { kind: "set", name: set.name, colours } })
  expect([keeps.statusCode, keeps.json().message]).toEqual([400, "This set cannot be drawn in other colours."])
  for (const bad of [{ wall: "red", accent: "#101010" }, { wall: "#c81e1e" }])
    expect((await post({ image, ground: { kind: "set", name: inColours.name, colours: bad } })).statusCode).toBe(400)
  expect((await post({ image, ground: { kind: "set", name: "the moon" } })).statusCode).toBe(400)
  expect((await post({ image, ground: { kind: "colour", colour: "red" } })).statusCode).toBe(400)
  const opaque = await post({ image: free.json().data, ground: { kind: "colour", colour: "#aabbcc" } })
  expect(opaque.json()).toMatchObject({ code: 400, message: "Remove the background of this picture first." })
  expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 2, held: 0 })
})

test("a scene that cost nothing takes room of its owner's files, and one that was paid does not", async () => {
  const person = await t.signUp({ credits: 5 })
  const photo = `data:image/png;base64,${(await cutOut(60)).toString("base64")}`
  const cut = await t.request("POST", "/background-remover", { person, body: { image: photo } })
  const image = cut.json().data as string
  const post = (ground: object) => t.request("POST", "/photo-scenes", { person, body: { image, ground } })
  const usage = () =>
    t.s.db
      .selectFrom("fileUsage")
      .select(["files", "bytes"])
      .where("accountId", "=", person.accountId)
      .executeTakeFirst()
  const [set] = (await t.request("GET", "/photo-scenes/sets", { person })).json().data
  expect((await post({ kind: "set", name: set.name })).statusCode).toBe(200)
  expect(await usage()).toBeUndefined()
  const free = { kind: "colour", colour: "#aabbcc" }
  const made = await post(free)
  expect(made.statusCode, made.body).toBe(200)
  const row = await t.s.db
    .selectFrom("generations")
    .select(["id", "byteSize"])
    .where("accountId", "=", person.accountId)
    .where("isInQuota", "=", true)
    .executeTakeFirstOrThrow()
  expect(await usage()).toEqual({ files: 1, bytes: String(row.byteSize) })
  await t.s.db
    .updateTable("fileUsage")
    .set({ files: fileQuota.files })
    .where("accountId", "=", person.accountId)
    .execute()
  expect((await post(free)).json()).toMatchObject({ code: 413, type: "storage_quota_exceeded" })
  expect((await post({ kind: "set", name: set.name })).statusCode).toBe(200)
  await t.s.db.deleteFrom("generations").where("id", "=", row.id).execute()
  expect(await usage()).toEqual({ files: fileQuota.files - 1, bytes: "0" })
})

describe("a set that words name", () => {
  const words = "[unknown air fryer] on a kitchen counter, morning light"
  const asImage = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString("base64")}`
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#a05020" } })
      .png()
      .toBuffer()
  const post = (person: TestPerson, body: object) =>
    t.request("POST", "/photo-scenes", { person, body: { ground: { kind: "words", words }, ...body } })

  test("takes a photo as it is: it is cut out first, for a credit more, and the cut-out is kept", async () => {
    const person = await t.signUp({ credits: 5 })
    const image = asImage(await photo(120, 90))
    const refused = await post(person, { image })
    expect(refused.json()).toMatchObject({
      code: 400,
      fields: { image: "This photo still has its background. Have it cut out first." },
    })
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 5, held: 0 })
    const made = await post(person, { image, hasBackground: true, layout: { width: 640, height: 800 } })
    expect(made.statusCode, made.body).toBe(200)
    expect(made.json().job).toMatchObject({
      feeCredits: 3,
      result: { picture: { width: 640, height: 800 }, cutOut: { width: 120, height: 90 }, isWaiting: false },
    })
    expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(2)
    const cut = made.json().job.result.cutOut.url
    expect((await post(person, { image: cut })).json().job).toMatchObject({ feeCredits: 2 })
  })

  test("around a cut-out that is not sure waits, unpaid, until its owner has looked", async () => {
    const person = await t.signUp({ credits: 5 })
    const made = await post(person, { image: asImage(await photo(40, 120)), hasBackground: true })
    expect(made.statusCode, made.body).toBe(200)
    const { picture, cutOut, isWaiting } = made.json().job.result
    expect([picture, isWaiting]).toEqual([null, true])
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 4, held: 0 })
    expect((await post(person, { image: cutOut.url })).json()).toMatchObject({ type: "cut_out_unseen" })
    const settled = { person, body: { version: 0 } }
    expect((await t.request("POST", `/cut-outs/${cutOut.id}/settle`, settled)).statusCode).toBe(200)
    expect((await post(person, { image: cutOut.url })).json().job).toMatchObject({ feeCredits: 2 })
  })

  test("is held against the words of this installation, and tells beforehand what is in it", async () => {
    const person = await t.signUp({ credits: 5 })
    const image = asImage(await photo(60, 60))
    const word = "grumblewort"
    await t.s.db
      .insertInto("blockedWords")
      .values({ id: word, language: "en", word, spellings: [], reach: "always" })
      .execute()
    const body = { image, hasBackground: true, ground: { kind: "words", words: "it in a field of grumblewort" } }
    expect((await post(person, body)).json()).toMatchObject({ type: "words_refused" })
    expect((await post(person, { image, ground: { kind: "words", words: "a" } })).statusCode).toBe(400)
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 5, held: 0 })
    const asked = { person, body: { prompt: words, mode: "flux1.1-pro", isForPhoto: true } }
    const told = (await t.request("POST", "/studio/readings", asked)).json().data
    expect(told).toMatchObject({ understood: ["your product"], isUnderstood: true })
  })
})

test("whoever cannot pay is told before a photo or words are looked at", async () => {
  const person = await t.signUp({ isVerified: true })
  const post = (path: string, body: object) => t.request("POST", path, { person, body })
  // Each of these would be refused for its photo or its words.
  const image = "data:image/png;base64,bm90aGluZw=="
  const refusals = [
    await post("/background-remover", { image }),
    await post("/image-upscaler", { image }),
    await post("/image-to-prompt", { image }),
    await post("/photo-scenes", { image, ground: { kind: "set", name: t.s.engine.capabilities.templates[0]?.name } }),
    await post("/photo-batches", { images: [image], recipe: { tool: "cut-out" } }),
    await post("/image-gen-with-flux-1.1", { prompt: "a poster that says fuck", aspect_ratio: "1:1" }),
  ]
  expect(refusals.map((reply) => reply.json().type)).toEqual(refusals.map(() => "not_enough_credits"))
})

test("a photo with its background is cut out first, at its price, and both pictures are kept", async () => {
  const person = await t.signUp({ credits: 5 })
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#c04020" } })
    .jpeg()
    .toBuffer()
  const image = `data:image/jpeg;base64,${photo.toString("base64")}`
  const [set] = t.s.engine.capabilities.templates
  const made = await t.request("POST", "/photo-scenes", {
    person,
    body: { image, hasBackground: true, ground: { kind: "set", name: set?.name } },
  })
  expect(made.statusCode, made.body).toBe(200)
  const { result, feeCredits } = made.json().job
  expect(feeCredits).toBe(3)
  expect([result.picture, result.cutOut].every((picture) => picture !== null)).toBe(true)
  expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(2)
  // The cut-out goes on into the next scene, for the price of a scene.
  const again = await t.request("POST", "/photo-scenes", {
    person,
    body: { image: result.cutOut.url, ground: { kind: "set", name: set?.name } },
  })
  expect(again.json().job.feeCredits).toBe(2)
})

test("an unsure cut-out is told of, not called a success, and its set waits unpaid", async () => {
  const person = await t.signUp({ credits: 5 })
  // Of what is more than twice as high as wide the engine of tests is not sure.
  const photo = await sharp({ create: { width: 100, height: 300, channels: 3, background: "#c04020" } })
    .jpeg()
    .toBuffer()
  const image = `data:image/jpeg;base64,${photo.toString("base64")}`
  const cut = await t.request("POST", "/background-remover", { person, body: { image } })
  expect(cut.json().message).toBe(messages.cutOutDoubt)
  const [set] = t.s.engine.capabilities.templates
  const body = { image, hasBackground: true, ground: { kind: "set", name: set?.name } }
  const scene = (await t.request("POST", "/photo-scenes", { person, body })).json()
  expect(scene).toMatchObject({ message: messages.sceneWaits, data: null })
  expect(scene.job.result).toMatchObject({ picture: null, isWaiting: true })
  expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(3)
})
