import { z } from "zod"
import { findStyle } from "#contract/catalogue/styles.ts"
import { trainingPrice, trainingRules } from "#contract/catalogue/trainings.ts"
import type { EngineWatch, TrainedModel } from "#server/adapters/image-engine/port.ts"
import { type Tx, transact } from "#server/db/open.ts"
import { type RunQueue, runKind } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { giveReferenceBack } from "#server/features/money/codes/service.ts"
import { addRun, holdOpenRun, releaseEarly } from "#server/features/studio/runs/service.ts"
import { holdPicture, keepPicture, type StoredPicture } from "#server/media/stored-picture.ts"
import { AppError, OrderEnded } from "#server/platform/errors.ts"
import { loadPhotos, type TrainingPhoto } from "./dataset.ts"
import { looksFirst, seenCutOuts } from "./looks.ts"
import { modelReady } from "./notices.ts"
import { publishTrainingChange } from "./publish.ts"
import * as queries from "./queries.ts"
import { shotKind } from "./shot-kind.ts"
import { planShots } from "./shot-plan.ts"

/** Hosted engines take minutes to train. */
const trainingQueue: RunQueue = {
  name: "runs.training",
  attempts: 5,
  timeLimitSeconds: 3_600,
  pieceSeconds: 3_600,
  concurrency: () => 1,
}

/** Share of the progress that looking at the photos is. */
const lookingShare = 0.3

/** Learning a product from its photos; the first shoot follows by itself. */
export const trainingKind = runKind({
  name: "training",
  tellsItself: true,
  input: z.object({
    trainingId: z.string(),
    isIncluded: z.boolean(),
    /** Whether the engine learns, or the pictures of the first shoot are all there is to pay; orders from before always did. */
    learns: z.boolean().default(true),
  }),
  queue: trainingQueue,
  words: {
    made: "Model trained",
    fewer: "Model not trained",
    notMade: "The training did not succeed",
    started: "This training has ended already.",
  },
  canStopAtWork: true,
  title: () => "Custom model training",
  price: (s, { isIncluded, learns }) =>
    isIncluded ? { feeCredits: 0, count: 1 } : trainingPrice(s.config.fees, learns),
  needs: () => ({ kind: "training" }),
  failure: (error) =>
    error instanceof AppError && error.type === "general_argument_invalid"
      ? error.message
      : "The training did not succeed. Please try again.",

  async work(s, { id, input }, watch): Promise<TrainedModel> {
    const { trainingId } = input
    const training = await queries.findTraining(s.db, trainingId)
    if (!training) throw new AppError("not_found", "This training does not exist.")
    const isLocal = s.engine.isLocal("training")
    const photos = await loadPhotos(s, training, isLocal ? "clear" : "white", watch.signal)
    // Where an earlier attempt has begun, the photos were looked at and sent; their owner may have removed some since.
    const chosen =
      watch.providerJobId === null
        ? await choosePhotos(
            s,
            id,
            trainingId,
            photos,
            isLocal,
            part(watch, 0, isLocal ? lookingShare / 2 : lookingShare),
          )
        : [...photos.keys()]
    await note(s, id, trainingId, { status: "training_in_progress" })
    const { triggerWord, primaryStyle: style } = training
    // An engine of this computer is given cut-outs, those that are sure or that the person has seen.
    const cutting = alone(part(watch, lookingShare / 2, lookingShare / 2))
    const used = looksFirst(s)
      ? await seenCutOuts(s, photos, chosen, cutting)
      : chosen.flatMap((number) => (photos[number] ? [{ number, bytes: photos[number].bytes }] : []))
    const order = {
      kind: "training",
      photos: used.map(({ bytes }) => bytes),
      triggerWord,
      style,
    } as const
    const learned = await s.engine.run(order, part(watch, lookingShare, 1 - lookingShare))
    return { ...learned, views: learned.views.map((view) => ({ ...view, photo: used[view.photo]?.number ?? 0 })) }
  },

  async keep(s, _run, model): Promise<{ model: TrainedModel; views: (StoredPicture & { photo: number })[] }> {
    const views: (StoredPicture & { photo: number })[] = []
    for (const { bytes, photo } of model.views) views.push({ ...(await keepPicture(s, bytes, null)), photo })
    return { model, views }
  },

  async finish(s, tx, run, { model, views }) {
    const { id, accountId, input, engine } = run
    const { trainingId, isIncluded, learns } = input
    const training = await queries.lockTraining(tx, trainingId)
    if (!training) return { pieces: 0 }
    await queries.insertViews(
      tx,
      views.map(({ storageKey, photo }, index) => ({ trainingId, position: index + 1, photo, storageKey })),
    )
    await holdPicture(tx, ...views)
    const learned = { engine: engine ?? s.engine.name, model: model.model, colours: model.colours }
    await update(s, tx, trainingId, {
      ...learned,
      url: `/trainings/${trainingId}/generate`,
      status: "training_successful",
    })
    // Each picture sets its own credits aside from here on, but for what costs nothing.
    const paysEach = !isIncluded && !learns && run.feeCredits > 0
    if (paysEach) await releaseEarly(tx, run, "Set aside for each picture of the shoot")
    const planned = planShots(training, findStyle(training.primaryStyle), 0, training.allowance)
    for (const shot of planned) {
      const input = { ...shot, isIncluded: !paysEach }
      await addRun(s, tx, shotKind, { accountId, input, idempotencyKey: null, body: input, parentRunId: id })
    }
    const allowance = paysEach ? 0 : training.allowance - planned.length
    await update(s, tx, trainingId, { status: "preparing_photoshoot", allowance })
    return { pieces: paysEach ? 0 : 1, result: { views: views.length, colours: model.colours } }
  },

  async undo(s, tx, { accountId, input, status, failure }) {
    if (input.isIncluded) {
      const training = await queries.findTraining(tx, input.trainingId)
      if (training) await giveReferenceBack(tx, s.config, accountId, training.paymentReference)
    }
    const ended = status === "cancelled" ? "cancelled" : "training_failed"
    await update(s, tx, input.trainingId, { status: ended, failure, allowance: 0 })
    const training = status === "cancelled" ? undefined : await queries.findTraining(tx, input.trainingId)
    if (!training) return
    const facts = { title: training.title || training.primaryStyle, failure }
    await tellPerson(s, tx, modelReady, { accountId, key: training.id, facts })
  },
})

type Change = Parameters<typeof queries.updateTraining>[2]

async function update(s: Services, tx: Tx, trainingId: string, change: Change): Promise<void> {
  const row = await queries.updateTraining(tx, trainingId, change)
  if (row) await publishTrainingChange(s, tx, row)
}

/**
 * Writes down how far the work is, beside it; word of its end may come later than that.
 * @throws OrderEnded when it has ended
 */
async function note(s: Services, runId: string, trainingId: string, change: Change): Promise<void> {
  await transact(s.db, async (tx) => {
    if (!(await holdOpenRun(tx, runId))) throw new OrderEnded()
    await update(s, tx, trainingId, change)
  })
}

/** What a provider called the training is no concern of the look at the photos. */
function alone(watch: EngineWatch): EngineWatch {
  return { ...watch, providerJobId: null, saveProviderJobId: async () => {}, onEngine: () => {} }
}

function part(watch: EngineWatch, from: number, share: number): EngineWatch {
  return { ...watch, onProgress: (fraction) => watch.onProgress(from + share * fraction) }
}

/**
 * Looks at the photos and writes down what was found. An engine of this computer knows nothing of products: it gets only
 * those in which one stands out.
 * @returns numbers of those to train with
 * @throws AppError `general_argument_invalid` when there are too few
 */
async function choosePhotos(
  s: Services,
  runId: string,
  trainingId: string,
  photos: readonly TrainingPhoto[],
  isLocal: boolean,
  watch: EngineWatch,
): Promise<number[]> {
  const files = photos.map(({ bytes }) => bytes)
  const verdicts = await s.engine.run({ kind: "inspection", files }, alone(watch))
  await note(s, runId, trainingId, { findings: JSON.stringify(verdicts.map(({ findings }) => findings)) })
  const numbers = verdicts.flatMap(({ isUsable }, number) => (isUsable ? [number] : []))
  if (numbers.length < trainingRules.minImages) throw tooFew(numbers.length, verdicts.length)
  const seen = numbers.filter((number) => verdicts[number]?.findings.every(({ code }) => code !== "no_product"))
  if (isLocal && seen.length === 0) throw noneSeen()
  return isLocal ? seen : numbers
}

function noneSeen(): AppError {
  return new AppError(
    "general_argument_invalid",
    "We cannot tell the product from its background in any photo. Put it on a plain surface of another colour and take them again.",
  )
}

function tooFew(usable: number, all: number): AppError {
  const found = usable === 0 ? "None" : `Only ${usable}`
  return new AppError(
    "general_argument_invalid",
    `${found} of your ${all} photos can be used. Please look at what was found about each photo and take them again.`,
  )
}
