import { z } from "zod"
import { tryDays, tryPixels } from "#contract/catalogue/guest-trial.ts"
import { defaultModeSlug } from "#contract/catalogue/modes.ts"
import { transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { markOf } from "#server/media/ai-mark.ts"
import { holdPicture, keepPassing, keepPicture } from "#server/media/stored-picture.ts"
import { AppError } from "#server/platform/errors.ts"
import { createBatch } from "#server/platform/limits/batch.ts"
import * as queries from "./queries.ts"

/** Key of the small picture shown while a try is drawn. */
export function tryPreviewKey(id: string): string {
  return `try-previews/${id}.webp`
}

/** Time between two notes of how far it is, in ms. */
const noteEveryMs = 500

/** Draws a visitor's picture. One at a time in each process, so that those who paid are hardly kept waiting. */
export const drawGuestTrial = job({
  name: "tries.draw",
  payload: z.object({ id: z.string() }),
  attempts: 2,
  timeLimitSeconds: 180,
  concurrency: () => 1,

  async run(s, { id }, signal) {
    const row = await queries.findTry(s.db, id)
    if (!row || (row.status !== "waiting" && row.status !== "drawing")) return
    const { isLocal } = await s.engine.offer("picture", { mode: defaultModeSlug })
    if (!isLocal) throw new AppError("engine_unavailable", "Tries are drawn by the local engine only.")
    const [drawn] = await s.engine.run(
      {
        kind: "picture",
        mode: defaultModeSlug,
        style: "plain",
        prompt: row.prompt,
        sentPrompt: row.prompt,
        width: tryPixels,
        height: tryPixels,
        count: 1,
        seed: 1,
        format: "webp",
        raw: false,
      },
      { ...noteProgress(s, id), signal, providerJobId: null, saveProviderJobId: async () => {} },
    )
    if (!drawn) throw new AppError("engine_failed", "The engine gave no picture.")
    const kept = await keepPicture(s, drawn.bytes, markOf("trainedAlgorithmicMedia", s.engine.name))
    await transact(s.db, async (tx) => {
      if (await queries.finishTry(tx, id, kept)) await holdPicture(tx, kept)
    })
  },

  giveUp: (s, { id }) => queries.failTry(s.db, id),
})

/** Writes down now and then how far the engine is; a lost note costs nothing but a moment's news. */
function noteProgress(s: Services, id: string) {
  let progress = 0
  let hasPreview = false
  let notedAt = 0
  // One after the other: on connections of their own an older note could come last, and take the preview back.
  const noteInOrder = createBatch<void, void>(
    async (asked) => {
      notedAt = Date.now()
      await queries.moveOn(s.db, id, { progress, hasPreview })
      return asked
    },
    { isInOrder: true },
  )
  const note = (): void => void noteInOrder().catch((error) => s.log.warn({ err: error }, "progress was not noted"))
  return {
    onProgress(fraction: number) {
      progress = Math.max(progress, Math.min(1, fraction))
      if (Date.now() - notedAt >= noteEveryMs) note()
    },
    onPreview(_index: number, preview: Uint8Array) {
      keepPassing(s, tryPreviewKey(id), preview).then(
        () => {
          hasPreview = true
          note()
        },
        (error) => s.log.warn({ err: error }, "a preview was not kept"),
      )
    },
  }
}

/** Removes tries that nobody made an account for. */
export const sweepGuestTrials = job({
  name: "tries.sweep",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 60,
  concurrency: () => 1,
  schedule: "25 * * * *",

  run: (s) => queries.deleteOld(s.db, tryDays),
})
