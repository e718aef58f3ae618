import { isFeeSlug } from "#contract/catalogue/fees.ts"
import { findMode, type Mode } from "#contract/catalogue/modes.ts"
import { tradeOf } from "#contract/catalogue/trades.ts"
import { messages } from "#contract/messages.ts"
import { orderFinished, orderProgressed } from "#contract/studio/generations.ts"
import type { DrawnPicture } from "#server/adapters/image-engine/port.ts"
import { engineQueue, runKind } from "#server/declarations/run-kind.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { showcaseWait } from "#server/features/studio/publishing/service.ts"
import { knownModel, trainedModel } from "#server/features/studio/trainings/service.ts"
import { markOf } from "#server/media/ai-mark.ts"
import { holdPicture, keepPassing, keepPicture, type StoredPicture } from "#server/media/stored-picture.ts"
import { AppError } from "#server/platform/errors.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import { generationsCollection } from "./collection.ts"
import { PictureInput } from "./picture-input.ts"
import { insertPictures } from "./queries.ts"
import { pictureId, previewKey, previewUrls, toOrder } from "./serialise.ts"

/** Text to image. */
export const pictureKind = runKind({
  name: "picture",
  input: PictureInput,
  queue: engineQueue,
  words: {
    made: "Pictures made",
    fewer: "Fewer pictures than ordered",
    notMade: "The picture could not be made",
    started: "The picture is being drawn already.",
  },
  title: ({ mode, trainingId, isPoster }) => (trainingId ? "Own model" : isPoster ? "Poster" : findMode(mode).title),
  price: (s, { mode, count, trainingId, isPoster }) => ({
    feeCredits: trainingId
      ? s.config.fees["own-model"]
      : isPoster
        ? s.config.fees.poster
        : feeOf(s.config.fees, findMode(mode)),
    count,
  }),
  needs: async ({ mode, trainingId }, db) =>
    trainingId
      ? { kind: "model-picture", model: (await trainedModel(db, trainingId)).model }
      : { kind: "picture", mode },
  failure: (error) => (isForPerson(error) ? error.message : messages.generationFailed),

  async work(s, { input, count }, watch): Promise<DrawnPicture[]> {
    const mode = findMode(input.mode)
    const { prompt, sentPrompt, width, height, seed, format, isRaw, trainingId, isPoster } = input
    if (trainingId) {
      const known = await knownModel(s, trainingId)
      return s.engine.run({ kind: "model-picture", known, prompt, width, height, count, seed, format }, watch)
    }
    return s.engine.run(
      {
        kind: "picture",
        mode: mode.slug,
        style: mode.style,
        prompt,
        sentPrompt,
        width,
        height,
        count,
        seed,
        format,
        raw: isRaw,
        ...(isPoster && { isPoster }),
      },
      watch,
    )
  },

  async keep(s, run, drawn): Promise<StoredPicture[]> {
    const wanted = drawn.slice(0, run.count)
    if (wanted.length === 0) throw new AppError("engine_failed", "The engine gave no picture.")
    const engine = run.engine ?? s.engine.name
    // The local engine sets a learned product, cut out of its photos, into a scene that it draws.
    const isComposite = run.input.trainingId !== undefined && engine === "local"
    const mark = markOf(isComposite ? "compositeWithTrainedAlgorithmicMedia" : "trainedAlgorithmicMedia", engine)
    return Promise.all(wanted.map(({ bytes }) => keepPicture(s, bytes, mark)))
  },

  async finish(s, tx, { id, accountId, input, engine }, pictures) {
    const { prompt, sentPrompt, mode, aspectRatio, isPublic, mustWait } = input
    const waitsUntil = await showcaseWait(s, tx, { accountId, isPublic, mustWait })
    const trade = tradeOf(prompt)
    const common = { runId: id, accountId, engine, prompt, sentPrompt, mode, aspectRatio, isPublic, waitsUntil, trade }
    const rows = await insertPictures(
      tx,
      pictures.map((picture, index) => ({ ...picture, ...common, id: pictureId(id, index), position: index + 1 })),
    )
    await holdPicture(tx, ...pictures)
    for (const row of rows) await publishDocument(tx, s.config, generationsCollection, row, "create")
    s.metrics.picturesDrawn.inc({ engine: engine ?? s.engine.name }, rows.length)
    return { pieces: rows.length, result: { made: rows.length } }
  },

  keepPreview: (s, { id }, index, preview) => keepPassing(s, previewKey(id, index), preview),
  previews: (s, runId, count) => previewUrls(s.config.publicUrl, runId, count),
  describe: async (s, db, run) => ({ order: await toOrder(db, s.config.publicUrl, run) }),

  async publishProgress(_s, db, { id, accountId }, { progress, previews }) {
    await publishEvent(db, accountId, orderProgressed, { id, progress, previews })
  },
  async publishFinished(s, tx, run) {
    await publishEvent(tx, run.accountId, orderFinished, { order: await toOrder(tx, s.config.publicUrl, run) })
  },
})

/** Credits per picture of a mode here. */
export function feeOf(fees: Readonly<Record<string, number>>, { slug, feeCredits }: Mode): number {
  return (isFeeSlug(slug) ? fees[slug] : undefined) ?? feeCredits
}

/** Hosted engines say in words of ours why they made nothing. */
function isForPerson(error: Error): boolean {
  return error instanceof AppError && (error.type === "engine_unavailable" || error.type === "picture_refused")
}
