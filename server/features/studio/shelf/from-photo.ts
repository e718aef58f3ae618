import type { z } from "zod"
import { brandGround, brandSet, usualColours } from "#contract/studio/brand-kit.ts"
import type { SceneGround } from "#contract/studio/scenes.ts"
import { emptyProduct, type ShelfPictureRef } from "#contract/studio/shelf.ts"
import {
  type FromPhoto,
  leastPhotoSide,
  type makeFromPhoto as makeFromPhotoCall,
  type ProductGround,
  stepCredits,
} from "#contract/studio/shelf-from-photo.ts"
import { transact } from "#server/db/open.ts"
import { type RunRow, readRun } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { requireRoom } from "#server/features/hosted/files/service.ts"
import { findPictureOfRun, findVersion, readPicture } from "#server/features/studio/generations/service.ts"
import {
  checkPhotoSize,
  checkSet,
  findPhoto,
  type PhotoSource,
  unseenCutOut,
} from "#server/features/studio/photos/service.ts"
import * as runs from "#server/features/studio/runs/service.ts"
import { readMark } from "#server/media/ai-mark.ts"
import { keepPicture } from "#server/media/stored-picture.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { newId } from "#server/platform/ids.ts"
import type { PictureWorker } from "#server/platform/pictures/picture-turns.ts"
import {
  addToProduct,
  addWhite,
  composeWhite,
  orderScene,
  productCutOutKind,
  productSceneKind,
  whiteNumber,
} from "./from-photo-kinds.ts"
import * as queries from "./queries.ts"
import { insertProduct, requireShelfRoom } from "./service.ts"
import { findShop } from "./shop-queries.ts"

/**
 * Begins a product with one photo: in one commit it stands on the shelf as a draft, the price of all steps is set aside, and the
 * work is queued.
 * @throws AppError `general_argument_invalid` for a photo that nothing can be made of, and for a set that the engine does not have;
 * `not_found` for a photo that the person may not see; `not_enough_credits`, `too_many_running`, `engine_unavailable`,
 * `storage_quota_exceeded`, `idempotency_key_reused`
 */
export async function makeFromPhoto(
  s: Services,
  caller: Person,
  body: z.output<typeof makeFromPhotoCall.body>,
  idempotencyKey: string | null,
): Promise<FromPhoto & { productId: string }> {
  const { accountId } = caller
  const same = { accountId, idempotencyKey, body: ["product-cut-out", body] }
  if (body.ground.kind === "set") checkSet(s, body.ground.name, "ground.name", body.ground.inMyColours)
  const ground = await groundOf(s, accountId, body.ground)
  const known = await runs.checkFirst(s, productCutOutKind, { ...same, input: { ground } })
  if (known) return answer(s, known)
  // The pictures that cost nothing take room of the person's files.
  await requireRoom(s.db, accountId)
  const { source } = await findPhoto(s, caller, body.image)
  checkSides(s, source)
  const productId = newId()
  const input = { source, isPublic: false, productId, thing: body.thing, ground }
  await runs.checkOffer(s, productCutOutKind, input)
  const placed = await transact(s.db, async (tx) => {
    await queries.lockShelf(tx, accountId)
    const row = await runs.addRun(s, tx, productCutOutKind, { ...same, input })
    if (!row) return null
    await requireShelfRoom(tx, accountId, 1)
    await insertProduct(tx, accountId, { ...emptyProduct, pictures: [refOf(source)] }, productId)
    await queries.setRuns(tx, productId, { cutOutRunId: row.id })
    return row
  })
  const row = placed ?? (await runs.findRepeated(s.db, same))
  if (!row) throw new AppError("idempotency_key_busy", "The same request is being taken right now. Please try again.")
  return answer(s, row)
}

async function answer(s: Services, row: RunRow): Promise<FromPhoto & { productId: string }> {
  const { productId } = readRun(productCutOutKind, row).input
  const product = await queries.findProduct(s.db, row.accountId, productId)
  return { ...(await toFromPhoto(s, row, product?.sceneRunId ?? null)), productId }
}

/** @throws AppError `general_argument_invalid` */
function checkSides(s: Services, source: PhotoSource): void {
  checkPhotoSize(s, source)
  const { width, height } = source
  if (Math.min(width, height) >= leastPhotoSide) return
  const message = `This photo has only ${width} × ${height} pixels. Please take a larger one.`
  throw new AppError("general_argument_invalid", message, { fields: { image: message } })
}

function refOf({ from, id }: PhotoSource): ShelfPictureRef {
  return { source: from === "file" ? "files" : from === "shot" ? "photoshoots" : "generations", id }
}

/** What the scene stands before, with the colours that the person's brand has now. */
async function groundOf(s: Pick<Services, "db">, accountId: string, ground: ProductGround): Promise<SceneGround> {
  if (ground.kind === "set" && !ground.inMyColours) return { kind: "set", name: ground.name }
  const brand = (await findShop(s.db, accountId)) ?? usualColours
  if (ground.kind === "set") return { kind: "set", name: ground.name, colours: brandSet(brand) }
  return { kind: "gradient", ...brandGround(brand) }
}

/** @throws AppError `not_found` for another person's product */
export async function getFromPhoto(s: Services, accountId: string, productId: string): Promise<FromPhoto | null> {
  const { cutOutRow, sceneRunId } = await findWork(s, accountId, productId)
  return cutOutRow ? toFromPhoto(s, cutOutRow, sceneRunId) : null
}

async function findWork(s: Pick<Services, "db">, accountId: string, productId: string) {
  const read = async () => {
    const row = await queries.findProduct(s.db, accountId, productId)
    if (!row) throw new AppError("not_found", "This product does not exist.")
    return row
  }
  const { cutOutRunId } = await read()
  const cutOutRow = cutOutRunId === null ? undefined : await runs.findOwnRun(s.db, accountId, cutOutRunId)
  // Read after the run that orders the scene as it ends: a run that is seen as ended has its scene.
  const { sceneRunId } = await read()
  return { cutOutRow, sceneRunId }
}

async function toFromPhoto(s: Services, cutOutRow: RunRow, sceneRunId: string | null): Promise<FromPhoto> {
  const sceneRow = sceneRunId === null ? undefined : await runs.findOwnRun(s.db, cutOutRow.accountId, sceneRunId)
  const { ground } = readRun(productCutOutKind, cutOutRow).input
  return {
    cutOut: await runs.showRun(s, productCutOutKind, cutOutRow),
    scene: sceneRow ? await runs.showRun(s, productSceneKind, sceneRow) : null,
    sceneCredits: stepCredits(s.config.fees, ground).scene,
  }
}

/**
 * Makes what waited until the cut-out was looked at, or orders a scene that failed once more.
 * @throws AppError `not_found`; `cut_out_unseen`; `step_not_allowed` when there is nothing left to make; `not_enough_credits`,
 * `engine_unavailable`, `storage_quota_exceeded`
 */
export async function goOnFromPhoto(
  s: Services,
  accountId: string,
  productId: string,
  worker: PictureWorker,
): Promise<FromPhoto> {
  const { cutOutRow, sceneRunId } = await findWork(s, accountId, productId)
  const sceneRow = sceneRunId === null ? undefined : await runs.findOwnRun(s.db, accountId, sceneRunId)
  const isOver = sceneRow === undefined || sceneRow.status === "failed" || sceneRow.status === "cancelled"
  if (cutOutRow?.status !== "ready" || !isOver) {
    throw new AppError("step_not_allowed", "There is nothing left to make of this photo.")
  }
  const cutOut = await findPictureOfRun(s, s.db, cutOutRow.id)
  if (!cutOut) throw new AppError("not_found", "The cut-out of this product was deleted.")
  const { id, width, height, version, storageKey, isSettled } = await findVersion(s, accountId, cutOut.id)
  const isSure = (cutOutRow.result as { isSure?: boolean } | null)?.isSure === true
  if (!isSure && !isSettled) throw unseenCutOut()
  const run = readRun(productCutOutKind, cutOutRow)
  const { name } = run.input.source
  const source = { from: "picture", id, name, width, height, mimeType: "image/png", version, storageKey } as const
  await runs.checkOffer(s, productSceneKind, { ...run.input, source })
  await requireRoom(s.db, accountId)
  const white = sceneRow ? null : await makeWhite(s, cutOutRow.id, source, worker)
  await transact(s.db, async (tx) => {
    await queries.lockShelf(tx, accountId)
    const isOrdered = await orderScene(s, tx, run, source, { after: sceneRow?.id ?? cutOutRow.id })
    if (!isOrdered || !white) return
    await addToProduct(tx, accountId, productId, await addWhite(s, tx, run, white))
  })
  const { sceneRunId: newest } = await findWork(s, accountId, productId)
  return toFromPhoto(s, cutOutRow, newest)
}

/** @returns null when it was made before @throws AppError `not_found` when the cut-out is gone */
async function makeWhite(s: Services, runId: string, { id, storageKey }: PhotoSource, worker: PictureWorker) {
  if (await findPictureOfRun(s, s.db, runId, whiteNumber)) return null
  const bytes = await readPicture(s, id, storageKey)
  if (!bytes) throw new AppError("not_found", "The cut-out of this product was deleted.")
  return keepPicture(s, await composeWhite(worker, bytes), await readMark(bytes))
}
