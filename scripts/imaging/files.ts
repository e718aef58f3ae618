import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { basename, dirname, extname, join } from "node:path"
import type { EngineFormat } from "#server/adapters/image-engine/port.ts"
import { printLine, secondsSince, UsageError } from "./usage.ts"

const formats: Readonly<Record<string, EngineFormat>> = { ".png": "png", ".webp": "webp" }

/** Makes the folder if it is missing. */
export async function writeBytes(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
}

/** @throws UsageError when the ending is neither .png nor .webp */
export function formatOf(file: string): EngineFormat {
  const format = formats[extname(file).toLowerCase()]
  if (!format) throw new UsageError(`${basename(file)} must end in .png or .webp.`)
  return format
}

/** What a command that turns one picture into one picture found worth telling. */
export interface Change {
  bytes: Uint8Array
  facts: object
}

/**
 * Runs a command on IN OUT, or with `isFolder` on every picture of IN_DIR, one after the other in this process. In a
 * folder a bad file costs its own line, not the rest; the last error is thrown at the end.
 */
export async function changeFiles(
  paths: string[],
  isFolder: boolean,
  change: (file: Uint8Array, format: EngineFormat) => Promise<Change>,
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

async function changeFile(from: string, to: string, change: Parameters<typeof changeFiles>[2]): Promise<void> {
  const file = await readFile(from)
  const start = performance.now()
  const { bytes, facts } = await change(file, formatOf(to))
  await writeBytes(to, bytes)
  printLine({ in: from, out: to, ...facts, seconds: secondsSince(start) })
}
