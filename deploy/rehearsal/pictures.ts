import assert from "node:assert/strict"
import { chromium } from "@playwright/test"
import sharp from "sharp"
import { sidewaysWebp, withoutOrientation } from "#contract/hosted/webp-orientation.ts"
import { findBrowser } from "#scripts/machine/browser.ts"
import { fillIn, makePreview } from "#server/media/previews.ts"
import type { Rehearsal } from "./rehearsal.ts"

/** Runs inside the page: the colours in the middle of the four quarters of a picture, as the browser shows it. */
const seenBy = `async (source) => {
  const picture = new Image()
  picture.src = source
  await picture.decode()
  const { naturalWidth: width, naturalHeight: height } = picture
  const canvas = Object.assign(document.createElement("canvas"), { width, height })
  const context = canvas.getContext("2d")
  context.drawImage(picture, 0, 0)
  return [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]].map(([x, y]) =>
    [...context.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data].slice(0, 3))
}`

/** Runs inside the page: whether the browser goes by what a WebP says of how it was held. */
const turnsWebp = `(async () => {
  const picture = Object.assign(new Image(), { src: "${sidewaysWebp}" })
  await picture.decode()
  return picture.naturalHeight > picture.naturalWidth
})()`

/** Whether a picture looks in a browser, before it is sent, as it does in our previews afterwards. */
export const pictures: Rehearsal = {
  name: "pictures",
  packages: {},
  seconds: 120,
  async run({ row, afterwards }) {
    const browser = await chromium.launch({ executablePath: findBrowser() })
    afterwards(() => browser.close())
    const page = await browser.newPage()
    const seen = (bytes: Buffer, type: string): Promise<number[][]> =>
      page.evaluate(`(${seenBy})("data:${type};base64,${bytes.toString("base64")}")`)
    const [width, height] = [96, 64]
    const corner = (left: number, top: number, background: string) => ({
      input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background } },
      left,
      top,
    })
    const fields = await sharp({ create: { width, height, channels: 3, background: "#dcc81e" } })
      .composite([corner(0, 0, "#c81e1e"), corner(width / 2, 0, "#1ea01e"), corner(0, height / 2, "#1e1ec8")])
      .png()
      .toBuffer()
    const isTurned = await page.evaluate(turnsWebp)
    for (const kind of ["jpeg", "png", "webp", "avif"] as const) {
      await row(`${kind} held in every way looks the same before and after`, async () => {
        for (let orientation = 1; orientation <= 8; orientation++) {
          const bytes = await sharp(fields).withMetadata({ orientation }).toFormat(kind, { quality: 90 }).toBuffer()
          const type = `image/${kind}`
          // What our pages send where the browser takes no notice.
          const bare = kind === "webp" && !isTurned ? withoutOrientation(Uint8Array.from(bytes)) : null
          const preview = await makePreview(Buffer.from(bare ?? bytes), type, fillIn({ output: "png" }, "png"))
          const [before, after] = [await seen(bytes, type), await seen(preview, "image/png")]
          const distance = before.flat().map((part, at) => Math.abs(part - (after.flat()[at] ?? 0)))
          assert.ok(
            Math.max(...distance) < 40,
            `orientation ${orientation}: ${before.join(" ")}, then ${after.join(" ")}`,
          )
        }
      })
    }
  },
}
