import type { PictureRequest } from "#imaging/render/draw.ts"
import type { DrawnPicture, EngineWatch, PictureOrder } from "#server/adapters/image-engine/port.ts"
import { encodePicture, encodePreview, previewSide } from "./encode.ts"
import { drawnSizeOf, isEnlarged, toFinalSize } from "./final-size.ts"
import { makeInTime } from "./in-time.ts"
import type { DrawnPixels } from "./work.ts"
import { partOf, refuse, type WorkContext } from "./work-context.ts"

/** Largest picture to order, in pixels: four megapixels, as "ultra" modes of hosted engines offer. */
export const maxPixels = 4_194_304
/** Share of the budget after which no more samples are taken: the filter and the encoder need the rest. */
const samplingShare = 0.85
/** Share of an order's progress that its previews are. */
const previewShare = 0.06
/** Share of a picture's progress that enlarging is. */
const enlargingShare = 0.1

/** @throws AppError `general_argument_invalid` */
export function checkSize({ width, height }: { width: number; height: number }): void {
  const isWhole = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
  if (!isWhole) throw refuse("A picture's sides are whole numbers of pixels.")
  if (width * height > maxPixels) throw refuse(`This engine draws at most ${maxPixels / 1_000_000} megapixels.`)
}

/** Draws all pictures of an order for which there is time, their previews first. */
export async function drawPictures(
  context: WorkContext,
  order: PictureOrder,
  watch: EngineWatch,
): Promise<DrawnPicture[]> {
  checkSize(order)
  const { signal, onProgress } = watch
  for (let i = 0; i < order.count; i++) {
    const preview = await draw(context, previewOf(requestOf(order, i)), {
      signal,
      budgetMs: context.budgetMs,
      isUrgent: true,
    })
    watch.onPreview(i, await encodePreview({ ...preview, channels: 3, data: preview.pixels }))
    onProgress((previewShare * (i + 1)) / order.count)
  }
  const share = (1 - previewShare) / order.count
  const drawing = isEnlarged(order) ? 1 - enlargingShare : 1
  return makeInTime(order.count, context.budgetMs, watch, async (i, turn) => {
    const request = requestOf(order, i)
    const from = previewShare + share * i
    const drawn = await draw(context, request, {
      signal: turn.signal,
      budgetMs: turn.budgetMs * samplingShare,
      onProgress: partOf(onProgress, from, share * drawing),
    })
    const enlarging = partOf(onProgress, from + share * drawing, share * (1 - drawing))
    const size = { width: order.width, height: order.height, seed: request.seed }
    const picture = await toFinalSize(context, drawn, size, { signal: turn.signal, onProgress: enlarging })
    return { bytes: await encodePicture(picture, order.format, "drawn") }
  })
}

async function draw(
  { pool }: WorkContext,
  request: PictureRequest,
  options: Parameters<WorkContext["pool"]["run"]>[1],
): Promise<DrawnPixels> {
  const { drawn } = await pool.run({ kind: "picture", request }, options)
  if (!drawn) throw new Error("a picture was drawn on nothing")
  return drawn
}

function requestOf(order: PictureOrder, index: number): PictureRequest {
  return {
    ...drawnSizeOf(order),
    prompt: order.prompt,
    style: order.style,
    seed: order.seed + index,
    take: index,
    quality: order.mode === "flux1.1-ultra" || order.style === "ultra" ? "fine" : "standard",
    isRaw: order.raw,
    hasGrain: !isEnlarged(order),
    ...(order.isPoster && { isPoster: true }),
  }
}

function previewOf(request: PictureRequest): PictureRequest {
  const scale = Math.min(1, previewSide / Math.max(request.width, request.height))
  return {
    ...request,
    width: Math.max(16, Math.round(request.width * scale)),
    height: Math.max(16, Math.round(request.height * scale)),
    quality: "preview",
  }
}
