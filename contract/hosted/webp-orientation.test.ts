import sharp from "sharp"
import { expect, test } from "vitest"
import { sidewaysWebp, withoutOrientation } from "./webp-orientation.ts"

const webp = async (orientation: number): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(
    await sharp({ create: { width: 6, height: 4, channels: 3, background: "#a50" } })
      .withMetadata({ orientation })
      .webp()
      .toBuffer(),
  )

test.each([2, 3, 4, 5, 6, 7, 8])(
  "a WebP held in way %i says no more that it was, and keeps everything else",
  async (way) => {
    const given = await webp(way)
    const bare = withoutOrientation(given)
    expect(bare).not.toBeNull()
    expect((await sharp(bare ?? undefined).metadata()).orientation).toBe(1)
    expect(bare?.length).toBe(given.length)
    expect((await sharp(given).metadata()).orientation).toBe(way)
  },
)

test("one that is upright, has no words or ends early is left as it is", async () => {
  const plain = await sharp({ create: { width: 6, height: 4, channels: 3, background: "#a50" } })
    .webp()
    .toBuffer()
  const turned = await webp(6)
  for (const bytes of [
    await webp(1),
    Uint8Array.from(plain),
    turned.slice(0, -180),
    turned.slice(0, 20),
    new Uint8Array(),
  ]) {
    expect(withoutOrientation(bytes)).toBeNull()
  }
})

test("the probe is a WebP of 2 × 1 pixels that lies on its side", async () => {
  const bytes = Buffer.from(sidewaysWebp.split(",")[1] ?? "", "base64")
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 2, height: 1, orientation: 6 })
})
