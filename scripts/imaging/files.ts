import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { basename, dirname, extname, join } from "node:path"
import type { Picture } from "#imaging/pixels/picture.ts"
import { decodePicture, encodePicture, type PictureFormat } from "#server/adapters/image-engine/local/codec.ts"
import { printLine, secondsSince, UsageError } from "./usage.ts"

const formats: Readonly<Record<string, PictureFormat>> = { ".png": "png", ".webp": "webp" }

/** @throws AppError when it is no picture we can read */
export async function readPicture(file: string): Promise<Picture> {
  return await decodePicture(await readFile(file))
}

/** Makes the folder if it is missing. @throws UsageError when the ending is neither .png nor .webp */
export async function writePicture(file: string, picture: Picture): Promise<void> {
  const bytes = await encodePicture(picture, formatOf(file))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
}

/** @throws UsageError when the ending is neither .png nor .webp */
export function formatOf(file: string): PictureFormat {
  const format = formats[extname(file).toLowerCase()]
  if (!format) throw new UsageError(`${basename(file)} must end in .png or .webp.`)
  return format
}

/** What a command that turns one picture into one picture found worth telling. */
export interface Change {
  picture: Picture
  facts: object
}

/**
 * Runs a command on IN OUT, or with `isFolder` on every picture of IN_DIR, one after the other in this process. In a
 * folder a bad file costs its own line, not the rest; the last error is thrown at the end.
 */
export async function changeFiles(
  paths: string[],
  isFolder: boolean,
  change: (picture: Picture) => Promise<Change>,
): Promise<void> {
  const [from, to, ...more] = paths
  if (!from || !to || more.length > 0) throw new UsageError(isFolder ? "Give IN_DIR and OUT_DIR." : "Give IN and OUT.")
  if (!isFolder) {
    formatOf(to)
    await changeFile(from, to, change)
    return
  }
  const names = (await readdir(from)).filter((name) => /\.(jpe?g|png|webp|avif|tiff?|gif)$/i.test(name)).sort()
  if (names.length === 0) throw new UsageError(`There are no pictures in ${from}.`)
  let failure: unknown
  for (const name of names) {
    try {
      await changeFile(join(from, name), join(to, `${basename(name, extname(name))}.png`), change)
    } catch (error) {
      failure = error
      printLine({ in: join(from, name), error: error instanceof Error ? error.message : String(error) })
    }
  }
  if (failure !== undefined) throw failure
}

async function changeFile(from: string, to: string, change: (picture: Picture) => Promise<Change>): Promise<void> {
  const picture = await readPicture(from)
  const start = performance.now()
  const result = await change(picture)
  const seconds = secondsSince(start)
  await writePicture(to, result.picture)
  const { width, height } = result.picture
  printLine({ in: from, out: to, width, height, ...result.facts, seconds })
}
