import type { QueryClient } from "@tanstack/react-query"
import { handInTask } from "#contract/academy/learning.ts"
import { findMode } from "#contract/catalogue/modes.ts"
import { removeBackground, upscalePhoto } from "#contract/studio/photos.ts"
import { changeProduct, createProduct, getProduct, type Product } from "#contract/studio/shelf.ts"
import { generateWithModel } from "#contract/studio/trainings.ts"
import { announceFailedRun, showRunOutcome } from "#web/content/work-outcome.tsx"
import { forgetHandIn } from "#web/lib/academy/hand-in-draft.ts"
import { ApiError, isOutOfReach, isSignedOut, messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { leavesOpen } from "#web/lib/money/use-pay-once.ts"
import { changeEntry, type OutboxEntry, outboxQuery, type Waiting } from "#web/lib/outbox/outbox.ts"
import { uploadFile } from "#web/lib/photos/upload-file.ts"
import { uploadPicture } from "#web/lib/photos/upload-picture.ts"
import { isSaved, productQuery } from "#web/lib/shelf/shelf.ts"
import { openOrdersQuery } from "#web/lib/studio/open-orders.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { announceFailedOrder, announceReady } from "./announce.tsx"
import { generateEndpoint } from "./generate-endpoints.ts"
import { keepOrder } from "./orders.ts"

/** Of whom this page is sending. Only one page sends at a time. */
let sending: Promise<void> | null = null

/** Sends what waits, in order and each once; what is refused stops and stays in line with the reason. */
export function sendOutbox(queries: QueryClient, userId: string): Promise<void> {
  sending ??= alone(() => sendAll(queries, userId)).finally(() => {
    sending = null
  })
  return sending
}

async function alone(send: () => Promise<void>): Promise<void> {
  // Without locks, which browsers have on secure pages only, its key alone makes each count once.
  if (!navigator.locks) return send()
  await navigator.locks.request("outbox", { ifAvailable: true }, (lock) => (lock ? send() : undefined))
}

async function sendAll(queries: QueryClient, userId: string): Promise<void> {
  for (const { id, state } of await queries.fetchQuery({ ...outboxQuery(userId), staleTime: 0 })) {
    if (state === "stopped") continue
    const goesOn = await sendOne(queries, userId, id)
    if (!goesOn) return
  }
}

/** @returns whether the next one can be tried */
async function sendOne(queries: QueryClient, userId: string, id: string): Promise<boolean> {
  const change = (make: (entry: OutboxEntry) => OutboxEntry | undefined) => changeEntry(queries, userId, id, make)
  const find = async () =>
    (await queries.fetchQuery({ ...outboxQuery(userId), staleTime: 0 })).find((one) => one.id === id)
  try {
    const waiting = (await find())?.what
    if (waiting?.kind === "photo" && waiting.order.image === "" && waiting.photo) {
      const { secure_url: image } = await uploadPicture(queries, waiting.photo)
      // The same address each time: the key belongs to one order.
      const what = { ...waiting, order: { ...waiting.order, image } }
      await change((entry) => ({ ...entry, what }))
    }
    if (waiting?.kind === "hand-in") await sendFiles(queries, waiting, change)
    // From here on it may have arrived, and is not taken back any more.
    if (!(await change((entry) => ({ ...entry, state: "sending" })))) return true
    const entry = await find()
    if (entry) await order(queries, userId, entry)
    await change(() => undefined)
    return true
  } catch (error) {
    if (isSignedOut(error)) return false
    if (error instanceof ApiError && error.type === "engine_failed") {
      await change((entry) => {
        announceFailed(entry)
        return undefined
      })
      return true
    }
    if (leavesOpen(error) || isOutOfReach(error)) return false
    if (error instanceof ApiError && error.code === 429) {
      await change((entry) => ({ ...entry, state: "waiting" }))
      return false
    }
    const reason = messageOf(error, "It could not be sent.")
    const now = error instanceof ApiError && error.type === "price_changed" ? Number(error.fields.credits) : undefined
    const problems = error instanceof ApiError ? error.fields : undefined
    await change((entry) => ({ ...entry, state: "stopped", reason, problems, creditsNow: now }))
    return true
  }
}

async function order(queries: QueryClient, userId: string, { id, what }: OutboxEntry): Promise<void> {
  const extras = { idempotencyKey: id }
  if (what.kind === "product") return showSaved(queries, await saveProduct(what))
  if (what.kind === "new-product") {
    return showSaved(queries, (await call(createProduct, { body: what.fields, ...extras })).data)
  }
  if (what.kind === "hand-in") return handIn(queries, userId, what, extras)
  const agreed = { ...extras, agreedCredits: what.credits }
  if (what.kind === "picture") {
    const { mode, trainingId, body } = what
    const { job, message, data } = trainingId
      ? await call(generateWithModel, { params: { trainingId }, body, ...agreed })
      : await call(generateEndpoint(findMode(mode)), { body, ...agreed })
    keepOrder(queries, job)
    if (data !== null) announceReady(job, message)
    void queries.invalidateQueries({ queryKey: openOrdersQuery.queryKey })
  } else {
    const endpoint = what.tool === "bg-remover" ? removeBackground : upscalePhoto
    const { job, message } = await call(endpoint, { body: what.order, ...agreed })
    showRunOutcome(queries, job, message)
    void queries.invalidateQueries({ queryKey: openOrdersQuery.queryKey })
  }
}

type HandIn = Extract<Waiting, { kind: "hand-in" }>

/** Sends the files of a hand-in that the server has not yet; each that arrived is not sent again. */
async function sendFiles(
  queries: QueryClient,
  { files, ...handIn }: HandIn,
  change: (make: (entry: OutboxEntry) => OutboxEntry) => Promise<boolean>,
): Promise<void> {
  const sent = [...files]
  for (const [index, file] of files.entries()) {
    if (!(file instanceof File)) continue
    sent[index] = await uploadFile(queries, file)
    const what = { ...handIn, files: [...sent] }
    // Taken back meanwhile.
    if (!(await change((entry) => ({ ...entry, what })))) return
  }
}

async function handIn(
  queries: QueryClient,
  userId: string,
  { lessonId, title, text, link, edition, files }: HandIn,
  extras: { idempotencyKey: string },
): Promise<void> {
  const body = { text, link, edition, files: files.flatMap((file) => (file instanceof File ? [] : [file])) }
  await call(handInTask, { params: { lessonId }, body, ...extras })
  await forgetHandIn(queries, userId, lessonId)
  notify.success(`${title}: your task is handed in.`)
}

function announceFailed({ what }: OutboxEntry): void {
  if (what.kind === "picture") announceFailedOrder({ id: undefined, mode: what.mode, prompt: what.body.prompt })
  if (what.kind === "photo")
    announceFailedRun({ id: undefined, kind: what.tool, words: "Your photo could not be worked on." })
}

async function saveProduct({ product, fields }: Extract<Waiting, { kind: "product" }>): Promise<Product> {
  const params = { productId: product.id }
  const { data } = await call(changeProduct, { params, body: { ...fields, version: product.version } }).catch(
    async (error: unknown) => {
      if (!(error instanceof ApiError && error.type === "version_changed")) throw error
      const newest = await call(getProduct, { params })
      // The one whose answer got lost is there.
      if (!isSaved(fields, newest.data)) throw error
      return newest
    },
  )
  return data
}

function showSaved(queries: QueryClient, saved: Product): void {
  queries.setQueryData(productQuery(saved.id).queryKey, saved)
  void queries.invalidateQueries({ queryKey: [...queryKeys.products, "list"] })
  notify.success(`${saved.name || "Product"}: saved.`)
}
