import { randomInt } from "node:crypto"
import { pictureSize } from "#contract/catalogue/aspect-ratios.ts"
import type { Mode } from "#contract/catalogue/modes.ts"
import type { GenerateBody, Order } from "#contract/product/generations.ts"
import { hasPurchased } from "#server/features/credits/service.ts"
import * as runs from "#server/features/runs/service.ts"
import { findDrawable } from "#server/features/trainings/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { type RunRow, readRun } from "#server/run-kind.ts"
import type { Services } from "#server/services.ts"
import { pictureKind } from "./kind.ts"
import * as queries from "./queries.ts"
import { type PictureRun, toOrder, toOrders } from "./wire.ts"

export interface OrderRequest {
  accountId: string
  mode: Mode
  body: GenerateBody
  /** Same key, same order: a repeated request joins the first one. */
  idempotencyKey: string | null
}

/**
 * Places a run that draws what was asked for.
 * @throws AppError `general_argument_invalid` for a shape the mode does not offer, and what placing a run throws
 */
export async function placeOrder(s: Services, request: OrderRequest): Promise<RunRow> {
  const { accountId, mode, body, idempotencyKey } = request
  if (mode.onlyRatios && !mode.onlyRatios.includes(body.aspect_ratio)) {
    throw new AppError("general_argument_invalid", `${mode.title} draws only ${mode.onlyRatios.join(", ")}.`)
  }
  const { width, height } = pictureSize(mode, body.aspect_ratio)
  // Free use is public; who has paid chooses, and private is the default.
  const isPublic = (await hasPurchased(s.db, accountId)) ? (body.is_public ?? false) : true
  const input = {
    mode: mode.slug,
    prompt: body.prompt,
    sentPrompt: mode.compose(body.prompt),
    aspectRatio: body.aspect_ratio,
    width,
    height,
    count: mode.canChooseCount ? (body.num_outputs ?? 1) : 1,
    seed: body.seed ?? randomInt(2_147_483_647),
    format: mode.format,
    isRaw: mode.canBeRaw && body.raw === true,
    isPublic,
  }
  const { prompt, aspect_ratio, num_outputs, raw, is_public, seed } = body
  const asked = [mode.slug, prompt, aspect_ratio, num_outputs, raw, is_public, seed]
  return runs.placeRun(s, pictureKind, { accountId, input, idempotencyKey, body: asked })
}

/**
 * Places a run that draws an own model.
 * @throws AppError `not_found`, `general_argument_invalid`, and what placing a run throws
 */
export async function placeModelOrder(
  s: Services,
  request: Omit<OrderRequest, "mode"> & { trainingId: string },
): Promise<RunRow> {
  const { accountId, trainingId, body, idempotencyKey } = request
  const { triggerWord } = await findDrawable(s, accountId, trainingId)
  const { width, height } = pictureSize({}, body.aspect_ratio)
  const isPublic = (await hasPurchased(s.db, accountId)) ? (body.is_public ?? false) : true
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
    format: "webp",
    isRaw: false,
    isPublic,
  }
  const { prompt, aspect_ratio, num_outputs, is_public, seed } = body
  const asked = [trainingId, prompt, aspect_ratio, num_outputs, is_public, seed]
  return runs.placeRun(s, pictureKind, { accountId, input, idempotencyKey, body: asked })
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

export async function openOrders(s: Services, accountId: string): Promise<Order[]> {
  const open = await runs.listOpenRuns(s, accountId)
  return toOrders(s.db, s.config.publicUrl, open.filter(({ kind }) => kind === pictureKind.name).map(asPictures))
}

/**
 * Takes back an order that has not started; its credits return in the same commit.
 * @throws AppError `not_found`, `already_started`
 */
export async function cancelOrder(s: Services, accountId: string, id: string): Promise<Order> {
  return showOrder(s, await runs.cancelRun(s, pictureKind, accountId, id))
}

/** Whether a person ever had a picture made that is still there. */
export const hasPicture = queries.hasPicture
