import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import sharp from "sharp"

/** What the pages need to know of a picture; `made` says from what it was made. */
export interface PictureEntry {
  alt: string
  width: number
  height: number
  widths: number[]
  placeholder: string
  made: string
}

const root = fileURLToPath(new URL("../../", import.meta.url))
const pictureDir = `${root}web/assets/pictures`
const manifestPath = `${root}web/content/pictures.json`

/** The smaller of the two widths that are stored, in pixels; the other one is the picture's own. */
const smallWidth = 480

/** The site's pictures by name. */
export function readManifest(): Record<string, PictureEntry> {
  return existsSync(manifestPath) ? JSON.parse(readFileSync(manifestPath, "utf8")) : {}
}

/** Stores a picture of the site as AVIF and WebP in its widths, and puts it into the manifest. */
export async function storePicture(
  wanted: Pick<PictureEntry, "alt" | "width" | "height" | "made"> & { name: string },
  bytes: Uint8Array,
): Promise<void> {
  const { name, alt, width, height, made } = wanted
  mkdirSync(pictureDir, { recursive: true })
  const widths = [...new Set([Math.min(smallWidth, width), width])]
  for (const wide of widths) {
    const sized = sharp(bytes).resize({ width: wide })
    await sized.clone().avif({ quality: 58, effort: 3 }).toFile(`${pictureDir}/${name}-${wide}.avif`)
    await sized.clone().webp({ quality: 80 }).toFile(`${pictureDir}/${name}-${wide}.webp`)
  }
  const tiny = await sharp(bytes).resize({ width: 16 }).webp({ quality: 40 }).toBuffer()
  const placeholder = `data:image/webp;base64,${tiny.toString("base64")}`
  const manifest = { ...readManifest(), [name]: { alt, width, height, widths, placeholder, made } }
  const sorted = Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(manifestPath, `${JSON.stringify(sorted, null, 2)}\n`)
}
