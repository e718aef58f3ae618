import { z } from "zod"
import { findMode } from "#contract/catalogue/modes.ts"
import { messages } from "#contract/messages.ts"
import { orderFinished, orderProgressed } from "#contract/product/generations.ts"
import type { DrawnPicture, EngineWatch } from "#server/adapters/image-engine/port.ts"
import { type Tx, transact } from "#server/db/open.ts"
import { release, settle } from "#server/features/credits/service.ts"
import { publishDocument } from "#server/features/documents/service.ts"
import { job } from "#server/job.ts"
import { AppError } from "#server/platform/errors.ts"
import { notify } from "#server/platform/notifications.ts"
import { tell } from "#server/platform/realtime.ts"
import type { Services } from "#server/services.ts"
import { generationsCollection } from "./collection.ts"
import { ordersChannel } from "./order-wait.ts"
import { type KeptPicture, keepPicture, keepPreview, pictureId, previewKey } from "./picture-files.ts"
import * as queries from "./queries.ts"
import { removeFiles } from "./remove-files.ts"
import { previewUrls, toOrder } from "./wire.ts"

/** Progress is told at most this often, in milliseconds. */
const tellEveryMs = 400

/** How long the previews of a finished order are kept, in seconds. */
const previewSeconds = 600

/** Draws an order, keeps its pictures and settles its credits; only the first outcome counts. */
export const drawOrder = job({
  name: "generations.draw",
  payload: z.object({ orderId: z.string() }),
  attempts: 4,
  timeLimitSeconds: 300,
  concurrency: (s) => s.engine.capabilities.concurrency,

  async run(s, { orderId }, signal) {
    const order = await queries.startOrder(s.db, orderId)
    if (!order) return
    const mode = findMode(order.mode)
    const pictures = await s.engine.run(
      {
        kind: "picture",
        mode: mode.slug,
        style: mode.style,
        prompt: order.prompt,
        sentPrompt: order.sentPrompt,
        width: order.width,
        height: order.height,
        count: order.count,
        seed: order.seed,
        format: order.format,
        raw: order.isRaw,
      },
      watch(s, order, signal),
    )
    signal.throwIfAborted()
    const wanted = pictures.slice(0, order.count)
    if (wanted.length === 0) throw new AppError("engine_failed", "The engine gave no picture.")
    const kept = await Promise.all(
      wanted.map(({ bytes }, index) => keepPicture(s.storage, pictureId(order.id, index), bytes)),
    )
    await transact(s.db, (tx) => finish(s, tx, order, kept, wanted))
    s.metrics.picturesDrawn.inc({ engine: s.engine.name }, kept.length)
  },

  async giveUp(s, { orderId }, failure) {
    s.log.warn({ err: failure, orderId }, messages.generationFailed)
    await transact(s.db, async (tx) => {
      const order = await queries.endOrder(tx, orderId, { status: "failed", failure: messages.generationFailed })
      if (!order) return
      await release(tx, {
        accountId: order.accountId,
        amount: order.feeCredits * order.count,
        purpose: `order:${order.id}`,
        note: "The picture could not be made",
      })
      await announce(s, tx, order)
    })
  },
})

async function finish(
  s: Services,
  tx: Tx,
  order: queries.OrderRow,
  kept: readonly KeptPicture[],
  pictures: readonly DrawnPicture[],
): Promise<void> {
  const [first] = pictures
  const ended = await queries.endOrder(tx, order.id, {
    status: "ready",
    progress: 1,
    understood: first?.understood ? JSON.stringify(first.understood) : null,
    ignored: first?.ignored ? JSON.stringify(first.ignored) : null,
  })
  if (!ended) return
  const rows = await queries.insertPictures(
    tx,
    kept.map((picture, index) => ({
      ...picture,
      orderId: order.id,
      position: index + 1,
      accountId: order.accountId,
      prompt: order.prompt,
      sentPrompt: order.sentPrompt,
      mode: order.mode,
      aspectRatio: order.aspectRatio,
      isPublic: order.isPublic,
    })),
  )
  const movement = { accountId: order.accountId, purpose: `order:${order.id}` }
  await settle(tx, { ...movement, amount: order.feeCredits * kept.length, note: "Pictures made" })
  // An engine may withhold pictures; nobody pays for what did not come.
  await release(tx, {
    ...movement,
    amount: order.feeCredits * (order.count - kept.length),
    note: "Fewer pictures than ordered",
  })
  // Screens that were told of a preview may still ask for it.
  const previews = Array.from({ length: order.count }, (_, index) => previewKey(order.id, index))
  await s.queue.enqueue(tx, removeFiles, { keys: previews }, { delaySeconds: previewSeconds })
  for (const row of rows) await publishDocument(tx, s.config, generationsCollection, row, "create")
  await announce(s, tx, ended)
}

async function announce(s: Services, tx: Tx, order: queries.OrderRow): Promise<void> {
  await tell(tx, order.accountId, orderFinished, { order: await toOrder(tx, s.config.publicUrl, order) })
  await notify(tx, ordersChannel, order.id)
}

/** Passes what the engine tells on to the person's screens, at a bearable pace. */
function watch(s: Services, order: queries.OrderRow, signal: AbortSignal): EngineWatch {
  let told = 0
  let progress = 0
  let previewCount = 0
  const pass = async (): Promise<void> => {
    told = Date.now()
    if (!(await queries.updateProgress(s.db, order.id, progress, previewCount))) return
    const previews = previewUrls(s.config.publicUrl, order.id, previewCount)
    await tell(s.db, order.accountId, orderProgressed, { id: order.id, progress, previews })
  }
  const passSafely = (): void => void pass().catch((error) => s.log.warn({ err: error }, "progress was not told"))
  return {
    signal,
    ticket: null,
    saveTicket: async () => {},
    onProgress(fraction) {
      progress = Math.max(progress, Math.min(1, fraction))
      if (Date.now() - told >= tellEveryMs) passSafely()
    },
    onPreview(index, preview) {
      keepPreview(s.storage, order.id, index, preview).then(
        () => {
          previewCount = Math.max(previewCount, index + 1)
          passSafely()
        },
        (error) => s.log.warn({ err: error }, "a preview was not kept"),
      )
    },
  }
}
