import { buffer } from "node:stream/consumers"
import sharp from "sharp"
import { exportPresets } from "#contract/catalogue/export-presets.ts"
import type { PhotoPreview } from "#contract/studio/photo-previews.ts"
import { SceneLayout, type SetColours } from "#contract/studio/scenes.ts"
import type { EngineOrderKind, EngineResults, OrderOf } from "#server/adapters/image-engine/port.ts"
import type { Services } from "#server/declarations/services.ts"
import { makeExport, readExportSource } from "#server/features/studio/exports/service.ts"
import { checkSet, composeScene, findPhoto } from "#server/features/studio/photos/service.ts"
import { readLook } from "#server/features/studio/trainings/service.ts"
import { thumbnailKey } from "#server/media/thumbnails.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { openPicture } from "#server/platform/pictures/picture.ts"
import { inTime, inTurn, type PictureWorker, smallCost } from "#server/platform/pictures/picture-turns.ts"

/** Longer side of a look, in pixels. */
const side = 320
/** Side of a look at a set, in pixels: each is drawn for it. */
const setSide = 192
/** Side of the piece that is enlarged twice, in pixels. */
const pieceSide = 120
/** Longest time of the engine for one look, in milliseconds. */
const longestMs = 30_000
/** The same set of the same photo looks the same every time. */
const seed = 7

interface Wanted {
  image: string
  what: PhotoPreview
  set?: string | undefined
  wall?: string | undefined
  accent?: string | undefined
}

/**
 * A small look at what a tool makes of a photo, by what makes the result. Costs nothing, and keeps nothing but the cut-out.
 * @returns WebP
 * @throws AppError `general_argument_invalid` for a set that is not there and for a picture that was not cut out;
 * `engine_unavailable` where another engine is paid for the work; `request_timeout`; what looking at a cut-out and finding a photo throw
 */
export async function previewPhoto(
  s: Services,
  caller: Person,
  { image, what, set, wall, accent }: Wanted,
  worker: PictureWorker,
): Promise<Buffer> {
  const colours = wall !== undefined && accent !== undefined ? { wall, accent } : undefined
  if (set !== undefined) checkSet(s, set, "set", colours !== undefined)
  if (what === "larger") return showLarger(s, caller, image, worker)
  const cutOut = await readCutOut(s, caller, image, worker)
  if (what === "set") return showSet(s, cutOut, { set: set ?? "", colours }, worker)
  return inTurn("work", worker, side * side, async () =>
    small(await (what === "white" ? onWhite(cutOut) : readyForPlace(cutOut))),
  )
}

function onWhite(cutOut: Buffer): Promise<Buffer> {
  return composeScene(cutOut, "image/webp", { kind: "colour", colour: "#ffffff" }, SceneLayout.parse({ frame: "own" }))
}

async function readyForPlace(cutOut: Buffer): Promise<Buffer> {
  return makeExport(await readExportSource(cutOut, "image/webp"), exportPresets[0])
}

function small(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes).resize(side, side, { fit: "inside" }).webp({ quality: 76 }).toBuffer()
}

/** A small copy of the cut-out of a photo: itself, or what was kept of the look at an upload. */
async function readCutOut(s: Services, caller: Person, image: string, worker: PictureWorker): Promise<Buffer> {
  const { source } = await findPhoto(s, caller, image)
  if (source.from === "file") return readLook(s, caller, image, worker)
  const stored = source.storageKey && (await s.storage.get(thumbnailKey(source.storageKey, 640)))
  const bytes = stored ? await buffer(stored.body) : null
  if (bytes && !(await sharp(bytes).stats()).isOpaque) return bytes
  throw new AppError("general_argument_invalid", "Remove the background of this picture first.")
}

async function showSet(
  s: Services,
  cutOut: Buffer,
  { set, colours }: { set: string; colours: SetColours | undefined },
  worker: PictureWorker,
): Promise<Buffer> {
  requireLocal(s, "shoot")
  const size = { width: setSide, height: setSide, format: "webp" as const, isPreview: true }
  const product = { photos: [cutOut], templates: [set], colours, from: 0, count: 1, seed }
  const order = { kind: "shoot", ...product, ...size } as const
  const [shot] = await runInTurn<"shoot">(s, worker, setSide * setSide, order)
  if (!shot) throw new AppError("engine_failed", "The engine gave no picture.")
  return Buffer.from(shot.bytes)
}

/** A piece of the middle: on the left as it is, on the right as it becomes. */
async function showLarger(s: Services, caller: Person, image: string, worker: PictureWorker): Promise<Buffer> {
  requireLocal(s, "enlargement")
  const { source, read } = await findPhoto(s, caller, image)
  const piece = await inTurn("work", worker, smallCost, async () => {
    const upright = await openPicture(await read(), source.mimeType, "first")
      .autoOrient()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = upright.info
    const cut = Math.min(pieceSide, width, height)
    const [left, top] = [Math.floor((width - cut) / 2), Math.floor((height - cut) / 2)]
    return sharp(upright.data).extract({ left, top, width: cut, height: cut }).flatten().png().toBuffer()
  })
  const order = { kind: "enlargement", file: piece, factor: 2, format: "png" } as const
  const { bytes } = await runInTurn<"enlargement">(s, worker, smallCost, order)
  const { width = 2, height = 2 } = await sharp(bytes).metadata()
  const half = Math.floor(width / 2)
  const before = await sharp(piece)
    .resize(width, height, { kernel: "cubic" })
    .extract({ left: 0, top: 0, width: half, height })
    .png()
    .toBuffer()
  return sharp(bytes)
    .composite([{ input: before, left: 0, top: 0 }])
    .webp({ quality: 90 })
    .toBuffer()
}

/** A provider would have to be paid for it. */
function requireLocal({ engine }: Services, kind: EngineOrderKind): void {
  if (!engine.isLocal(kind)) throw new AppError("engine_unavailable", "There is no look at this beforehand here.")
}

function runInTurn<K extends EngineOrderKind>(
  s: Services,
  worker: PictureWorker,
  pixels: number,
  order: OrderOf<K>,
): Promise<EngineResults[K]> {
  return inTurn("engine", worker, pixels, () =>
    inTime(worker, longestMs, "This look took too long. Please try again.", (signal) =>
      s.engine.run<K>(order, {
        signal,
        providerJobId: null,
        saveProviderJobId: async () => {},
        onProgress() {},
        onPreview() {},
      }),
    ),
  )
}
