import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { balanceOf } from "#server/features/credits/service.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"
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
  const layout = { width: 1_000, height: 1_000, padding: 10, hasShadow: true }
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
  const layout = { width: 400, height: 400, padding: 20, hasShadow: true }
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

test("a colour costs nothing, a set costs two credits, and a photo with a background is refused", async () => {
  const person = await t.signUp({ credits: 5 })
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
  expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(4)
  const [set] = (await t.request("GET", "/photo-scenes/sets", { person })).json().data
  const paid = await post({ image, ground: { kind: "set", name: set.name } })
  expect(paid.statusCode, paid.body).toBe(200)
  expect((await balanceOf(t.s.db, person.accountId)).credits).toBe(2)
  expect((await post({ image, ground: { kind: "set", name: "the moon" } })).statusCode).toBe(400)
  expect((await post({ image, ground: { kind: "colour", colour: "red" } })).statusCode).toBe(400)
  const opaque = await post({ image: free.json().data, ground: { kind: "colour", colour: "#aabbcc" } })
  expect(opaque.json()).toMatchObject({ code: 400, message: "Remove the background of this picture first." })
  expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: 2, held: 0 })
})
