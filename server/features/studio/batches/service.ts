import { serialiseDate } from "#contract/primitives.ts"
import { type Batch, type BatchBody, type BatchRecipe, setOf } from "#contract/studio/batches.ts"
import type { PhotoResult } from "#contract/studio/photos.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import { type RunKind, type RunRow, readRun } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { holdAccount } from "#server/features/identity/accounts/service.ts"
import { balanceOf, requireCredits } from "#server/features/money/credits/service.ts"
import {
  checkSet,
  kindOfWork,
  type PhotoSource,
  photoKinds,
  preparePhotoRun,
  prepareSet,
} from "#server/features/studio/photos/service.ts"
import * as runs from "#server/features/studio/runs/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { formatNumber } from "#server/platform/text/format-number.ts"
import { BatchInput, batchKind } from "./kind.ts"

/** One photo's newest run, and the photo. */
export interface BatchPart {
  position: number
  source: PhotoSource
  kind: RunKind
  row: RunRow
  /** The run that cut the photo out before it was put into a set; null where that was one run, or there is no set. */
  cutOutRow: RunRow | null
}

interface Placing {
  position: number
  kind: RunKind
  input: object
  keep: () => Promise<void>
}

/**
 * Orders every photo in one commit: either all of them are held and queued or none.
 * @throws AppError for the first photo that cannot be taken, with its number; `general_argument_invalid` for a set that the
 * engine does not have; `not_enough_credits` for the whole price; `engine_unavailable`
 */
export async function startBatch(
  s: Services,
  caller: Person,
  body: BatchBody,
  idempotencyKey: string | null,
): Promise<Batch> {
  const { accountId } = caller
  const { recipe, images } = body
  const same = { accountId, idempotencyKey, album: body.album, body: ["batch", body] }
  const known = await runs.findRepeated(s.db, same)
  if (known) return getBatch(s, accountId, known.id)
  const set = setOf(recipe)
  if (set !== null) checkSet(s, set, "recipe.set")
  const other = await runs.orRepeated(s, same, requirePrice(s, accountId, recipe, images.length))
  if (other) return getBatch(s, accountId, other.id)
  const parts: Placing[] = []
  for (const [position, image] of images.entries()) {
    parts.push({ position, ...(await prepare(s, caller, recipe, image, position)) })
  }
  await checkOffers(s, parts)
  for (const { keep } of parts) await keep()
  const id = await transact(s.db, async (tx) => {
    const group = await runs.openGroup(tx, {
      ...{ ...same, kind: batchKind.name, title: `Batch of ${images.length}` },
      ...{ input: { recipe }, count: images.length },
    })
    if (!group) return null
    for (const { kind, input } of parts) {
      await runs.addRun(s, tx, kind, { accountId, input, idempotencyKey: null, body: null, parentRunId: group.id })
    }
    return group.id
  }).catch((error) => explainShortage(s, accountId, parts, error))
  const first = id ?? (await runs.findRepeated(s.db, same))?.id
  if (!first) throw new AppError("idempotency_key_busy", "The same request is being taken right now. Please try again.")
  return getBatch(s, accountId, first)
}

/** Before any photo is looked at. @throws AppError `not_enough_credits` */
async function requirePrice(s: Services, accountId: string, recipe: BatchRecipe, count: number): Promise<void> {
  const { kind, input } = kindOfWork({ tool: recipe.tool, set: setOf(recipe) })
  if (await kind.isWaived?.(s.db, accountId)) return
  await requireCredits(s.db, accountId, kind.price(s, input).feeCredits * count)
}

/** Asks once for each kind of work. @throws AppError `engine_unavailable` */
async function checkOffers(s: Services, parts: readonly Pick<Placing, "kind" | "input">[]): Promise<void> {
  const kinds = new Map(parts.map(({ kind, input }) => [kind, input]))
  for (const [kind, input] of kinds) await runs.checkOffer(s, kind, input)
}

async function prepare(
  s: Services,
  caller: Person,
  recipe: BatchRecipe,
  image: string,
  position: number,
): Promise<Omit<Placing, "position">> {
  try {
    const { tool, factor } = recipe
    const { kind, input, keep } = await preparePhotoRun(s, caller, { tool, factor, set: setOf(recipe), image })
    return { kind, input: { ...input, position }, keep }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.type, `Photo ${position + 1}: ${error.message}`, { cause: error })
  }
}

async function explainShortage(
  s: Services,
  accountId: string,
  parts: readonly Pick<Placing, "kind" | "input">[],
  error: unknown,
): Promise<never> {
  if (!(error instanceof AppError) || error.type !== "not_enough_credits") throw error
  const cost = parts.reduce((sum, { kind, input }) => sum + kind.price(s, input).feeCredits, 0)
  const { credits } = await balanceOf(s.db, accountId)
  throw new AppError(
    "not_enough_credits",
    `This costs ${formatNumber(cost)} credits and you have ${formatNumber(credits)}.`,
  )
}

/** @throws AppError `not_found`, also for another person's batch */
async function findBatch(db: Db, accountId: string, id: string): Promise<RunRow> {
  const row = await runs.findOwnRun(db, accountId, id)
  if (row?.kind !== batchKind.name) throw new AppError("not_found", "This batch does not exist.")
  return row
}

/**
 * Holds the account before its photos: whoever deletes it holds it and then waits for them.
 * @throws AppError `not_found` when the batch went with it
 */
async function holdBefore(tx: Tx, accountId: string, id: string): Promise<void> {
  await holdAccount(tx, accountId)
  await findBatch(tx, accountId, id)
}

/** Every photo of an own batch by its newest run, in order. @throws AppError `not_found` */
export async function readBatch(
  s: Services,
  accountId: string,
  id: string,
): Promise<{ row: RunRow; recipe: BatchRecipe; parts: BatchPart[] }> {
  const row = await findBatch(s.db, accountId, id)
  const { recipe } = BatchInput.parse(row.input)
  const newest = new Map<number, BatchPart>()
  const rows = await runs.listParts(s, accountId, id)
  for (const part of rows) {
    const kind = photoKinds.get(part.kind)
    if (!kind) continue
    const { source, position = 0, cutOutRunId } = readRun(kind, part).input as PartInput
    const cutOutRow = rows.find((one) => one.id === cutOutRunId) ?? null
    newest.set(position, { position, source, kind, row: part, cutOutRow })
  }
  return { row, recipe, parts: [...newest.values()].sort((one, other) => one.position - other.position) }
}

interface PartInput {
  source: PhotoSource
  position?: number
  cutOutRunId?: string
}

/** @throws AppError `not_found` */
export async function getBatch(s: Services, accountId: string, id: string): Promise<Batch> {
  const { row, recipe, parts } = await readBatch(s, accountId, id)
  const cutOutCredits = parts.reduce((sum, { cutOutRow }) => sum + (cutOutRow?.feeCredits ?? 0), 0)
  const items = await Promise.all(
    parts.map(async ({ position, source, kind, row: part }) => ({
      position,
      name: source.name,
      run: await runs.showRun(s, kind, part),
    })),
  )
  const isPaid = ({ run }: (typeof items)[number]): boolean => run.status !== "failed" && run.status !== "cancelled"
  return {
    id,
    status: row.status,
    recipe,
    items,
    createdAt: serialiseDate(row.createdAt),
    feeCredits: items.filter(isPaid).reduce((sum, { run }) => sum + run.feeCredits, cutOutCredits),
  }
}

/** Orders the photos that failed or were stopped again. @throws AppError `not_found`, `not_enough_credits`, `too_many_running` */
export async function retryBatch(s: Services, accountId: string, id: string): Promise<Batch> {
  const { parts } = await readBatch(s, accountId, id)
  const again = parts.filter(({ row }) => row.status === "failed" || row.status === "cancelled")
  const placings = again.map(({ kind, row }) => ({ kind, input: readRun(kind, row).input as object }))
  await checkOffers(s, placings)
  await transact(s.db, async (tx) => {
    await holdBefore(tx, accountId, id)
    let isOrdered = false
    for (const { kind, row } of again) {
      const { input } = row
      // The key makes two presses at once order a photo once.
      const idempotencyKey = `again:${row.id}`
      const run = await runs.addRun(s, tx, kind, { accountId, input, idempotencyKey, body: null, parentRunId: id })
      isOrdered ||= run !== undefined
    }
    // What the other press ordered may have ended by now, and with it the batch.
    if (isOrdered) await runs.reopenGroup(tx, accountId, id)
  }).catch((error) => explainShortage(s, accountId, placings, error))
  return getBatch(s, accountId, id)
}

/**
 * Puts the cut-outs of a batch that waited for a look, and were looked at since, into its set.
 * @throws AppError `not_found`; `cut_out_unseen` when none of them was looked at; `not_enough_credits`, `too_many_running`,
 * `engine_unavailable`
 */
export async function orderSets(s: Services, accountId: string, id: string): Promise<Batch> {
  const { recipe, parts } = await readBatch(s, accountId, id)
  const set = setOf(recipe)
  const waiting = parts.filter(({ row }) => row.status === "ready" && isWaiting(row))
  const placings = await Promise.all(
    waiting.map(async ({ row, position, source: { name } }) => {
      const prepared = set === null ? null : await prepareSet(s, row, { name, position, set })
      return prepared ? [{ ...prepared, after: row.id }] : []
    }),
  ).then((found) => found.flat())
  if (placings.length === 0) {
    throw new AppError("cut_out_unseen", "Please look at a cut-out that we are not sure of first.")
  }
  await checkOffers(s, placings)
  await transact(s.db, async (tx) => {
    await holdBefore(tx, accountId, id)
    let isOrdered = false
    for (const { kind, input, after } of placings) {
      // The key makes two presses at once order a set once.
      const idempotencyKey = `set:${after}`
      const run = await runs.addRun(s, tx, kind, { accountId, input, idempotencyKey, body: null, parentRunId: id })
      isOrdered ||= run !== undefined
    }
    if (isOrdered) await runs.reopenGroup(tx, accountId, id)
  }).catch((error) => explainShortage(s, accountId, placings, error))
  return getBatch(s, accountId, id)
}

/** Whether a run made only a cut-out, and its set waits until somebody looked at it. */
export function isWaiting({ result }: RunRow): boolean {
  return (result as Partial<PhotoResult> | null)?.isWaiting === true
}

/** Stops the photos that are not done. @throws AppError `not_found` */
export async function stopBatch(s: Services, accountId: string, id: string): Promise<Batch> {
  await transact(s.db, async (tx) => {
    await holdBefore(tx, accountId, id)
    await runs.stopParts(s, tx, photoKinds, id)
  })
  return getBatch(s, accountId, id)
}
