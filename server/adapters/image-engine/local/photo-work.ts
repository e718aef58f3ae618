import { judgePhotos, type PhotoLook, unreadableLook } from "#imaging/inspect/inspect-photos.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { resample } from "#imaging/upscale/resample.ts"
import type {
  CutOutOrder,
  CutOutPicture,
  EngineWatch,
  EnlargedPicture,
  EnlargementOrder,
  InspectionOrder,
  Maker,
  PhotoVerdict,
  RefinementOrder,
} from "#server/adapters/image-engine/port.ts"
import { AppError } from "#server/platform/errors.ts"
import { type DecodeOptions, decodePhoto } from "./codec.ts"
import { encodePicture, longestWebpSide } from "./encode.ts"
import { freeMemoryAfter } from "./free-memory.ts"
import { jpegQuality } from "./jpeg-quality.ts"
import { type CutOutFacts, createShared, type SharedPicture, share, type WorkFacts } from "./work.ts"
import { forEach, refuse, type WorkContext } from "./work-context.ts"

/** Largest result of an enlargement, in pixels: a photo of 24 megapixels twice as large. The result takes 400 MB. */
export const maxEnlargedPixels = 100_000_000
/** Share of the progress that is the work; the rest is reading and writing the files. */
const workShare = 0.9

type Watch = Pick<EngineWatch, "signal" | "onProgress">

/** A file's product on transparency, not yet a file again. */
export async function cutOutFile(
  { pool, models }: WorkContext,
  file: Uint8Array,
  { signal, onProgress }: Watch,
  options: DecodeOptions = {},
): Promise<CutOutFacts & { by: Maker; photo: SharedPicture; picture: SharedPicture }> {
  const { longSide = Number.POSITIVE_INFINITY } = options
  // A model sees it small, and has answered before the photo takes memory in full.
  const cover = await models.cover(async (most) => {
    const { picture } = await decodePhoto(file, { longSide: Math.min(longSide, most) })
    signal.throwIfAborted()
    return picture
  })
  signal.throwIfAborted()
  const photo = share((await decodePhoto(file, options)).picture)
  signal.throwIfAborted()
  const result = createShared(photo.width, photo.height, 4)
  const { answer } = await pool.run({ kind: "cut-out", photo, cover, result }, { signal, onProgress })
  return { ...(answer as WorkFacts["cut-out"]), by: cover === null ? "local" : "model", photo, picture: result }
}

export async function cutOut(context: WorkContext, order: CutOutOrder, watch: EngineWatch): Promise<CutOutPicture> {
  const { width, height, ...made } = await encodeCutOut(context, order, watch)
  // Here nobody holds the photo any more.
  freeMemoryAfter({ width, height })
  return made
}

async function encodeCutOut(
  context: WorkContext,
  order: CutOutOrder,
  watch: EngineWatch,
): Promise<CutOutPicture & { width: number; height: number }> {
  const onProgress = (fraction: number): void => watch.onProgress(workShare * fraction)
  const { photo, picture, other: mask, ...facts } = await cutOutFile(context, order.file, { ...watch, onProgress })
  const { width, height } = picture
  const bytes = await encodePicture(picture, order.format, "altered")
  if (!mask) return { bytes, width, height, ...facts }
  // Over the first answer, which is a file by now.
  await context.pool.run({ kind: "cut-along", photo, mask, result: picture }, { signal: watch.signal })
  const other = await encodePicture(picture, order.format, "altered")
  return { bytes, width, height, ...facts, other }
}

export async function refine(
  { pool }: WorkContext,
  { photo: photoFile, cutOut: cutOutFile, taps, strokes, edge, format }: RefinementOrder,
  { signal, onProgress }: EngineWatch,
): Promise<{ bytes: Uint8Array }> {
  const cut = share(withAlpha((await decodePhoto(cutOutFile)).picture))
  const photo = share(fitTo((await decodePhoto(photoFile)).picture, cut))
  signal.throwIfAborted()
  const result = createShared(cut.width, cut.height, 4)
  const work = { kind: "refinement", photo, cut, taps, strokes, edge, result } as const
  await pool.run(work, { signal, onProgress: (fraction) => onProgress(workShare * fraction) })
  return { bytes: await encodePicture(result, format, "altered") }
}

/** A photo's sides may differ so much from its cut-out's, as a share: rounding of another engine, not another picture. */
const sideTolerance = 0.01

/** The photo in its cut-out's size: hosted engines may give a cut-out of another one. */
function fitTo(photo: Picture, { width, height }: Picture): Picture {
  if (photo.width === width && photo.height === height) return photo
  const difference = Math.abs((photo.width * height) / (photo.height * width) - 1)
  if (difference > sideTolerance) throw refuse("This cut-out does not fit its photo any more.")
  return resample(photo, width, height)
}

/** Where nothing is transparent, PNG may have left out that channel. */
function withAlpha({ width, height, channels, data }: Picture): Picture {
  if (channels === 4) return { width, height, channels, data }
  const out = new Uint8Array(width * height * 4).fill(255)
  for (let p = 0; p < width * height; p++) out.set(data.subarray(p * 3, p * 3 + 3), p * 4)
  return { width, height, channels: 4, data: out }
}

export async function enlarge(
  { pool, models }: WorkContext,
  { file, factor, format }: EnlargementOrder,
  { signal, onProgress }: EngineWatch,
): Promise<EnlargedPicture> {
  if (factor !== 2 && factor !== 4) throw refuse("Pictures are enlarged two or four times.")
  const picture = share((await decodePhoto(file)).picture)
  signal.throwIfAborted()
  const [width, height] = [picture.width * factor, picture.height * factor]
  const hint = factor === 4 ? " Twice the size may still be possible." : ""
  if (width * height > maxEnlargedPixels) {
    throw refuse(`The result would have more than ${maxEnlargedPixels / 1_000_000} megapixels.${hint}`)
  }
  if (format === "webp" && Math.max(width, height) > longestWebpSide) {
    throw refuse(`The result would be longer than ${longestWebpSide} pixels, the most that WebP can hold.${hint}`)
  }
  const result = createShared(width, height, picture.channels)
  const work = { kind: "enlargement", picture, factor, quality: jpegQuality(file), result } as const
  const watch = { signal, onProgress: (fraction: number) => onProgress(workShare * fraction) }
  const by = (await models.enlarge(work, watch)) ? "model" : "local"
  if (by === "local") await pool.run(work, watch)
  const bytes = await encodePicture(result, format, by === "model" ? "modelled" : "altered")
  return { bytes, width, height, by }
}

export async function inspect(
  context: WorkContext,
  { files }: InspectionOrder,
  { signal, onProgress }: EngineWatch,
): Promise<PhotoVerdict[]> {
  let done = 0
  const looks = await forEach(files, context.threads, async (file) => {
    signal.throwIfAborted()
    const look = await lookAt(context, file, signal)
    onProgress(++done / files.length)
    return look
  })
  return judgePhotos(looks).map(({ isUsable, findings, duplicateOf }) => ({
    isUsable,
    findings,
    ...(duplicateOf === undefined ? {} : { duplicateOf }),
  }))
}

/** A file that is no picture is a finding, not a failure of the set. */
async function lookAt({ pool }: WorkContext, file: Uint8Array, signal: AbortSignal): Promise<PhotoLook> {
  const photo = await decodePhoto(file).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  if (!photo) return unreadableLook
  const work = { kind: "look", photo: { ...photo, picture: share(photo.picture) } } as const
  return (await pool.run(work, { signal })).answer as WorkFacts["look"]
}
