import { randomInt } from "node:crypto"
import { aspectRatios } from "#contract/catalogue/aspect-ratios.ts"
import { maxOpenOrders } from "#contract/catalogue/credits.ts"
import type { Mode } from "#contract/catalogue/modes.ts"
import { type GenerateBody, type Order, orderFinished } from "#contract/product/generations.ts"
import { type Tx, transact } from "#server/db/open.ts"
import { balanceOf, hasPurchased, hold, release } from "#server/features/credits/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId, sha256 } from "#server/platform/ids.ts"
import { notify } from "#server/platform/notifications.ts"
import { tell } from "#server/platform/realtime.ts"
import type { Services } from "#server/services.ts"
import { drawOrder } from "./job.ts"
import { ordersChannel } from "./order-wait.ts"
import * as queries from "./queries.ts"
import { toOrder, toOrders } from "./wire.ts"

/** An order as it is kept. */
export type PlacedOrder = queries.OrderRow

export interface OrderRequest {
  accountId: string
  mode: Mode
  body: GenerateBody
  /** Same key, same order: a repeated request joins the first one. */
  idempotencyKey: string | null
}

/**
 * Holds the fee, records the order and queues the work in one commit.
 * @throws AppError `not_enough_credits`, `too_many_running`, `general_argument_invalid` for a shape the mode does not
 * offer, `idempotency_key_reused` when the key came with another body before
 */
export async function placeOrder(s: Services, request: OrderRequest): Promise<queries.OrderRow> {
  checkMode(request)
  const known = await findRepeated(s, request)
  if (known) return known
  const count = request.mode.canChooseCount ? (request.body.num_outputs ?? 1) : 1
  const id = newId()
  const isPlaced = await transact(s.db, async (tx) => {
    if (!(await queries.insertOrder(tx, await toRow(tx, request, id, count)))) return false
    if ((await queries.countOpenOrders(tx, request.accountId)) > maxOpenOrders) {
      throw new AppError(
        "too_many_running",
        `You have ${maxOpenOrders} pictures under way. Please wait for one to finish.`,
      )
    }
    await hold(tx, {
      accountId: request.accountId,
      amount: request.mode.feeCredits * count,
      purpose: `order:${id}`,
      note: request.mode.title,
    })
    await s.queue.enqueue(tx, drawOrder, { orderId: id }, { person: request.accountId })
    return true
  }).catch((error) => explainShortage(s, request, request.mode.feeCredits * count, error))
  if (isPlaced) return mustFind(s, id)
  const first = await findRepeated(s, request)
  if (!first) throw new AppError("idempotency_key_busy", "The same request is being taken right now. Please try again.")
  return first
}

function checkMode({ mode, body }: OrderRequest): void {
  if (mode.onlyRatios && !mode.onlyRatios.includes(body.aspect_ratio)) {
    throw new AppError("general_argument_invalid", `${mode.title} draws only ${mode.onlyRatios.join(", ")}.`)
  }
}

/** What makes two requests the same one. */
function hashBody({ mode, body }: OrderRequest): string {
  const { prompt, aspect_ratio, num_outputs, raw, is_public, seed } = body
  return sha256(JSON.stringify([mode.slug, prompt, aspect_ratio, num_outputs, raw, is_public, seed])).toString("hex")
}

async function findRepeated(s: Services, request: OrderRequest): Promise<queries.OrderRow | undefined> {
  if (request.idempotencyKey === null) return undefined
  const order = await queries.findOrderByKey(s.db, request.accountId, request.idempotencyKey)
  if (order && order.bodyHash !== hashBody(request)) {
    throw new AppError("idempotency_key_reused", "This Idempotency-Key came with another request before.")
  }
  return order
}

async function toRow(tx: Tx, request: OrderRequest, id: string, count: number) {
  const { mode, body } = request
  const { width, height } = aspectRatios[body.aspect_ratio]
  // Free use is public; who has paid chooses, and private is the default (decisions 15 and 31).
  const isPublic = (await hasPurchased(tx, request.accountId)) ? (body.is_public ?? false) : true
  return {
    id,
    accountId: request.accountId,
    mode: mode.slug,
    prompt: body.prompt,
    sentPrompt: mode.compose(body.prompt),
    aspectRatio: body.aspect_ratio,
    width,
    height,
    count,
    seed: body.seed ?? randomInt(2_147_483_647),
    format: mode.format,
    isRaw: mode.canBeRaw && body.raw === true,
    isPublic,
    feeCredits: mode.feeCredits,
    failure: null,
    idempotencyKey: request.idempotencyKey,
    bodyHash: hashBody(request),
    startedAt: null,
    finishedAt: null,
  }
}

async function explainShortage(s: Services, request: OrderRequest, cost: number, error: unknown): Promise<never> {
  if (!(error instanceof AppError) || error.type !== "not_enough_credits") throw error
  const { credits } = await balanceOf(s.db, request.accountId)
  throw new AppError("not_enough_credits", `This costs ${cost} credits and you have ${credits}.`)
}

async function mustFind(s: Services, id: string): Promise<queries.OrderRow> {
  const order = await queries.findOrder(s.db, id)
  if (!order) throw new AppError("not_found", "This order does not exist.")
  return order
}

/** @throws AppError `not_found`, also for another person's order */
export async function getOrder(s: Services, accountId: string, id: string): Promise<Order> {
  const order = await queries.findOwnOrder(s.db, accountId, id)
  if (!order) throw new AppError("not_found", "This order does not exist.")
  return toOrder(s.db, s.config.publicUrl, order)
}

export async function openOrders(s: Services, accountId: string): Promise<Order[]> {
  return toOrders(s.db, s.config.publicUrl, await queries.listOpenOrders(s.db, accountId))
}

/**
 * Takes back an order that has not started; its credits return in the same commit.
 * @throws AppError `not_found`, `already_started`
 */
export async function cancelOrder(s: Services, accountId: string, id: string): Promise<Order> {
  await transact(s.db, async (tx) => {
    const order = await queries.cancelOrder(tx, accountId, id)
    if (!order) {
      if (!(await queries.findOwnOrder(tx, accountId, id)))
        throw new AppError("not_found", "This order does not exist.")
      throw new AppError("already_started", "The picture is being drawn already.")
    }
    await release(tx, {
      accountId,
      amount: order.feeCredits * order.count,
      purpose: `order:${id}`,
      note: "Cancelled before the start",
    })
    await tell(tx, accountId, orderFinished, { order: await toOrder(tx, s.config.publicUrl, order) })
    await notify(tx, ordersChannel, id)
  })
  return getOrder(s, accountId, id)
}

/** Whether a person ever had a picture made that is still there. */
export const hasPicture = queries.hasPicture
