import { buffer } from "node:stream/consumers"
import { type LookAnswer, lookPath, type PhotoLook } from "#contract/studio/training-looks.ts"
import type { CutOutPicture, EngineWatch } from "#server/adapters/image-engine/port.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import type { Sending } from "#server/media/send.ts"
import { holdPicture, keepPicture, storedAt } from "#server/media/stored-picture.ts"
import { thumbnailKey } from "#server/media/thumbnails.ts"
import { ownCopies } from "#server/media/visibility.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller, Person } from "#server/platform/http/caller.ts"
import { inTime, inTurn, type PictureWorker } from "#server/platform/pictures/picture-turns.ts"
import { loadPhoto, type TrainingPhoto } from "./dataset.ts"
import { notOwn, readFileId } from "./photo-address.ts"
import * as queries from "./queries.ts"

/** Side of the copies that are shown before anything is paid, in pixels. */
const shownSide = 640
/** Longest time of one look, in milliseconds. */
const longestMs = 60_000

/**
 * Whether cut-outs are looked at before a training is paid: where this computer trains with them, and makes them itself, so that a
 * look costs nobody anything.
 */
export function looksFirst({ engine }: Pick<Services, "engine">): boolean {
  return engine.isLocal("training") && engine.isLocal("cut-out")
}

interface OwnFile {
  id: string
  sequence: string
  width: number | null
  height: number | null
}

async function findOwn(s: Services, accountId: string, image: string): Promise<OwnFile> {
  const [file] = await queries.listOwnPictures(s.db, accountId, [readFileId(s.config.publicUrl, image)])
  if (!file) throw notOwn()
  return file
}

/**
 * Cuts the product out of an own photo, as a training would, and keeps that; the same photo is cut out once. Costs nothing.
 * @throws AppError `document_invalid_structure` for an address that is not an own picture's; `general_argument_invalid` for a
 * file that cannot be read; `engine_unavailable` where no look is needed; `engine_failed`; `request_timeout`
 */
export async function lookAtCutOut(
  s: Services,
  { accountId }: Person,
  image: string,
  worker: PictureWorker,
): Promise<PhotoLook> {
  const file = await findOwn(s, accountId, image)
  if (!looksFirst(s)) throw new AppError("engine_unavailable", "Cut-outs are not looked at before a training here.")
  if (!(await queries.findLook(s.db, file.sequence))) {
    const cut = await inTime(worker, longestMs, "Cutting it out took too long. Please try again.", async (signal) => {
      const photo = await loadPhoto(s, accountId, file.sequence, "clear", signal)
      if (!photo) throw notOwn()
      const watch = { signal, providerJobId: null, saveProviderJobId: async () => {}, onProgress() {}, onPreview() {} }
      return inTurn("engine", worker, (file.width ?? 1) * (file.height ?? 1), () => cutOut(s, photo, watch))
    })
    await keepLook(s, file.sequence, cut)
  }
  return describe(s, file)
}

function cutOut(s: Services, { bytes }: TrainingPhoto, watch: EngineWatch): Promise<CutOutPicture> {
  return s.engine.run({ kind: "cut-out", file: bytes, format: "webp" }, watch)
}

async function keepLook(s: Services, sequence: string, cut: CutOutPicture): Promise<void> {
  const first = await keepPicture(s, cut.bytes, null)
  const other = cut.other && (await keepPicture(s, cut.other, null))
  await transact(s.db, async (tx) => {
    const { isSure, confidence } = cut
    // Another look at the same photo may have come first; what this one stored goes with the sweep.
    if (!(await queries.insertLook(tx, { fileSequence: sequence, isSure, confidence }))) return
    for (const [answer, picture] of [
      ["first", first],
      ["other", other],
    ] as const) {
      if (!picture) continue
      await queries.insertLookCutOut(tx, { fileSequence: sequence, answer, storageKey: picture.storageKey })
      await holdPicture(tx, picture)
    }
  })
}

async function describe(s: Services, { id, sequence }: OwnFile): Promise<PhotoLook> {
  const look = await queries.findLook(s.db, sequence)
  if (!look) throw new AppError("not_found", "This photo was deleted.")
  const { isSure, confidence, chosen, settledAt, answers } = look
  const urlOf = (answer: LookAnswer): string => `${s.config.publicUrl}${lookPath(id, answer)}`
  return {
    isFound: confidence > 0,
    isSettled: isSure || settledAt !== null,
    firstUrl: urlOf("first"),
    otherUrl: answers.includes("other") ? urlOf("other") : null,
    chosen,
  }
}

/** Writes down which answer the owner takes for a photo. @throws AppError `document_invalid_structure`, `not_found` */
export async function settleLook(
  s: Services,
  { accountId }: Person,
  image: string,
  answer: LookAnswer,
): Promise<PhotoLook> {
  const file = await findOwn(s, accountId, image)
  const look = await queries.findLook(s.db, file.sequence)
  if (!look?.answers.includes(answer)) throw new AppError("not_found", "There is no such cut-out of this photo.")
  await queries.settleLook(s.db, file.sequence, answer)
  return describe(s, file)
}

/**
 * A small copy of an own photo's cut-out, worked out where nobody has looked at it yet.
 * @throws AppError what `lookAtCutOut` throws; `general_argument_invalid` where no product was found
 */
export async function readLook(s: Services, caller: Person, image: string, worker: PictureWorker): Promise<Buffer> {
  const { isFound, chosen } = await lookAtCutOut(s, caller, image, worker)
  if (!isFound) throw new AppError("general_argument_invalid", "We cannot tell the product from its background.")
  const { sequence } = await findOwn(s, caller.accountId, image)
  const key = await queries.findLookKey(s.db, sequence, chosen)
  const stored = key === undefined ? null : await s.storage.get(thumbnailKey(key, shownSide))
  if (!stored) throw new AppError("not_found", "There is no such cut-out.")
  return buffer(stored.body)
}

/** A small copy of a cut-out, for the photo's owner alone. @throws AppError `not_found` */
export async function sendLook(s: Services, caller: Caller, fileId: string, answer: string): Promise<Sending> {
  const gone = (): AppError => new AppError("not_found", "There is no such cut-out.")
  const isKnown = answer === "first" || answer === "other"
  if (!isKnown || caller.kind !== "person") throw gone()
  const [file] = await queries.listOwnPictures(s.db, caller.accountId, [fileId])
  const key = file && (await queries.findLookKey(s.db, file.sequence, answer))
  if (!key) throw gone()
  const small = thumbnailKey(key, shownSide)
  return {
    bytes: storedAt(s.storage, small, gone),
    type: "image/webp",
    name: `aworan-${fileId}-${answer}.webp`,
    etag: small,
    cache: ownCopies,
  }
}

/**
 * Refuses photos whose cut-out is not sure and that their owner was shown, or could be shown, and said nothing of.
 * @throws AppError `cut_out_unseen`
 */
export async function requireSeen(tx: Tx, sequences: readonly string[]): Promise<void> {
  const unseen = await queries.countUnseenLooks(tx, sequences)
  if (unseen === 0) return
  const which = unseen === 1 ? "one cut-out" : `${unseen} cut-outs`
  throw new AppError("cut_out_unseen", `We are not sure of ${which}. Please look at them before you start.`)
}

/**
 * The cut-outs that a training is made of: those that are sure or that their owner has seen, the surest first. What was not
 * looked at before is cut out now, and kept, so that it can be looked at if it is not sure.
 * @param numbers of the photos that can be used
 * @throws AppError `general_argument_invalid` when none is left
 */
export async function seenCutOuts(
  s: Services,
  photos: readonly TrainingPhoto[],
  numbers: readonly number[],
  watch: EngineWatch,
): Promise<{ number: number; bytes: Buffer }[]> {
  const found: { number: number; bytes: Buffer; confidence: number }[] = []
  for (const [index, number] of numbers.entries()) {
    const photo = photos[number]
    if (!photo) continue
    if (!(await queries.findLook(s.db, photo.sequence))) {
      await keepLook(s, photo.sequence, await cutOut(s, photo, { ...watch, onProgress() {} }))
    }
    watch.onProgress((index + 1) / numbers.length)
    const look = await queries.findLook(s.db, photo.sequence)
    if (!look || look.confidence === 0 || !(look.isSure || look.settledAt)) continue
    const key = await queries.findLookKey(s.db, photo.sequence, look.chosen)
    const stored = key === undefined ? null : await s.storage.get(key)
    if (stored) found.push({ number, bytes: await buffer(stored.body), confidence: look.confidence })
  }
  if (found.length === 0) {
    throw new AppError(
      "general_argument_invalid",
      "We are not sure of the cut-outs of your photos. Please start again with these photos and look at them first.",
    )
  }
  return found.sort((one, other) => other.confidence - one.confidence)
}
