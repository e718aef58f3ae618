import { Readable } from "node:stream"
import sharp from "sharp"
import { ZipFile } from "yazl"
import { type ExportPreset, exportPresets } from "#contract/catalogue/export-presets.ts"
import type { BatchRecipe } from "#contract/product/batches.ts"
import { makeExport } from "#server/features/exports/service.ts"
import { findPictureOfRun, readPicture } from "#server/features/generations/service.ts"
import { sniff } from "#server/media/content.ts"
import { inTurn } from "#server/media/picture.ts"
import { csvLine } from "#server/platform/csv.ts"
import type { Services } from "#server/services.ts"
import { type BatchPart, readBatch } from "./service.ts"

/** Columns of the manifest. */
const columns = ["number", "photo", "status", "file", "place", "width", "height", "bytes", "reason"] as const

/**
 * What came of a batch, made file by file while it is sent.
 * @throws AppError `not_found`
 */
export async function packBatch(s: Services, accountId: string, id: string): Promise<NodeJS.ReadableStream> {
  const { recipe, parts } = await readBatch(s, accountId, id)
  const presets = exportPresets.filter(({ slug }) => recipe.presets.includes(slug))
  const zip = new ZipFile()
  const lines: string[] = [csvLine(columns)]
  const fail = (error: unknown): void => {
    zip.outputStream.emit("error", error instanceof Error ? error : new Error(String(error)))
  }
  for (const part of parts) {
    const { row, position, source } = part
    const about = [position + 1, source.name, row.status] as const
    if (row.status !== "ready") {
      lines.push(csvLine([...about, "", "", "", "", "", row.failure ?? ""]))
      continue
    }
    for (const preset of presets.length > 0 ? presets : [null]) {
      const name = fileName(part, preset, recipe)
      zip.addReadStreamLazy(name, { compress: false }, (give) => {
        makeFile(s, row.id, preset, recipe).then(
          async (bytes) => {
            const { width, height } = bytes ? await sharp(bytes).metadata() : { width: "", height: "" }
            const words = bytes ? "" : "deleted since"
            lines.push(csvLine([...about, name, preset?.place ?? "", width, height, bytes?.length ?? 0, words]))
            give(null, Readable.from(bytes ? [bytes] : []))
          },
          (error) => {
            fail(error)
            give(error, Readable.from([]))
          },
        )
      })
    }
  }
  // Asked for last, when every other file is written.
  zip.addReadStreamLazy("manifest.csv", { compress: false }, (give) =>
    give(null, Readable.from([Buffer.from(lines.join(""))])),
  )
  zip.end()
  return zip.outputStream
}

/** @returns null when the picture was deleted since */
async function makeFile(
  s: Services,
  runId: string,
  preset: ExportPreset | null,
  { ground }: BatchRecipe,
): Promise<Buffer | null> {
  const picture = await findPictureOfRun(s, s.db, runId)
  const bytes = picture && (await readPicture(s, picture.id))
  if (!bytes) return null
  if (preset) return inTurn(() => makeExport(bytes, sniff(bytes, ""), preset))
  if (ground === "white")
    return inTurn(() => sharp(bytes).flatten({ background: "#ffffff" }).jpeg({ quality: 92 }).toBuffer())
  return bytes
}

function fileName({ position, source, row }: BatchPart, preset: ExportPreset | null, { ground }: BatchRecipe): string {
  const plain =
    source.name
      .normalize("NFKD")
      .replace(/[^a-zA-Z0-9]+/g, "-")
      .slice(0, 40) || "photo"
  const isWebp = row.kind === "upscale" && source.mimeType !== "image/png"
  const ending = preset || ground === "white" ? "jpg" : isWebp ? "webp" : "png"
  return `${String(position + 1).padStart(2, "0")}-${plain}${preset ? `-${preset.slug}` : ""}.${ending}`
}
