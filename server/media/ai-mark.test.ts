import { deflateSync } from "node:zlib"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { leastOf, processorMs } from "#server/testing/measure.ts"
import { pngChunk } from "#server/testing/records/png-chunk.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { markOf, putMark, readMark } from "./ai-mark.ts"

const noise = (alpha: boolean) =>
  sharp({
    create: { width: 61, height: 40, channels: alpha ? 4 : 3, background: { r: 200, g: 90, b: 20, alpha: 0.4 } },
  })
const raw = (bytes: Uint8Array) => sharp(bytes).ensureAlpha().raw().toBuffer()

describe("a mark", () => {
  const mark = markOf("trainedAlgorithmicMedia", "flux-1.1 pro")

  test.each([
    ["PNG", "image/png", () => noise(true).png().toBuffer()],
    ["JPEG", "image/jpeg", () => noise(false).jpeg().toBuffer()],
    ["WebP", "image/webp", () => noise(false).webp().toBuffer()],
    ["WebP without loss", "image/webp", () => noise(true).webp({ lossless: true }).toBuffer()],
    ["WebP with transparency", "image/webp", () => noise(true).webp().toBuffer()],
    ["a file with another mark", "image/webp", () => noise(true).withXmp("<x:xmpmeta/>").webp().toBuffer()],
    ["a photo with another mark", "image/jpeg", () => noise(false).withXmp("<x:xmpmeta/>").jpeg().toBuffer()],
    ["a drawing with another mark", "image/png", () => noise(false).withXmp("<x:xmpmeta/>").png().toBuffer()],
  ])("is read back out of %s, whose picture stays as it was", async (_, type, make) => {
    const bytes = await make()
    const marked = putMark(bytes, type, mark)
    expect(await readMark(marked)).toEqual(mark)
    expect((await raw(marked)).equals(await raw(bytes))).toBe(true)
    expect((await readMark(putMark(marked, type, markOf("compositeWithTrainedAlgorithmicMedia", null))))?.source).toBe(
      "compositeWithTrainedAlgorithmicMedia",
    )
  })

  test("is nowhere to be found in what has none, and harms no broken file", async () => {
    expect(await readMark(await noise(false).png().toBuffer())).toBeNull()
    for (const type of ["image/png", "image/jpeg", "image/webp", "text/plain"]) {
      const broken = Buffer.from("RIFFxxxxWEBPVP8 nothing at all")
      expect(putMark(broken, type, mark)).toBe(broken)
    }
    expect(await readMark(Buffer.from("nothing"))).toBeNull()
  })

  test("of somebody else tells nothing but that a generator had a part in it", async () => {
    const theirs = { source: "trainedAlgorithmicMedia", generator: "Ada's camera, 6 Allen Avenue" } as const
    const marked = putMark(await noise(false).png().toBuffer(), "image/png", theirs)
    expect(await readMark(marked)).toEqual({ source: theirs.source, generator: "another generator" })
  })

  test("is looked for in time that grows with its words, however they begin", async () => {
    const words = Buffer.from("DigitalSourceType".repeat(60_000))
    const packed = Buffer.concat([Buffer.from("XML:com.adobe.xmp\0\x01\0\0\0", "latin1"), deflateSync(words)])
    const plain = await noise(false).png().toBuffer()
    const hostile = Buffer.concat([plain.subarray(0, 33), pngChunk("iTXt", packed), plain.subarray(33)])
    expect(hostile.length).toBeLessThan(6_000)
    const read = async () => expect(await readMark(hostile)).toBeNull()
    expect(await leastOf(1_000, () => processorMs(read))).toBeLessThan(1_000)
  })
})

describe("files of the product", () => {
  let t: TestApp
  let person: TestPerson
  beforeAll(async () => {
    t = await openTestApp()
    person = await t.signUp({ credits: 40 })
  })
  afterAll(() => t.close())

  const read = async (path: string) => readMark((await t.request("GET", path, { person })).rawPayload)
  const post = async (path: string, body: object) => {
    const reply = await t.request("POST", path, { person, body })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }

  test("a drawn picture, its previews, what is made of it and its exports are called generated", async () => {
    const { data } = await post("/image-gen-with-flux-1.1", { prompt: "a clay pot", aspect_ratio: "1:1" })
    const path = new URL(data).pathname
    const drawn = { source: "trainedAlgorithmicMedia", generator: "Aworan (fake)" }
    for (const ending of ["", "/320", "/640", "?download"]) expect(await read(path + ending)).toEqual(drawn)
    const larger = await post("/image-upscaler", { image: data, factor: 2 })
    expect(await read(new URL(larger.data).pathname)).toEqual(drawn)
    const exported = await t.request("GET", `/exports/download?image=${encodeURIComponent(data)}&presets=jumia-2000`, {
      person,
    })
    expect(exported.statusCode, exported.body.slice(0, 200)).toBe(200)
    expect(await readMark(exported.rawPayload)).toEqual(drawn)
  })

  test("a real product is called part of a generated scene, and on a plain ground it is not", async () => {
    const disc = Buffer.from('<svg width="120" height="120"><circle cx="60" cy="60" r="50" fill="#a40"/></svg>')
    const photo = `data:image/png;base64,${(await sharp(disc).png().toBuffer()).toString("base64")}`
    const { data: image } = await post("/background-remover", { image: photo })
    const [set] = (await t.request("GET", "/photo-scenes/sets", { person })).json().data
    const scene = await post("/photo-scenes", { image, ground: { kind: "set", name: set.name } })
    expect(await read(new URL(scene.data).pathname)).toMatchObject({ source: "compositeWithTrainedAlgorithmicMedia" })
    const plain = await post("/photo-scenes", { image, ground: { kind: "colour", colour: "#aabbcc" } })
    expect(await read(new URL(plain.data).pathname)).toBeNull()
  })

  test("a real photo's cut-out and enlargement are not", async () => {
    const photo = await noise(false).resize(400, 400).png().toBuffer()
    const image = `data:image/png;base64,${photo.toString("base64")}`
    for (const [path, body] of [
      ["/background-remover", { image }],
      ["/image-upscaler", { image, factor: 2 }],
    ] as const) {
      const { data } = await post(path, body)
      expect(await read(new URL(data).pathname)).toBeNull()
    }
  })
})
