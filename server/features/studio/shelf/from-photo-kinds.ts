import { randomInt } from "node:crypto"
import sharp from "sharp"
import { z } from "zod"
import { SceneLayout } from "#contract/studio/scenes.ts"
import { maxProductPictures, type ShelfPictureRef } from "#contract/studio/shelf.ts"
import { proposeText, proposeTitle, readColour } from "#contract/studio/shelf-words.ts"
import type { Tx } from "#server/db/open.ts"
import { type RunRow, runKind } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { addPicture, findPictureOfRun } from "#server/features/studio/generations/service.ts"
import {
  composeScene,
  cutOutWork,
  isFreeGround,
  type PhotoSource,
  readPhoto,
  sceneWork,
} from "#server/features/studio/photos/service.ts"
import { addRun, releaseEarly, tellOfFailure } from "#server/features/studio/runs/service.ts"
import { readMark } from "#server/media/ai-mark.ts"
import { keepPicture, type StoredPicture } from "#server/media/stored-picture.ts"
import { inTurn, jobWorker, type PictureWorker } from "#server/platform/pictures/picture-turns.ts"
import { placePictures } from "./pictures.ts"
import * as queries from "./queries.ts"

/** Which of the pictures of the run that cuts out is the one on white. */
export const whiteNumber = 1

/** 4:5, as Instagram and Jumia show products; cut to a square in lists, all of the product is still seen. */
const layout = SceneLayout.parse({ width: 1_080, height: 1_350, productHeight: 68 })

const SceneInput = sceneWork.input.extend({ productId: z.string() })

const CutOutInput = cutOutWork.input.extend({
  productId: z.string(),
  /** What the seller says that it is. */
  thing: z.string(),
  /** What the scene stands before. */
  ground: SceneInput.shape.ground,
})
export type CutOutInput = z.output<typeof CutOutInput>

type Made = Awaited<ReturnType<typeof cutOutWork.work>>
type Kept = Awaited<ReturnType<typeof cutOutWork.keep>>

/** A scene of a product that was begun with one photo. */
export const productSceneKind = runKind<typeof SceneInput, Made, Kept>({
  ...sceneWork,
  name: "product-scene",
  input: SceneInput,
  title: () => "Scene of a product",
  async finish(s, tx, run, kept) {
    const outcome = await sceneWork.finish(s, tx, run, kept)
    const picture = await findPictureOfRun(s, tx, run.id)
    const { productId } = run.input
    if (picture) await addToProduct(tx, run.accountId, productId, { id: picture.id, place: 1 }, { sceneRunId: run.id })
    return outcome
  },
  /** It ends after the seller went on: what did not come is told, with the product where it is ordered once more. */
  async undo(s, tx, run) {
    if (run.status !== "failed") return
    const { input } = run
    await tellOfFailure(s, tx, run, { title: productSceneKind.title(input), path: `/shelf/${input.productId}` })
  },
})

/**
 * The first half of a product from one photo: its cut-out, the picture on white, the words. Its price is that of both halves; what
 * the scene costs is set aside for the scene once that can be made.
 */
export const productCutOutKind = runKind<
  typeof CutOutInput,
  Made & { white: Uint8Array | null },
  { photo: Kept; white: StoredPicture | null; colour: string }
>({
  ...cutOutWork,
  name: "product-cut-out",
  input: CutOutInput,
  title: () => "Product from a photo",
  price: ({ config: { fees } }, { ground }) => ({
    feeCredits: fees["bg-remover"] + (isFreeGround(ground) ? 0 : fees.scene),
    count: 1,
  }),
  needs: ({ ground }) => [{ kind: "cut-out" as const }, ...(isFreeGround(ground) ? [] : [{ kind: "shoot" as const }])],

  async work(s, run, watch) {
    const made = await cutOutWork.work(s, run, watch)
    const white =
      made.isSure && made.bytes ? await composeWhite(jobWorker(run.accountId, watch.signal), made.bytes) : null
    return { ...made, white }
  },

  async keep(s, run, { white, ...made }) {
    const photo = await cutOutWork.keep(s, run, made)
    const mark = white && (await readMark(await readPhoto(s, run.input.source)))
    return {
      photo,
      white: white && (await keepPicture(s, white, mark)),
      colour: made.bytes ? await colourOf(made.bytes) : "",
    }
  },

  async finish(s, tx, run, { photo, white, colour }) {
    const outcome = { ...(await cutOutWork.finish(s, tx, run, photo)), credits: s.config.fees["bg-remover"] }
    const { accountId, input } = run
    const words = { thing: input.thing, colour }
    const cutOut = await findPictureOfRun(s, tx, run.id)
    if (!white || !photo.picture || !cutOut) {
      await addToProduct(tx, accountId, input.productId, null, { cutOutRunId: run.id, words })
      return outcome
    }
    const added = await addWhite(s, tx, run, white)
    const isThere = await addToProduct(tx, accountId, input.productId, added, { cutOutRunId: run.id, words })
    // Nobody pays for a scene of what was taken off the shelf meanwhile.
    if (!isThere) return outcome
    await releaseEarly(tx, run, "Set aside for the scene", outcome.credits)
    const { width, height, storageKey } = photo.picture
    const { name } = input.source
    const source = {
      from: "picture",
      id: cutOut.id,
      name,
      width,
      height,
      mimeType: "image/png",
      version: 0,
      storageKey,
    } as const
    await orderScene(s, tx, run, source, { after: run.id, isFree: run.feeCredits === 0 })
    return outcome
  },
})

/** A cut-out on white, as places that sell ask for it. */
export function composeWhite(worker: PictureWorker, cutOut: Uint8Array): Promise<Buffer> {
  return inTurn("work", worker, layout.width * layout.height, () =>
    composeScene(cutOut, "image/png", { kind: "colour", colour: "#ffffff" }, layout),
  )
}

/** Keeps the picture on white among the person's own. @returns what the product gets of it */
export async function addWhite(
  s: Services,
  tx: Tx,
  { id: runId, accountId, input }: Pick<RunRow, "id" | "accountId"> & { input: { source: PhotoSource } },
  white: StoredPicture,
): Promise<{ id: string; place: number } | null> {
  const about = { runId, accountId, number: whiteNumber, mode: "scene", isPublic: false, prompt: input.source.name }
  await addPicture(s, tx, white, { ...about, aspectRatio: "4:5", isInQuota: true })
  const picture = await findPictureOfRun(s, tx, runId, whiteNumber)
  return picture && { id: picture.id, place: 0 }
}

interface SceneOrder {
  /** Id of the run that this one goes on from: two presses at once order one scene. */
  after: string
  /** It costs nothing, because nothing of the whole was paid. */
  isFree?: boolean
}

/** Orders the scene of a product. @returns false when it was ordered before @throws AppError `not_enough_credits` */
export async function orderScene(
  s: Services,
  tx: Tx,
  { id, accountId, input }: { id: string; accountId: string; input: CutOutInput },
  source: PhotoSource,
  { after, isFree = false }: SceneOrder,
): Promise<boolean> {
  const { productId, ground } = input
  const scene = await addRun(s, tx, productSceneKind, {
    accountId,
    input: { source, isPublic: false, ground, layout, seed: randomInt(2_147_483_647), productId },
    idempotencyKey: `scene:${after}`,
    body: null,
    parentRunId: id,
    ...(isFree && { isFree }),
  })
  if (!scene) return false
  await queries.setRuns(tx, productId, { sceneRunId: scene.id })
  return true
}

/** Side of the copy in which the colour is looked for, in pixels. */
const colourSide = 48

async function colourOf(cutOut: Uint8Array): Promise<string> {
  const image = sharp(cutOut, { limitInputPixels: false }).resize(colourSide, colourSide, { fit: "fill" }).ensureAlpha()
  return readColour(new Uint8ClampedArray(await image.raw().toBuffer()))
}

interface ProductChange {
  cutOutRunId?: string
  sceneRunId?: string
  /** Of which title and text are proposed, where the seller has written neither. */
  words?: { thing: string; colour: string }
}

/**
 * Gives a product one more picture of its person's own, and the words that follow from what is known.
 * @returns false when it was deleted meanwhile
 */
export async function addToProduct(
  tx: Tx,
  accountId: string,
  id: string,
  picture: { id: string; place: number } | null,
  { words, ...runs }: ProductChange = {},
): Promise<boolean> {
  const row = await queries.lockProduct(tx, accountId, id)
  if (!row) return false
  const said = words && row.name === "" && row.text === "" ? propose(words, row) : {}
  await queries.updateProduct(tx, { accountId, id, version: row.version }, { ...said, ...runs })
  const placed = picture ? await queries.listPictures(tx, [id], maxProductPictures) : []
  if (!picture || placed.length >= maxProductPictures) return true
  const refs: ShelfPictureRef[] = placed.map(({ source, pictureId }) => ({ source, id: pictureId }))
  refs.splice(picture.place, 0, { source: "generations", id: picture.id })
  await placePictures(tx, accountId, id, refs)
  return true
}

function propose(
  words: { thing: string; colour: string },
  { category }: Pick<queries.ProductRow, "category">,
): { name: string; text: string } {
  const facts = { ...words, material: "", size: "", use: "" }
  const known = { category, condition: null, priceNgn: null }
  return { name: proposeTitle(facts), text: proposeText(facts, known, { language: "en", length: "listing" }) }
}
