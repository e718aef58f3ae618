import { randomUUID } from "node:crypto"
import { findStyle } from "#contract/catalogue/styles.ts"
import { shotAllowance, trainingPrice, trainingRules } from "#contract/catalogue/trainings.ts"
import { messages } from "#contract/messages.ts"
import type { OpenModel } from "#contract/studio/generations.ts"
import type { Model, NewTraining } from "#contract/studio/trainings.ts"
import type { KnownModel, PhotoVerdict } from "#server/adapters/image-engine/port.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { RunRow } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { holdAccount } from "#server/features/identity/accounts/service.ts"
import { redeemOldestReference, redeemReference, withdrawReference } from "#server/features/money/codes/service.ts"
import { hasPurchased, requireCredits } from "#server/features/money/credits/service.ts"
import { checkList, requirePublisher } from "#server/features/studio/publishing/service.ts"
import { addRun, checkOffer, endRunIn, findRepeated } from "#server/features/studio/runs/service.ts"
import { sweepMedia } from "#server/media/sweep.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller, Person } from "#server/platform/http/caller.ts"
import { unconfirmed } from "#server/platform/http/permissions.ts"
import { inTurn, type PictureWorker, smallCost } from "#server/platform/pictures/picture-turns.ts"
import { trainingKind } from "./kind.ts"
import { findTrained, loadModel } from "./known-model.ts"
import { looksFirst, readLook as readSmallCutOut, requireSeen } from "./looks.ts"
import { invalid, notOwn, readFileId } from "./photo-address.ts"
import { publishTrainingChange } from "./publish.ts"
import * as queries from "./queries.ts"
import { toModels } from "./serialise.ts"
import { shotKind } from "./shot-kind.ts"
import { planShots } from "./shot-plan.ts"

/** A small copy of an own photo's cut-out. */
export const readLook = readSmallCutOut

/** Free results are public, and who publishes has confirmed the address. */
export async function mayTrain(s: Services, caller: Person): Promise<boolean> {
  return caller.isVerified || hasPurchased(s.db, caller.accountId)
}

/** @throws AppError `engine_unavailable` while no engine trains models */
export function checkTrainer(s: Services): Promise<void> {
  return checkOffer(s, trainingKind, {})
}

/**
 * Writes a new training with its photos, which must be the person's own uploads.
 * @returns false when the id or the trigger word is taken
 * @throws AppError `document_invalid_structure`, `user_unauthorized`, `too_many_running`, `cut_out_unseen`, `version_changed` when
 * the order is used by now that was to include it
 */
export async function insertTraining(
  tx: Tx,
  s: Services,
  caller: Person,
  id: string,
  training: NewTraining,
): Promise<boolean> {
  const { accountId } = caller
  const given = training.txRef ?? ""
  // Trainings that are begun at once come to the orders one after the other.
  if (given === "") await holdAccount(tx, accountId)
  const images = await readDataset(tx, s.config.publicUrl, accountId, training.images)
  const isPublic = (await hasPurchased(tx, accountId)) ? (training.isPublic ?? false) : true
  if (isPublic && !caller.isVerified) {
    throw new AppError("user_unauthorized", "Please confirm your e-mail address before you publish.")
  }
  if (isPublic) await requirePublisher(tx, accountId)
  const reference = given || ((await redeemOldestReference(tx, s.config, accountId)) ?? "")
  const learns = !s.engine.isLocal("training")
  const { feeCredits, count } = trainingPrice(s.config.fees, learns)
  // Who cannot pay is told before words are read.
  if (reference === "" && !training.isIncluded) await requireCredits(tx, accountId, feeCredits * count)
  const text = [training.prompt, training.PrimaryStyle, training.secondaryStyle, training.triggerWord].join(" ")
  await checkList(tx, { text, isPublic, field: "prompt" })
  const isReferenceGood = given === "" || (await redeemReference(tx, s.config, accountId, given))
  const isMade = await queries.insertRow(tx, {
    id,
    accountId,
    prompt: training.prompt ?? "",
    primaryStyle: training.PrimaryStyle,
    secondaryStyle: training.secondaryStyle ?? "",
    triggerWord: readTriggerWord(training),
    isPublic,
    status: isReferenceGood ? "analysing_dataset" : "invalid_ref_code",
    paymentReference: reference,
    rightsConfirmedAt: training.rightsConfirmed ? new Date() : null,
  })
  if (!isMade) return false
  if (training.isIncluded && reference === "") {
    throw new AppError(
      "version_changed",
      `The training of your order was begun elsewhere. This one costs ${feeCredits * count} credits.`,
    )
  }
  if ((await queries.countOpen(tx, accountId)) > trainingRules.maxOpen) {
    throw new AppError("too_many_running", `You have ${trainingRules.maxOpen} trainings under way.`)
  }
  if (looksFirst(s)) await requireSeen(tx, images)
  await queries.insertImages(tx, id, images)
  if (isReferenceGood) await begin(tx, s, accountId, { trainingId: id, isIncluded: reference !== "", learns })
  return true
}

/** Orders the training, and puts the pictures aside that come with it. */
async function begin(
  tx: Tx,
  s: Services,
  accountId: string,
  input: { trainingId: string; isIncluded: boolean; learns: boolean },
): Promise<void> {
  const run = await addRun(s, tx, trainingKind, { accountId, input, idempotencyKey: null, body: input })
  const allowance = input.isIncluded ? shotAllowance.proStudio : shotAllowance.training
  await queries.updateTraining(tx, input.trainingId, { runId: run?.id ?? null, allowance })
}

/** Ends runs of a training that this transaction holds fast, and gives their credits back. */
async function endRuns(tx: Tx, s: Services, runs: readonly RunRow[]): Promise<void> {
  for (const run of runs) await endRunIn(s, tx, run.kind === trainingKind.name ? trainingKind : shotKind, run.id)
}

/**
 * Holds everything under way for a training fast, its account first. Runs come before their training, as for whoever ends
 * one of them. One that ended while it was waited for may have ordered others, so it is looked again until there is nothing
 * new.
 */
async function lockWork(tx: Tx, accountId: string, id: string): Promise<RunRow[]> {
  await holdAccount(tx, accountId)
  for (let before = -1; ; ) {
    const runs = await queries.lockOpenRuns(tx, accountId, id, "wait")
    if (runs.length === before) return runs
    before = runs.length
  }
}

/**
 * Ends what was ordered before this transaction held the training. One of them that is just ending waits for the training
 * itself, so it is not waited for: it finds what became of the training, and gives back what is due.
 */
async function endLateRuns(tx: Tx, s: Services, accountId: string, id: string): Promise<void> {
  await endRuns(tx, s, await queries.lockOpenRuns(tx, accountId, id, "skip"))
}

/**
 * The money of the order that started a training goes back: its work ends, and its pictures are given no more. What was
 * made stays.
 * @returns how many of the order's pictures were made
 */
export async function takeTrainingBack(tx: Tx, s: Services, accountId: string, reference: string): Promise<number> {
  await withdrawReference(tx, s.config, reference)
  let made = 0
  for (const training of await queries.listOfReference(tx, accountId, reference)) {
    await endRuns(tx, s, await lockWork(tx, accountId, training.id))
    const row = await queries.updateTraining(tx, training.id, { allowance: 0 })
    if (row) await publishTrainingChange(s, tx, row)
    // The training is held from here on: what was ordered before that is given no more either.
    await endLateRuns(tx, s, accountId, training.id)
    made += await queries.countIncludedShots(tx, accountId, training.id)
  }
  return made
}

/** Holds what is under way for a model of the caller's, before the model itself is held. */
export async function lockWorkBefore(tx: Tx, caller: Caller, id: string): Promise<void> {
  const training = await queries.findTraining(tx, id)
  const isOthers = caller.kind === "person" && training?.accountId !== caller.accountId
  if (training && !isOthers) await lockWork(tx, training.accountId, id)
}

/** Removes a model that this transaction holds fast, its work too; what is under way for it ends and is given back. */
export async function removeTraining(tx: Tx, s: Services, id: string): Promise<void> {
  const training = await queries.findTraining(tx, id)
  if (!training) return
  await endLateRuns(tx, s, training.accountId, id)
  await queries.deleteTraining(tx, id)
  await s.queue.enqueue(tx, sweepMedia, {})
}

/** A person's models, newest first. */
export async function listModels(s: Services, accountId: string): Promise<Model[]> {
  return toModels(s, s.db, await queries.listOwnTrainings(s.db, accountId, 100))
}

/** Those that are trained or shot just now. */
export async function listOpenModels(s: Services, accountId: string): Promise<OpenModel[]> {
  const models = await toModels(s, s.db, await queries.listOwnTrainings(s.db, accountId, 100, "open"))
  return models.map(({ id, title, triggerWord, PrimaryStyle, trainingStatus, progress }) => ({
    id,
    title,
    triggerWord,
    PrimaryStyle,
    trainingStatus,
    progress,
  }))
}

/** @throws AppError `not_found`, also for another person's model */
export async function getModel(s: Services, accountId: string, id: string): Promise<Model> {
  return toModel(s, await findOwn(s.db, accountId, id))
}

async function findOwn(db: Db, accountId: string, id: string): Promise<queries.TrainingRow> {
  const training = await queries.findOwnTraining(db, accountId, id)
  if (!training) throw new AppError("not_found", "This model does not exist.")
  return training
}

async function toModel(s: Services, training: queries.TrainingRow): Promise<Model> {
  const [model] = await toModels(s, s.db, [training])
  if (!model) throw new Error(`The model ${training.id} was lost.`)
  return model
}

/** @throws AppError `not_found` */
export async function renameModel(s: Services, accountId: string, id: string, title: string): Promise<Model> {
  await transact(s.db, async (tx) => {
    await findOwn(tx, accountId, id)
    const row = await queries.updateTraining(tx, id, { title })
    if (row) await publishTrainingChange(s, tx, row)
  })
  return getModel(s, accountId, id)
}

/** Stops a training or what is left of its shoot. @throws AppError `not_found`, `already_started` when nothing is under way */
export async function cancelModel(s: Services, accountId: string, id: string): Promise<Model> {
  await transact(s.db, async (tx) => {
    await findOwn(tx, accountId, id)
    const open = await lockWork(tx, accountId, id)
    if (open.length === 0) throw new AppError("already_started", "Nothing is under way for this model.")
    await endRuns(tx, s, open)
  })
  return getModel(s, accountId, id)
}

interface ShotOrder {
  accountId: string
  /** Whether the person confirmed an address or a number: pictures of a public model are public. */
  isVerified: boolean
  trainingId: string
  count: number
  idempotencyKey: string | null
}

/**
 * Orders further pictures of a trained model: first those that are paid for, then for credits.
 * @throws AppError `not_found`, `engine_unavailable`, `not_enough_credits`, `too_many_running` while a shoot is under way,
 * `not_allowed` for pictures that the person may not publish, `idempotency_key_reused` when the key came with another order before
 */
export async function orderShots(s: Services, order: ShotOrder): Promise<Model> {
  const { accountId, isVerified, trainingId: id, count, idempotencyKey } = order
  await findDrawable(s, accountId, id)
  // The first of the pictures keeps the key of them all.
  const same = { accountId, idempotencyKey, body: ["shots", id, count] }
  if (await findRepeated(s.db, same)) return getModel(s, accountId, id)
  const { isPublic } = await findOwn(s.db, accountId, id)
  if (isPublic && !isVerified) throw unconfirmed()
  if (isPublic) await requirePublisher(s.db, accountId)
  await checkOffer(s, shotKind, { trainingId: id })
  await transact(s.db, async (tx) => {
    // As everywhere the account comes first: whoever deletes it holds it and then waits for its models.
    await holdAccount(tx, accountId)
    const training = await queries.lockTraining(tx, id)
    if (!training?.model) throw new AppError("not_found", "This model is not trained.")
    if (await findRepeated(tx, same)) return
    const counts = (await queries.countShots(tx, [id])).get(id)
    if ((counts?.open ?? 0) > 0) throw new AppError("too_many_running", "Please wait until this shoot has ended.")
    const style = findStyle(training.primaryStyle)
    let { allowance } = training
    let key = idempotencyKey
    for (let taken = counts?.taken ?? 0, left = count; left > 0; ) {
      const planned = planShots(training, style, taken, left)
      for (const shot of planned) {
        const input = { ...shot, isIncluded: allowance > 0 }
        allowance -= input.isIncluded ? 1 : 0
        await addRun(s, tx, shotKind, {
          accountId,
          input,
          idempotencyKey: key,
          body: same.body,
          ...(training.runId ? { parentRunId: training.runId } : {}),
        })
        key = null
      }
      taken += planned.length
      left -= planned.length
    }
    const row = await queries.updateTraining(tx, id, { allowance, status: "preparing_photoshoot", failure: null })
    if (row) await publishTrainingChange(s, tx, row)
  })
  return getModel(s, accountId, id)
}

/** An own model, ready to draw. @throws AppError `not_found` */
export async function findDrawable(
  s: Services,
  accountId: string,
  id: string,
): Promise<Pick<queries.TrainingRow, "id" | "triggerWord">> {
  await findOwn(s.db, accountId, id)
  return findTrained(s.db, id)
}

/** What the engine that trained a model and its owner call it. @throws AppError `not_found`, also before it is trained */
export async function trainedModel(db: Db, id: string): Promise<{ model: string; triggerWord: string }> {
  const { model, triggerWord } = await findTrained(db, id)
  return { model, triggerWord }
}

/** What the engine needs to draw a model. */
export async function knownModel(s: Services, id: string): Promise<KnownModel> {
  return (await loadModel(s, id)).known
}

/** Says whether a photo is good enough to train with. Nothing is kept of it. */
export async function checkPhoto(s: Services, photo: string, worker: PictureWorker): Promise<PhotoVerdict> {
  const { signal = new AbortController().signal } = worker
  const watch = { signal, providerJobId: null, saveProviderJobId: async () => {}, onProgress() {}, onPreview() {} }
  const order = { kind: "inspection", files: [Buffer.from(photo, "base64")] } as const
  const [verdict] = await inTurn("engine", worker, smallCost, () => s.engine.run(order, watch))
  if (!verdict) throw new AppError("engine_failed", "The photo could not be checked.")
  return verdict
}

/** @returns the files of the photos in the order of their addresses, each once */
async function readDataset(
  tx: Tx,
  publicUrl: string,
  accountId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(addresses.map((address) => readFileId(publicUrl, address)))]
  if (ids.length < trainingRules.minImages) throw invalid("images", messages.imagesTooFew)
  const found = new Map((await queries.listOwnPictures(tx, accountId, ids)).map((file) => [file.id, file]))
  const files = ids.map((id) => {
    const file = found.get(id)
    if (!file) throw notOwn()
    return file
  })
  const large = files.filter(({ width, height }) => Math.min(width ?? 0, height ?? 0) >= trainingRules.minSide)
  if (new Set(large.map(({ signature }) => signature)).size < trainingRules.minImages) {
    const { minImages, minSide } = trainingRules
    throw invalid("images", `At least ${minImages} different images of ${minSide}x${minSide} or more are needed.`)
  }
  return files.map(({ sequence }) => sequence)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The style's name and a random UUID, so that no two models share a word. */
function readTriggerWord({ PrimaryStyle, triggerWord }: NewTraining): string {
  if (!triggerWord) return `${PrimaryStyle}-${randomUUID()}`
  const rest = triggerWord.startsWith(PrimaryStyle) ? triggerWord.slice(PrimaryStyle.length).replace(/^[-_ ]/, "") : ""
  if (!uuid.test(rest)) throw invalid("triggerWord", "It is the style's name and a random UUID.")
  return triggerWord
}
