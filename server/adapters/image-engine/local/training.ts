import { createHash } from "node:crypto"
import { readSet } from "#imaging/compose/prompted-set.ts"
import { ownColours } from "#imaging/inspect/own-colours.ts"
import type {
  DrawnPicture,
  EngineWatch,
  ModelPictureOrder,
  TrainedModel,
  TrainingOrder,
} from "#server/adapters/image-engine/port.ts"
import { encodePicture, encodePreview } from "./encode.ts"
import { makeInTime } from "./in-time.ts"
import { cutOutFile } from "./photo-work.ts"
import { checkSize } from "./pictures.ts"
import { cutPhotos, takeShot } from "./shoot.ts"
import { partOf, refuse, type WorkContext } from "./work-context.ts"

const most = { photos: 60, views: 8, colours: 5 }
/** Longest side of a kept view, in pixels: enough for a picture of one megapixel that the product fills. */
const viewSide = 1_400
/** Cut-outs less sure than this are kept only when there is no better one. */
const sureEnough = 0.35

/**
 * Learns a product without a model of any kind: the product is cut out of every photo; the best views and the
 * product's own colours are what is kept.
 * @throws AppError `general_argument_invalid` when no photo can be used
 */
export async function train(context: WorkContext, order: TrainingOrder, watch: EngineWatch): Promise<TrainedModel> {
  const { photos } = order
  if (photos.length < 1 || photos.length > most.photos) throw refuse(`A training needs 1 to ${most.photos} photos.`)
  const cuts = []
  for (const [photo, file] of photos.entries()) {
    watch.signal.throwIfAborted()
    const { picture, confidence } = await cutOutFile(
      context,
      file,
      { signal: watch.signal, onProgress() {} },
      { longSide: viewSide },
    )
    cuts.push({ photo, picture, confidence })
    watch.onPreview(photo, await encodePreview(picture))
    watch.onProgress((photo + 1) / photos.length)
  }
  const found = cuts.filter(({ confidence }) => confidence > 0).sort((a, b) => b.confidence - a.confidence)
  const sure = found.filter(({ confidence }) => confidence >= sureEnough)
  const best = (sure.length > 0 ? sure : found).slice(0, most.views)
  const [first] = best
  if (!first) {
    throw refuse("We cannot tell the product from its background. Put it on a plain surface of another colour.")
  }
  const views = []
  for (const { photo, picture } of best) views.push({ photo, bytes: await encodePicture(picture, "webp", "altered") })
  const print = createHash("sha256")
  for (const { bytes } of views) print.update(bytes)
  return {
    model: `local:${print.digest("hex")}`,
    views,
    colours: ownColours(first.picture, most.colours),
    by: "local",
  }
}

/**
 * Puts a learned product into the surroundings that the prompt names, a different view in each picture, the surest first
 * (docs/product-rules.md#own-model-views).
 */
export async function drawModel(
  context: WorkContext,
  order: ModelPictureOrder,
  watch: EngineWatch,
): Promise<DrawnPicture[]> {
  checkSize(order)
  const { known, count, seed, format } = order
  const views = known.views.slice(0, count)
  if (views.length === 0) throw refuse("This model has no views of its product. Please train it again.")
  const set = readSet(order.prompt, known.triggerWord)
  const cutting = 0.1
  const cuts = await cutPhotos(
    context,
    { ...order, photos: views },
    { ...watch, onProgress: partOf(watch.onProgress, 0, cutting) },
  )
  const share = (1 - cutting) / count
  return makeInTime(count, context.budgetMs, watch, async (i, { budgetMs, signal }) => {
    const cut = cuts[i % cuts.length]
    if (!cut) throw new Error("there is no view to draw")
    const onProgress = partOf(watch.onProgress, cutting + share * i, share)
    const planned = { photo: cut.photo, template: set.template, seed: seed + i }
    const picture = await takeShot({ ...context, budgetMs }, order, planned, cut, { ...watch, signal, onProgress })
    watch.onPreview(i, await encodePreview(picture))
    return { bytes: await encodePicture(picture, format, "staged") }
  })
}
