import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"

/** Size that link previews are shown in, in pixels. */
export const previewSize = { width: 1200, height: 630 } as const

const indigo = "#1f1b63"
const pictureWidthPx = 720
const markPx = 220

/**
 * Writes the picture a shared link shows, one per picture named: the mark on cloth, and the page's picture beside it.
 * No words, because the network writes the title under it.
 */
export async function writePreviews(dir: string, picturesDir: string, names: readonly string[]): Promise<void> {
  mkdirSync(join(dir, "previews"), { recursive: true })
  const mark = await sharp(readFileSync(join(dir, "favicon.svg")), { density: 500 })
    .resize(markPx, markPx)
    .toBuffer()
  for (const name of new Set(names)) {
    const clothWidthPx = previewSize.width - pictureWidthPx
    const layers = [
      {
        input: mark,
        left: Math.round((clothWidthPx - markPx) / 2),
        top: Math.round((previewSize.height - markPx) / 2),
      },
    ]
    const file = largestFile(picturesDir, name)
    if (file !== null) {
      const picture = await sharp(file).resize(pictureWidthPx, previewSize.height, { fit: "cover" }).toBuffer()
      layers.push({ input: picture, left: clothWidthPx, top: 0 })
    }
    await sharp({ create: { ...previewSize, channels: 3, background: indigo } })
      .composite(layers)
      .jpeg({ quality: 80, mozjpeg: true })
      .toFile(join(dir, "previews", `${name}.jpg`))
  }
}

/** The widest file of a picture; null when it has not been made. */
function largestFile(dir: string, name: string): string | null {
  const width = (file: string): number => Number(/-(\d+)\.webp$/.exec(file)?.[1] ?? 0)
  const own = readdirSync(dir).filter((file) => file.startsWith(`${name}-`) && file.endsWith(".webp"))
  const exact = own.filter((file) => file === `${name}-${width(file)}.webp`)
  const widest = exact.toSorted((one, other) => width(other) - width(one))[0]
  return widest === undefined ? null : join(dir, widest)
}
