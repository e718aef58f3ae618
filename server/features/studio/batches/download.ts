import type { Readable } from "node:stream"
import sharp from "sharp"
import { type ExportPreset, exportPresets } from "#contract/catalogue/export-presets.ts"
import { messages } from "#contract/messages.ts"
import { type BatchRecipe, setOf } from "#contract/studio/batches.ts"
import { PhotoResult } from "#contract/studio/photos.ts"
import type { RunRow } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { makeBefore, makeExport, readExportSource } from "#server/features/studio/exports/service.ts"
import { findPictureOfRun, markDoubtful, readPicture } from "#server/features/studio/generations/service.ts"
import { cutOutNumber } from "#server/features/studio/photos/service.ts"
import { showRun } from "#server/features/studio/runs/service.ts"
import { csvLine } from "#server/platform/documents/csv.ts"
import { zipStream } from "#server/platform/documents/zip-stream.ts"
import { sniff } from "#server/platform/pictures/content.ts"
import { inTurn, type PictureWorker } from "#server/platform/pictures/picture-turns.ts"
import { downloadName } from "#server/platform/text/download-name.ts"
import { type BatchPart, isWaiting, readBatch } from "./service.ts"

/** Columns of the manifest. */
const columns = ["number", "photo", "status", "file", "place", "width", "height", "bytes", "reason"] as const

/**
 * What came of a batch, made file by file while it is sent. What cannot be made is told in the list, which comes last.
 * @throws AppError `not_found`
 */
export async function packBatch(s: Services, accountId: string, id: string, worker: PictureWorker): Promise<Readable> {
  const { recipe, parts } = await readBatch(s, accountId, id)
  const presets = exportPresets.filter(({ slug }) => recipe.presets.includes(slug))
  const lines: string[] = [csvLine(columns)]
  return zipStream(
    async (zip) => {
      for (const part of parts) {
        worker.signal?.throwIfAborted()
        const { row, position, source } = part
        const isDoubtful = await hasOpenDoubt(s, part)
        const about = [position + 1, source.name, isDoubtful ? "to look at" : row.status] as const
        if (row.status !== "ready") {
          lines.push(csvLine([...about, "", "", "", "", "", row.failure ?? ""]))
          continue
        }
        const made = readMade(s, part, recipe, worker)
        for (const preset of presets.length > 0 ? presets : [null]) {
          const place = preset?.place ?? ""
          const { bytes, reason } = await tryToMake(s, row, made, preset, worker)
          if (!bytes) {
            lines.push(csvLine([...about, "", place, "", "", "", reason]))
            continue
          }
          const name = fileName(part, preset, recipe, isDoubtful)
          await zip.addFile(name, bytes)
          const { width, height } = await sharp(bytes).metadata()
          lines.push(
            csvLine([...about, name, place, width, height, bytes.length, isDoubtful ? messages.cutOutDoubt : ""]),
          )
        }
      }
      await zip.addFile("manifest.csv", Buffer.from(lines.join("")))
    },
    (error) => {
      if (!worker.signal?.aborted) s.log.error({ err: error, runId: id }, "the download of a batch broke off")
    },
  )
}

/** One picture that cannot be read takes nobody the others. */
async function tryToMake(
  s: Services,
  row: RunRow,
  made: Promise<MadePicture>,
  preset: ExportPreset | null,
  worker: PictureWorker,
): Promise<{ bytes: Buffer | null; reason: string }> {
  try {
    const bytes = await (await made)(preset)
    const why = isWaiting(row) ? "its cut-out waits to be looked at" : "deleted since"
    return { bytes, reason: bytes ? "" : why }
  } catch (error) {
    worker.signal?.throwIfAborted()
    s.log.warn({ err: error, runId: row.id }, "a picture of a batch could not be made ready")
    return { bytes: null, reason: "could not be made ready" }
  }
}

/**
 * What a run made, as a file for a place or, without one, as it is in the download. Null when its picture was deleted since.
 */
type MadePicture = (preset: ExportPreset | null) => Promise<Buffer | null>

/** Reads what a run made, once for all places. Where white is asked for, a set gives way to the cut-out that stands in it. */
async function readMade(
  s: Services,
  { row: { id }, cutOutRow, source }: BatchPart,
  recipe: BatchRecipe,
  worker: PictureWorker,
): Promise<MadePicture> {
  const made = await readFile(s, id, 0)
  const plain = setOf(recipe) === null ? made : await readFile(s, cutOutRow?.id ?? id, cutOutNumber)
  return (preset) => {
    const { width, height } = preset ?? source
    const making = async (): Promise<Buffer | null> => {
      const asksForWhite = preset !== null && preset.ground !== "any"
      const file = asksForWhite ? plain : made
      if (!file) return null
      if (hasScene(recipe) && !asksForWhite) return makeBefore(file.bytes, coloursOf(recipe), preset)
      if (preset) return makeExport(await file.read(), preset)
      return recipe.ground === "white"
        ? sharp(file.bytes).flatten({ background: "#ffffff" }).jpeg({ quality: 92 }).toBuffer()
        : file.bytes
    }
    // The answer has begun, so that nothing of it is refused any more.
    return inTurn("work", worker, width * height, making, "next")
  }
}

/** A picture of a run, read once for all places. */
interface MadeFile {
  bytes: Buffer
  read(): ReturnType<typeof readExportSource>
}

/** @returns null when it was deleted since */
async function readFile(s: Services, runId: string, number: number): Promise<MadeFile | null> {
  const picture = await findPictureOfRun(s, s.db, runId, number)
  const bytes = picture && (await readPicture(s, picture.id))
  if (!bytes) return null
  let source: ReturnType<typeof readExportSource> | undefined
  return {
    bytes,
    read() {
      source ??= readExportSource(bytes, sniff(bytes, ""))
      return source
    },
  }
}

/** Whether cut-outs stand before colours; where white is asked for, they stand on white all the same. */
function hasScene({ tool, ground }: BatchRecipe): boolean {
  return tool === "cut-out" && (ground === "colour" || ground === "gradient")
}

/** The colours of a recipe, from top to bottom. */
function coloursOf({ ground, colour, from, to }: BatchRecipe): { from: string; to: string } {
  return ground === "gradient" ? { from, to } : { from: colour, to: colour }
}

/** Whether its cut-out is not sure and nobody has looked at it. */
async function hasOpenDoubt(s: Services, { kind, row }: BatchPart): Promise<boolean> {
  const { result } = await showRun(s, kind, row)
  return PhotoResult.safeParse(result).data?.isSettled === false
}

function fileName(
  { position, source, row }: BatchPart,
  preset: ExportPreset | null,
  recipe: BatchRecipe,
  isDoubtful: boolean,
): string {
  const plain = downloadName(source.name) || "photo"
  const isWebp = setOf(recipe) !== null || (row.kind === "upscale" && source.mimeType !== "image/png")
  const ending = preset || recipe.ground === "white" || hasScene(recipe) ? "jpg" : isWebp ? "webp" : "png"
  const place = preset ? `-${preset.slug}` : ""
  const name = `${String(position + 1).padStart(2, "0")}-${plain}${place}.${ending}`
  return isDoubtful ? markDoubtful(name) : name
}
