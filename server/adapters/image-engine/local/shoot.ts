import { type PlannedShot, planShoot } from "#imaging/compose/plan.ts"
import { readSet } from "#imaging/compose/prompted-set.ts"
import { findTemplate, type Template, templates } from "#imaging/compose/set/templates.ts"
import type { EngineWatch, ShootOrder, ShootTemplate, ShotPicture } from "#server/adapters/image-engine/port.ts"
import { encodePicture, encodePreview } from "./encode.ts"
import { drawnSizeOf, isEnlarged, toFinalSize } from "./final-size.ts"
import { cutOutFile } from "./photo-work.ts"
import { checkSize } from "./pictures.ts"
import type { SharedPicture } from "./work.ts"
import { forEach, partOf, refuse, type WorkContext } from "./work-context.ts"

/** What can be chosen from. */
export const shootTemplates: readonly ShootTemplate[] = templates.map(
  ({ name, use, isNeutral, takesColours = false }) => ({ name, use, isNeutral, takesColours }),
)

/** Most photos and most shots of an order. */
const most = { photos: 50, shots: 100 }
/** Photos are read at this many times the longer side of the shot: the product is only a part of its photo. */
const photoOversize = 1.6
/** Share of the progress that cutting out is. */
const cuttingShare = 0.15
/** Share of a shot's progress that enlarging is, when it is. */
const enlargingShare = 0.1

/** A product cut out of photo number `photo` of the order. */
interface CutPhoto {
  photo: number
  picture: SharedPicture
  confidence: number
}

/** Cuts the product out of its photos and takes the shots one after the other, each on all threads. */
export async function shoot(context: WorkContext, order: ShootOrder, watch: EngineWatch): Promise<ShotPicture[]> {
  const chosen = checkOrder(order)
  const cuts = await cutPhotos(context, order, { ...watch, onProgress: partOf(watch.onProgress, 0, cuttingShare) })
  const plan = planShoot(cuts.length, chosen, order.from + order.count, order.seed).slice(order.from)
  const share = (1 - cuttingShare) / order.count
  const files: Promise<ShotPicture>[] = []
  for (const [i, planned] of plan.entries()) {
    const cut = cuts[planned.photo]
    if (!cut) throw new Error(`there is no cut-out ${planned.photo}`)
    const onProgress = partOf(watch.onProgress, cuttingShare + share * i, share)
    const picture = await takeShot(context, order, planned, cut, { ...watch, onProgress })
    // Encoding is the image library's work and goes on beside the next shot.
    files.push(
      handOver(picture, order, planned, cut, (shot, preview) => {
        watch.onPreview(i, preview)
        watch.onShot?.(i, shot)
      }),
    )
    // Awaited below, when it may have failed long since.
    files.at(-1)?.catch(() => {})
  }
  return Promise.all(files)
}

function checkOrder(order: ShootOrder): Template[] {
  checkSize(order)
  if (order.photos.length < 1 || order.photos.length > most.photos)
    throw refuse(`A shoot needs 1 to ${most.photos} photos.`)
  if (order.words === undefined && order.templates.length === 0) throw refuse("A shoot needs at least one template.")
  const isCount = Number.isInteger(order.count) && Number.isInteger(order.from) && order.count > 0 && order.from >= 0
  if (!isCount || order.from + order.count > most.shots) throw refuse(`A shoot has 1 to ${most.shots} shots.`)
  if (order.words !== undefined) return [readSet(order.words, "").template]
  return order.templates.map((name) => {
    const template = findTemplate(name)
    if (!template) throw refuse(`There is no template "${name}".`)
    if (!order.colours) return template
    if (!template.takesColours) throw refuse(`The template "${name}" has colours of its own.`)
    return { ...template, colours: order.colours }
  })
}

/** The usable cut-outs, surest first. @throws AppError `general_argument_invalid` when no product was found */
export async function cutPhotos(
  context: WorkContext,
  order: Pick<ShootOrder, "photos" | "width" | "height">,
  watch: EngineWatch,
): Promise<CutPhoto[]> {
  const longSide = Math.ceil(photoOversize * Math.max(order.width, order.height))
  let done = 0
  // One at a time: each takes some 300 MB on its way, and with drawing to follow a few seconds matter less.
  const cuts = await forEach(order.photos, 1, async (file, photo): Promise<CutPhoto> => {
    const { picture, confidence } = await cutOutFile(context, file, { ...watch, onProgress() {} }, { longSide })
    watch.onProgress(++done / order.photos.length)
    return { photo, picture, confidence }
  })
  const found = cuts.filter(({ confidence }) => confidence > 0).sort((a, b) => b.confidence - a.confidence)
  if (found.length === 0) {
    throw refuse("We cannot tell the product from its background. Put it on a plain surface of another colour.")
  }
  return found
}

/** One photo of the product in one set. */
export async function takeShot(
  context: WorkContext,
  order: Pick<ShootOrder, "width" | "height" | "isPreview">,
  { template, seed }: PlannedShot,
  cut: CutPhoto,
  { signal, onProgress }: EngineWatch,
): Promise<SharedPicture> {
  const drawing = isEnlarged(order) ? 1 - enlargingShare : 1
  const shot = {
    ...drawnSizeOf(order),
    cutOut: cut.picture,
    template,
    seed,
    quality: order.isPreview ? ("preview" as const) : ("standard" as const),
    hasGrain: !isEnlarged(order),
  }
  const { drawn } = await context.pool.run(
    { kind: "shot", order: shot },
    { signal, budgetMs: context.budgetMs, onProgress: partOf(onProgress, 0, drawing) },
  )
  if (!drawn) throw new Error("a shot was drawn on nothing")
  const size = { width: order.width, height: order.height, seed }
  return toFinalSize(context, drawn, size, { signal, onProgress: partOf(onProgress, drawing, 1 - drawing) })
}

async function handOver(
  picture: SharedPicture,
  order: ShootOrder,
  { template }: PlannedShot,
  { photo, confidence }: CutPhoto,
  onShot: (shot: ShotPicture, preview: Uint8Array) => void,
): Promise<ShotPicture> {
  const [bytes, preview] = await Promise.all([encodePicture(picture, order.format, "staged"), encodePreview(picture)])
  const shot = { bytes, template: template.name, photo, confidence }
  onShot(shot, preview)
  return shot
}
