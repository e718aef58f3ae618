import { parseArgs } from "node:util"
import { inspectPhotos } from "#imaging/inspect/inspect-photos.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { readPicture } from "./files.ts"
import { printLine, UsageError } from "./usage.ts"

/** `inspect IN…`: what speaks against photos as a set for training or shooting. Unreadable files fail the run at its end. */
export async function runInspect(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
  if (positionals.length === 0) throw new UsageError("Give at least one picture.")
  const read: { file: string; picture: Picture }[] = []
  let failure: unknown
  for (const file of positionals) {
    try {
      read.push({ file, picture: await readPicture(file) })
    } catch (error) {
      failure = error
      printLine({ in: file, isUsable: false, error: error instanceof Error ? error.message : String(error) })
    }
  }
  for (const { photo, isUsable, findings, duplicateOf } of inspectPhotos(read)) {
    const shown = read[photo]
    if (!shown) continue
    const { width, height } = shown.picture
    const twin = duplicateOf === undefined ? undefined : read[duplicateOf]?.file
    printLine({
      in: shown.file,
      width,
      height,
      isUsable,
      findings: findings.map(({ code }) => code),
      duplicateOf: twin,
    })
  }
  if (failure !== undefined) throw failure
}
