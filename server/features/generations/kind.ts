import { isFeeSlug } from "#contract/catalogue/fees.ts"
import { findMode, type Mode } from "#contract/catalogue/modes.ts"
import { messages } from "#contract/messages.ts"
import { orderFinished, orderProgressed } from "#contract/product/generations.ts"
import type { DrawnPicture } from "#server/adapters/image-engine/port.ts"
import { publishDocument } from "#server/features/documents/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { tell } from "#server/platform/realtime.ts"
import { engineLane, runKind } from "#server/run-kind.ts"
import { generationsCollection } from "./collection.ts"
import { type KeptPicture, keepPicture, keepPreview, pictureId, possibleKeys, previewKey } from "./picture-files.ts"
import { PictureInput, type PictureResult } from "./picture-input.ts"
import { insertPictures } from "./queries.ts"
import { removeFiles } from "./remove-files.ts"
import { previewUrls, toOrder } from "./wire.ts"

/** How long the previews of a finished order are kept, in seconds. */
const previewSeconds = 600

interface Kept {
  pictures: KeptPicture[]
  result: PictureResult
}

/** Text to image. */
export const pictureKind = runKind({
  name: "picture",
  input: PictureInput,
  lane: engineLane,
  words: {
    made: "Pictures made",
    fewer: "Fewer pictures than ordered",
    notMade: "The picture could not be made",
    started: "The picture is being drawn already.",
  },
  title: ({ mode }) => findMode(mode).title,
  price: (s, { mode, count }) => ({ feeCredits: feeOf(s.config.fees, findMode(mode)), count }),
  needs: ({ mode }) => ({ kind: "picture", mode }),
  failure: (error) => (isForPerson(error) ? error.message : messages.generationFailed),

  work(s, { input, count }, watch): Promise<DrawnPicture[]> {
    const mode = findMode(input.mode)
    const { prompt, sentPrompt, width, height, seed, format, isRaw } = input
    return s.engine.run(
      {
        ...{ kind: "picture", mode: mode.slug, style: mode.style },
        ...{ prompt, sentPrompt, width, height, count, seed, format, raw: isRaw },
      },
      watch,
    )
  },

  async keep(s, run, drawn): Promise<Kept> {
    const wanted = drawn.slice(0, run.count)
    const [first] = wanted
    if (!first) throw new AppError("engine_failed", "The engine gave no picture.")
    const pictures = await Promise.all(
      wanted.map(({ bytes }, index) => keepPicture(s.storage, pictureId(run.id, index), bytes)),
    )
    return { pictures, result: { understood: first.understood ?? null, ignored: first.ignored ?? null } }
  },

  async finish(s, tx, { id, accountId, count, input, engine }, { pictures, result }) {
    const { prompt, sentPrompt, mode, aspectRatio, isPublic } = input
    const common = { runId: id, accountId, engine, prompt, sentPrompt, mode, aspectRatio, isPublic }
    const rows = await insertPictures(
      tx,
      pictures.map((picture, index) => ({ ...picture, ...common, position: index + 1 })),
    )
    // Screens that were told of a preview may still ask for it.
    const previews = Array.from({ length: count }, (_, index) => previewKey(id, index))
    await s.queue.enqueue(tx, removeFiles, { keys: previews }, { delaySeconds: previewSeconds })
    for (const row of rows) await publishDocument(tx, s.config, generationsCollection, row, "create")
    s.metrics.picturesDrawn.inc({ engine: engine ?? s.engine.name }, rows.length)
    return { pieces: rows.length, result }
  },

  async discard(s, tx, { id, count }, delaySeconds) {
    await s.queue.enqueue(tx, removeFiles, { keys: possibleKeys(id, count) }, { delaySeconds })
  },

  keepPreview: (s, { id }, index, preview) => keepPreview(s.storage, id, index, preview),
  previews: (s, runId, count) => previewUrls(s.config.publicUrl, runId, count),
  describe: async (s, db, run) => ({ order: await toOrder(db, s.config.publicUrl, run) }),

  async tellProgress(_s, db, { id, accountId }, { progress, previews }) {
    await tell(db, accountId, orderProgressed, { id, progress, previews })
  },
  async tellFinished(s, tx, run) {
    await tell(tx, run.accountId, orderFinished, { order: await toOrder(tx, s.config.publicUrl, run) })
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
