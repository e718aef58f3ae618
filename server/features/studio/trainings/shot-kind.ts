import { z } from "zod"
import type { ShotPicture } from "#server/adapters/image-engine/port.ts"
import type { Tx } from "#server/db/open.ts"
import { engineQueue, runKind } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { isReferenceWithdrawn } from "#server/features/money/codes/service.ts"
import { addShot } from "#server/features/studio/photoshoots/service.ts"
import { markOf } from "#server/media/ai-mark.ts"
import { keepPicture, type StoredPicture } from "#server/media/stored-picture.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { findTrained, loadModel } from "./known-model.ts"
import { modelReady } from "./notices.ts"
import { publishTrainingChange } from "./publish.ts"
import * as queries from "./queries.ts"

const size = { width: 1024, height: 1024, format: "webp" } as const

/** One picture of a shoot: one run each, so that none is made or paid twice, whatever dies. */
export const shotKind = runKind({
  name: "shot",
  tellsItself: true,
  input: z.object({
    trainingId: z.string(),
    template: z.string(),
    prompt: z.string(),
    number: z.number().int(),
    isIncluded: z.boolean(),
  }),
  queue: engineQueue,
  words: {
    made: "Photoshoot picture",
    fewer: "Photoshoot picture not made",
    notMade: "The picture could not be made",
    started: "This picture is finished already.",
  },
  canStopAtWork: true,
  title: () => "Photoshoot",
  price: (s, { isIncluded }) => ({ feeCredits: isIncluded ? 0 : s.config.fees.shot, count: 1 }),
  needs: async ({ trainingId }, db) => ({ kind: "shoot", model: (await findTrained(db, trainingId)).model }),
  failure: () => "The picture could not be made.",

  async work(s, { input }, watch): Promise<ShotPicture> {
    const { training, known } = await loadModel(s, input.trainingId)
    const view = known.views[input.number % Math.max(1, known.views.length)]
    const order = {
      kind: "shoot",
      photos: view ? [view] : [],
      templates: [setOf(s, input.template, input.number)],
      known,
      prompts: [input.prompt],
      from: 0,
      count: 1,
      seed: input.number + training.triggerWord.length,
      ...size,
    } as const
    const [shot] = await s.engine.run(order, watch)
    if (!shot) throw new AppError("engine_failed", "The engine gave no picture.")
    return shot
  },

  // A real product in a generated scene.
  keep: (s, run, { bytes }): Promise<StoredPicture> =>
    keepPicture(s, bytes, markOf("compositeWithTrainedAlgorithmicMedia", run.engine ?? s.engine.name)),

  async finish(s, tx, { id, accountId, input }, picture) {
    const training = await queries.lockTraining(tx, input.trainingId)
    if (!training) return { pieces: 0 }
    const { template, prompt } = input
    const shot = { accountId, trainingId: training.id, runId: id, template, prompt, isPublic: training.isPublic }
    await addShot(s, tx, { ...shot, id: newId() }, picture)
    await settleShoot(s, tx, training, id)
    return { pieces: 1 }
  },

  async undo(s, tx, { id, input }) {
    const training = await queries.lockTraining(tx, input.trainingId)
    if (!training) return
    const returns = input.isIncluded && !(await isReferenceWithdrawn(tx, training.paymentReference))
    const allowance = training.allowance + (returns ? 1 : 0)
    await queries.updateTraining(tx, training.id, { allowance })
    await settleShoot(s, tx, training, id)
  },
})

/** The last picture of a shoot makes it ready; a shoot without any picture failed. */
async function settleShoot(s: Services, tx: Tx, training: queries.TrainingRow, runId: string): Promise<void> {
  const counts = (await queries.countShots(tx, [training.id], runId)).get(training.id)
  const isOver = (counts?.open ?? 0) === 0
  const failed = {
    status: "training_failed",
    failure: "The shoot could not be finished. Your model can draw all the same.",
  } as const
  const ended = (counts?.made ?? 0) > 0 ? ({ status: "photoshoot_ready", failure: null } as const) : failed
  const row = await queries.updateTraining(tx, training.id, isOver ? ended : {})
  if (row) await publishTrainingChange(s, tx, row)
  if (row && isOver) {
    const facts = { title: row.title || row.primaryStyle, failure: ended.failure }
    await tellPerson(s, tx, modelReady, { accountId: row.accountId, key: `${row.id}@${runId}`, facts })
  }
}

/** The template's own set where the engine has it; others choose among what they have. */
function setOf({ engine }: Services, template: string, number: number): string {
  const { templates } = engine.capabilities
  if (templates.some(({ name }) => name === template)) return template
  return templates[number % Math.max(1, templates.length)]?.name ?? template
}
