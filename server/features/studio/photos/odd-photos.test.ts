import sharp from "sharp"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { messages } from "#contract/messages.ts"
import { drawProductPhoto } from "#server/adapters/image-engine/testing/product-photo.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { filesAt, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

// This computer's own engine cuts them out.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let t: TestApp
let person: TestPerson

beforeAll(async () => {
  t = await openTestApp({ settings: { ENGINE: "local" } })
  person = await t.signUp({ credits: 20 })
})
afterAll(() => t.close())

async function upload(bytes: Buffer, name: string): Promise<string> {
  const { $id } = await uploaded(t, bytes, { person, bucket: "images", name })
  return filesAt("images", $id, "view")
}

async function cutOut(image: string): Promise<{ message: string; width: number; height: number; isSettled: boolean }> {
  const reply = await t.request("POST", "/background-remover", { person, body: { image } })
  expect(reply.statusCode, reply.body).toBe(200)
  const { message, job } = reply.json()
  const { picture, isSettled } = job.result
  return { message, width: picture.width, height: picture.height, isSettled }
}

const creditsOf = async (): Promise<number> => (await balanceOf(t.s.db, person.accountId)).credits

async function productPhoto(width: number, height: number): Promise<Buffer> {
  return sharp(await drawProductPhoto())
    .resize(width, height, { fit: "cover" })
    .png()
    .toBuffer()
}

test("a phone's screenshot with black bars is cut out inside them, with a doubt", async () => {
  const photo = await productPhoto(270, 270)
  const bars = { top: 105, bottom: 105, background: "#000000" }
  const screenshot = await sharp(photo).extend(bars).png().toBuffer()
  const made = await cutOut(await upload(screenshot, "Screenshot_20261127.png"))
  expect(made).toEqual({ message: messages.cutOutDoubt, width: 270, height: 480, isSettled: false })
})

test("a photo of 24 by 24 pixels is taken, and stays as small", async () => {
  const made = await cutOut(await upload(await productPhoto(24, 24), "tiny.png"))
  expect([made.width, made.height]).toEqual([24, 24])
  expect([messages.backgroundRemoved, messages.cutOutDoubt]).toContain(made.message)
})

test("of an animation the first frame is worked on", async () => {
  const frames = [
    await productPhoto(120, 90),
    await sharp(await productPhoto(120, 90))
      .negate()
      .png()
      .toBuffer(),
  ]
  const moving = await sharp(frames, { join: { animated: true } })
    .gif({ delay: 100 })
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  const made = await cutOut(await upload(moving, "turning.gif"))
  expect([made.width, made.height]).toEqual([120, 90])
})

test("a photo of exactly 50 megapixels is taken, too large to become larger, and one row more is not", async () => {
  const plain = (height: number): Promise<Buffer> =>
    sharp({ create: { width: 10_000, height, channels: 3, background: "#c9b79c" } })
      .jpeg()
      .toBuffer()
  const image = await upload(await plain(5_000), "large.jpg")
  const before = await creditsOf()
  const larger = await t.request("POST", "/image-upscaler", { person, body: { image } })
  expect(larger.json()).toMatchObject({
    code: 400,
    message: "The result would have more than 50 megapixels. The photo is large enough as it is.",
  })
  expect(await creditsOf()).toBe(before)
  await expect(upload(await plain(5_001), "larger.jpg")).rejects.toThrow(
    "The picture has 50.1 megapixels. Up to 50 can be worked on: please save a smaller copy.",
  )
})
