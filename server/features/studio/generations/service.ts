import { randomInt } from "node:crypto"
import type { z } from "zod"
import { type AspectRatio, pictureSize } from "#contract/catalogue/aspect-ratios.ts"
import { findMode, type Mode, modes } from "#contract/catalogue/modes.ts"
import { tradeOf } from "#contract/catalogue/trades.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { publicTitle } from "#contract/shown-prompt.ts"
import {
  type GenerateBody,
  type getStudio,
  type OpenWork,
  type Order,
  type PromptReading,
  type readPrompt as readPromptCall,
  type StudioOffer,
  verdictOf,
  whatIsNotDrawn,
} from "#contract/studio/generations.ts"
import type { EngineOrderKind } from "#server/adapters/image-engine/port.ts"
import type { Db, Tx } from "#server/db/open.ts"
import { type RunKind, type RunRow, readRun } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { goodReferences } from "#server/features/money/codes/service.ts"
import { hasPurchased, isUpscalingFree } from "#server/features/money/credits/service.ts"
import {
  checkWords,
  requirePublisher,
  showcaseWait,
  type VisiblePictures,
} from "#server/features/studio/publishing/service.ts"
import * as runs from "#server/features/studio/runs/service.ts"
import { findDrawable, listOpenModels, trainedModel } from "#server/features/studio/trainings/service.ts"
import * as doubts from "#server/media/doubts.ts"
import { holdPicture, type StoredPicture } from "#server/media/stored-picture.ts"
import { isOwner, maySee } from "#server/media/visibility.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { unconfirmed } from "#server/platform/http/permissions.ts"
import { createBatches } from "#server/platform/limits/batch.ts"
import { readsHeic } from "#server/platform/pictures/heif.ts"
import { generationsCollection } from "./collection.ts"
import { feeOf, pictureKind } from "./kind.ts"
import * as access from "./picture-access.ts"
import type { PictureInput } from "./picture-input.ts"
import * as queries from "./queries.ts"
import { pictureUrl as addressOf, type PictureRun, pictureId, toOrder, toOrders } from "./serialise.ts"
import * as versions from "./versions.ts"

type Studio = z.infer<typeof getStudio.reply>["data"]

export interface OrderRequest {
  accountId: string
  /** Whether the person confirmed an address or a number: nothing is published without. */
  isVerified: boolean
  mode: Mode
  body: GenerateBody
  /** Same key, same order: a repeated request joins the first one. */
  idempotencyKey: string | null
  agreedCredits: number | null
}

/**
 * Places a run that draws what was asked for.
 * @throws AppError `general_argument_invalid` for a shape the mode does not offer, `not_drawn`, `not_allowed` for a public picture of
 * somebody who confirmed no address, and what placing a run throws
 */
export async function placeOrder(s: Services, request: OrderRequest): Promise<RunRow> {
  const { accountId, mode, body, idempotencyKey, agreedCredits } = request
  if (mode.onlyRatios && !mode.onlyRatios.includes(body.aspect_ratio)) {
    throw new AppError("general_argument_invalid", `${mode.title} draws only ${mode.onlyRatios.join(", ")}.`)
  }
  const { width, height } = pictureSize(mode, body.aspect_ratio)
  const isPublic = await decideVisibility(s, request)
  const input = {
    mode: mode.slug,
    prompt: body.prompt,
    sentPrompt: mode.compose(body.prompt),
    aspectRatio: body.aspect_ratio,
    width,
    height,
    count: mode.canChooseCount && !body.as_poster ? (body.num_outputs ?? 1) : 1,
    seed: body.seed ?? randomInt(2_147_483_647),
    format: mode.format,
    isRaw: mode.canBeRaw && body.raw === true,
    isPublic,
    ...(body.as_poster && { isPoster: true }),
  }
  const { prompt, aspect_ratio, num_outputs, raw, is_public, seed, as_poster } = body
  const asked = [mode.slug, prompt, aspect_ratio, num_outputs, raw, is_public, seed, ...(as_poster ? [as_poster] : [])]
  return place(s, { accountId, idempotencyKey, agreedCredits, album: body.album, body: asked }, input)
}

/** Words, and who is to draw them. */
interface WordsAbout {
  prompt: string
  mode: Mode
  trainingId?: string | undefined
  isForPhoto?: boolean | undefined
}

/** What the engine makes of words; null when it cannot tell. @throws AppError `not_found` for a model that is not trained */
async function readWords(
  s: Services,
  { prompt, mode, trainingId, isForPhoto = false }: WordsAbout,
): Promise<PromptReading> {
  if (isForPhoto) return s.engine.read?.({ kind: "shoot", prompt }) ?? null
  if (trainingId === undefined)
    return s.engine.read?.({ kind: "picture", mode: mode.slug, style: mode.style, prompt }) ?? null
  return s.engine.read?.({ kind: "model-picture", prompt, ...(await trainedModel(s.db, trainingId)) }) ?? null
}

/** What a person's words would become in a mode or of their own model. @throws AppError `not_found` */
export async function readPrompt(
  s: Services,
  accountId: string,
  { prompt, mode, trainingId, isForPhoto }: z.output<typeof readPromptCall.body>,
): Promise<PromptReading> {
  if (trainingId !== undefined) await findDrawable(s, accountId, trainingId)
  return readWords(s, { prompt, mode: findMode(mode), trainingId, isForPhoto })
}

/**
 * Nobody pays for a picture of something else (docs/product-rules.md#unknown-words): an order for what is not drawn is refused,
 * unless it is for a poster, which only an engine sets that reads words.
 * @returns what is stored of the words
 * @throws AppError `not_drawn`; `general_argument_invalid` for a poster that nobody sets
 */
function requireDrawn(reading: PromptReading, isPoster: boolean): PromptReading {
  if (isPoster) {
    if (reading) return { ...reading, understood: ["a poster of these words"], substituted: [], ignored: [] }
    throw new AppError("general_argument_invalid", "Posters are not made by the engine of this mode.")
  }
  if (reading === null || verdictOf(reading) !== "not drawn") return reading
  const instead = reading.nearest ? ` Nearest is: ${reading.nearest.thing}.` : ""
  throw new AppError("not_drawn", `${whatIsNotDrawn(reading)}${instead} Nothing was paid.`)
}

/** A repeated request joins the first one, whatever the list of words says by now. */
async function place(
  s: Services,
  same: Pick<OrderRequest, "accountId" | "idempotencyKey" | "agreedCredits"> & {
    album: string | undefined
    body: unknown
  },
  input: z.output<typeof PictureInput>,
): Promise<RunRow> {
  const known = await runs.checkFirst(s, pictureKind, { ...same, input })
  if (known) return known
  const { prompt: text, isPublic } = input
  const { mustWait } = await checkWords(s, { text, isPublic, field: "prompt" })
  const words = { prompt: text, mode: findMode(input.mode), trainingId: input.trainingId }
  const reading = requireDrawn(await readWords(s, words), input.isPoster ?? false)
  return runs.placeRun(s, pictureKind, { ...same, input: { ...input, reading, ...(mustWait && { mustWait }) } })
}

/** Whether the pictures are for everybody: free use is; who has paid chooses, and private is the default. */
async function decideVisibility(
  s: Services,
  { accountId, body, isVerified }: Omit<OrderRequest, "mode">,
): Promise<boolean> {
  const isPublic = (await hasPurchased(s.db, accountId)) ? (body.is_public ?? false) : true
  if (isPublic && !isVerified) throw unconfirmed()
  if (isPublic) await requirePublisher(s.db, accountId)
  return isPublic
}

/**
 * Places a run that draws an own model.
 * @throws AppError `not_found`, `general_argument_invalid`, and what placing a run throws
 */
export async function placeModelOrder(
  s: Services,
  request: Omit<OrderRequest, "mode"> & { trainingId: string },
): Promise<RunRow> {
  const { accountId, trainingId, body, idempotencyKey, agreedCredits } = request
  const { triggerWord } = await findDrawable(s, accountId, trainingId)
  const { width, height } = pictureSize({}, body.aspect_ratio)
  const isPublic = await decideVisibility(s, request)
  const input = {
    mode: triggerWord,
    trainingId,
    prompt: body.prompt,
    sentPrompt: body.prompt,
    aspectRatio: body.aspect_ratio,
    width,
    height,
    count: body.num_outputs ?? 1,
    seed: body.seed ?? randomInt(2_147_483_647),
    format: "webp" as const,
    isRaw: false,
    isPublic,
  }
  const { prompt, aspect_ratio, num_outputs, is_public, seed } = body
  const asked = [trainingId, prompt, aspect_ratio, num_outputs, is_public, seed]
  return place(s, { accountId, idempotencyKey, agreedCredits, album: body.album, body: asked }, input)
}

/** Kinds of work that screens ask about. */
const shownKinds = ["cut-out", "enlargement", "shoot", "description", "training"] as const

/** Who would carry out what, and what is out of order now. */
export async function showStudio(s: Services, accountId: string): Promise<Studio> {
  const offer = async (kind: EngineOrderKind, mode?: Mode): Promise<StudioOffer> => {
    const { engine, isLocal, refusal, label } = await s.engine.offer(kind, { mode: mode?.slug })
    const feeCredits = mode ? feeOf(s.config.fees, mode) : null
    return { engine, isLocalEngine: isLocal, refusal, label, feeCredits }
  }
  const [order] = await goodReferences(s.db, accountId)
  const ofModes = modes.map(async (mode) => [mode.slug, await offer("picture", mode)] as const)
  const ofKinds = shownKinds.map(async (kind) => [kind, await offer(kind)] as const)
  return {
    engine: s.engine.name,
    isLocalEngine: s.engine.capabilities.isLocal,
    imageHost: s.imageHost?.kind ?? "own",
    readsHeic: readsHeic && s.imageHost === null,
    canBePrivate: await hasPurchased(s.db, accountId),
    waitsForReview: (await showcaseWait(s, s.db, { accountId, isPublic: true })) !== null,
    isUpscalingFree: await isUpscalingFree(s.db, accountId),
    includedTraining: order ? { tx_ref: order.code, paidAt: serialiseDate(order.createdAt) } : null,
    modes: Object.fromEntries(await Promise.all(ofModes)),
    kinds: Object.fromEntries(await Promise.all(ofKinds)),
  }
}

function asPictures(row: RunRow): PictureRun {
  return readRun(pictureKind, row)
}

/** An order as its owner sees it. */
export function showOrder(s: Services, row: RunRow): Promise<Order> {
  return toOrder(s.db, s.config.publicUrl, asPictures(row))
}

/** @throws AppError `not_found`, also for another person's order */
export async function getOrder(s: Services, accountId: string, id: string): Promise<Order> {
  const row = await runs.findOwnRun(s.db, accountId, id)
  if (row?.kind !== pictureKind.name) throw new AppError("not_found", "This order does not exist.")
  return showOrder(s, row)
}

/** What is under way for a person, newest first: orders, runs that have no other form, and models. */
export async function openWork(s: Services, kinds: ReadonlyMap<string, RunKind>, accountId: string): Promise<OpenWork> {
  const open = await runs.listOpenRuns(s, accountId)
  const orders = open.filter(({ kind }) => kind === pictureKind.name).map(asPictures)
  // A training is told by its model, which has a name, and which is under way until its shoot is over.
  const others = open.filter(({ kind }) => kind !== pictureKind.name && kind !== "training" && kind !== "shot")
  return {
    data: await toOrders(s.db, s.config.publicUrl, orders),
    runs: await runs.showRuns(s, kinds, others),
    models: await listOpenModels(s, accountId),
  }
}

/**
 * Takes back an order that has not started; its credits return in the same commit.
 * @throws AppError `not_found`, `already_started`
 */
export async function cancelOrder(s: Services, accountId: string, id: string): Promise<Order> {
  return showOrder(s, await runs.cancelRun(s, pictureKind, accountId, id))
}

/** Drawn pictures, as what opens and closes pictures needs to know them. */
export const pictureVisibility: VisiblePictures = {
  table: "generations",
  collection: generationsCollection,
  find: queries.findPicture,
}

/** A finished picture, as other work on it needs to know it. */
export interface SeenPicture {
  id: string
  /** What it shows, in its owner's words; of a public one that was made of a photo only its owner is told them. */
  name: string
  width: number
  height: number
  mimeType: string
  version: number
  /** Where the bytes of this version are. */
  storageKey: string
}

/** @throws AppError `not_found` for whoever may not see it */
export async function describePicture(s: Pick<Services, "db">, caller: Caller, id: string): Promise<SeenPicture> {
  const picture = await queries.findPicture(s.db, id)
  if (!picture || !maySee(caller, picture)) {
    throw new AppError("not_found", "This picture does not exist.")
  }
  const { width, height, mimeType, version, storageKey } = picture
  const name = isOwner(caller, picture.accountId) ? picture.prompt : publicTitle(picture)
  return { id, name, width, height, mimeType, version, storageKey }
}

/**
 * A picture's bytes, for whoever was allowed to see it.
 * @param seen storage key of the version that they saw; the newest is read without one, and once that one is not kept
 * @returns null when it is gone
 */
export async function readPicture(
  s: Pick<Services, "db" | "storage">,
  id: string,
  seen?: string,
): Promise<Buffer | null> {
  const picture = await queries.findPicture(s.db, id)
  if (!picture) return null
  const stored = (seen === undefined ? null : await s.storage.get(seen)) ?? (await s.storage.get(picture.storageKey))
  return stored ? Buffer.concat(await stored.body.toArray()) : null
}

/**
 * Adds what a run made to its owner's pictures, in the transaction that ends the run.
 * @param about its `number` tells apart what one run made, from 0, which it is when absent
 * @param other what the engine found instead, to be kept beside it
 */
export async function addPicture(
  s: Pick<Services, "config" | "now">,
  tx: Tx,
  kept: StoredPicture,
  about: {
    runId: string
    accountId: string
    mode: string
    isPublic: boolean
    prompt: string
    aspectRatio: AspectRatio
    number?: number
    isInQuota?: boolean
  },
  other: StoredPicture | null = null,
): Promise<void> {
  const { number = 0, ...common } = about
  const id = pictureId(common.runId, number)
  const waitsUntil = await showcaseWait(s, tx, common)
  const picture = {
    ...kept,
    ...common,
    waitsUntil,
    id,
    sentPrompt: common.prompt,
    trade: tradeOf(common.prompt),
    position: number + 1,
  }
  const rows = await queries.insertPictures(tx, [picture])
  await holdPicture(tx, kept)
  if (other) {
    const { storageKey, mimeType, width, height, byteSize } = other
    await queries.insertStoredFile(tx, "otherCutOuts", {
      generationId: id,
      storageKey,
      mimeType,
      width,
      height,
      byteSize,
    })
    await holdPicture(tx, other)
  }
  for (const row of rows) await publishDocument(tx, s.config, generationsCollection, row, "create")
}

/**
 * Gives a person a private picture that cost nothing, with a finished run of its own.
 * @param about its `key` is good once for each person
 * @returns false when the person had one with this key before
 */
export async function addOwnPicture(
  s: Services,
  tx: Tx,
  kept: StoredPicture,
  about: { accountId: string; mode: string; prompt: string; aspectRatio: AspectRatio; key: string },
): Promise<boolean> {
  const { accountId, mode, prompt, aspectRatio, key } = about
  const { width, height } = kept
  const input = {
    mode,
    prompt,
    sentPrompt: prompt,
    aspectRatio,
    width,
    height,
    count: 1,
    seed: 1,
    format: "webp",
    isRaw: false,
    isPublic: false,
  }
  const ended = { kind: pictureKind, accountId, input, idempotencyKey: key, body: [key] }
  const [run] = await runs.recordEndedRuns(tx, [ended])
  if (!run) return false
  await addPicture(s, tx, kept, { runId: run.id, accountId, mode, isPublic: false, prompt, aspectRatio })
  return true
}

/** Those of a whole batch are found together. */
const findById = createBatches(async (db: Db, ids: readonly string[]) => {
  const found = new Map((await queries.listByIds(db, ids)).map((picture) => [picture.id, picture]))
  return ids.map((id) => found.get(id))
})

/**
 * A picture that a run made.
 * @param number which of them, from 0
 * @returns null when there is none, or it was deleted
 */
export async function findPictureOfRun(
  s: Pick<Services, "config">,
  db: Db,
  runId: string,
  number = 0,
): Promise<{ id: string; url: string; width: number; height: number } | null> {
  const picture = await findById(db, pictureId(runId, number))
  if (!picture) return null
  const { id, width, height } = picture
  return { id, url: addressOf(s.config.publicUrl, picture), width, height }
}

/** An own picture that may be changed, and what becomes of it. */
export const findVersion = versions.findVersion
export const changeFile = versions.changeFile
export const takeAnswer = versions.takeAnswer
export const findAnswer = versions.findAnswer
export const settleVersion = versions.settleVersion

/** Which pictures deserve a look before anybody calls them done. */
export const findDoubts = doubts.findDoubts
export const findDoubt = doubts.findDoubt
export const markDoubtful = doubts.markDoubtful
export const versionChanged = versions.versionChanged
export type PictureVersion = versions.PictureVersion
export type Answer = versions.Answer

/** What a picture is called as a file. */
export const pictureFileName = access.pictureFileName

/** Where a finished picture is served. */
export const pictureUrl = addressOf

/** Whether a person ever had a picture made that is still there. */
export const hasPicture = queries.hasPicture
