import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { showcaseWait } from "#server/features/studio/publishing/service.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import { holdPicture, leavePicture, type StoredPicture } from "#server/media/stored-picture.ts"
import { AppError } from "#server/platform/errors.ts"
import { generationsCollection } from "./collection.ts"
import * as queries from "./queries.ts"
import { pictureUrl } from "./serialise.ts"

type File = Pick<StoredPicture, "storageKey" | "mimeType" | "width" | "height" | "byteSize">
type OwnPicture = NonNullable<Awaited<ReturnType<typeof queries.findOwnPicture>>>

/** An own picture as it is now. */
export interface PictureVersion {
  id: string
  runId: string
  mode: string
  url: string
  width: number
  height: number
  /** Where its bytes are. */
  storageKey: string
  version: number
  /** Whether its file is another one than at first. */
  isChanged: boolean
  /** Which of the engine's answers it is; null once it was mended. */
  answer: Answer | null
  /** Whether the engine gave a second answer. */
  hasOther: boolean
  /** Whether its owner looked at it, chose or mended. */
  isSettled: boolean
}

/** The engine's answers: what the picture was at first, and what it found instead. */
export type Answer = "first" | "other"

/** @throws AppError `not_found`, also for another person's picture */
export async function findVersion(
  s: Pick<Services, "config" | "db">,
  accountId: string,
  id: string,
): Promise<PictureVersion> {
  const picture = await queries.findOwnPicture(s.db, accountId, id)
  if (!picture) throw missingPicture()
  return describe(s, s.db, picture)
}

async function describe(s: Pick<Services, "config">, db: Db, picture: OwnPicture): Promise<PictureVersion> {
  const { id, runId, mode, width, height, version, storageKey } = picture
  const first = version === 0 ? undefined : await queries.findStoredFile(db, "firstPictures", id)
  const other = await queries.findStoredFile(db, "otherCutOuts", id)
  const isChanged = first !== undefined && first.storageKey !== picture.storageKey
  const isOther = other?.storageKey === picture.storageKey
  return {
    id,
    runId,
    mode,
    width,
    height,
    storageKey,
    version,
    isChanged,
    hasOther: other !== undefined,
    isSettled: await queries.isCutOutSettled(db, id),
    answer: isOther ? "other" : isChanged ? null : "first",
    url: pictureUrl(s.config.publicUrl, picture),
  }
}

/**
 * Puts a kept file in the place of an own picture's. The engine's answers stay, what was mended between goes.
 * @param version the one that the file was made from
 * @throws AppError `not_found`; `version_changed` when there is another one by now
 */
export async function changeFile(
  s: Services,
  { accountId, id, version }: { accountId: string; id: string; version: number },
  kept: StoredPicture,
): Promise<void> {
  await transact(s.db, async (tx) => {
    const picture = await queries.lockOwnPicture(tx, accountId, id)
    if (!picture) throw missingPicture()
    if (picture.version !== version) throw versionChanged()
    await leaveFile(tx, picture)
    await put(s, tx, { accountId, picture, file: kept })
    await holdPicture(tx, kept)
    await queries.settleCutOut(tx, id)
  })
}

/** Keeps a picture's file when it is the engine's, and lets it go when it was mended. */
async function leaveFile(tx: Tx, picture: OwnPicture): Promise<void> {
  const { id, storageKey, mimeType, width, height, byteSize } = picture
  const first = await queries.findStoredFile(tx, "firstPictures", id)
  const other = await queries.findStoredFile(tx, "otherCutOuts", id)
  if (!first) {
    await queries.insertStoredFile(tx, "firstPictures", {
      generationId: id,
      storageKey,
      mimeType,
      width,
      height,
      byteSize,
    })
  } else if (first.storageKey !== storageKey && other?.storageKey !== storageKey) await leavePicture(tx, picture)
}

/**
 * Writes down that a picture's owner looked at it and leaves it as it is.
 * @param version the one that was looked at
 * @throws AppError `not_found`; `version_changed` when there is another one by now
 */
export async function settleVersion(
  s: Services,
  { accountId, id, version }: { accountId: string; id: string; version: number },
): Promise<void> {
  await transact(s.db, async (tx) => {
    const picture = await queries.lockOwnPicture(tx, accountId, id)
    if (!picture) throw missingPicture()
    if (picture.version !== version) throw versionChanged()
    await queries.settleCutOut(tx, id)
  })
}

/**
 * Puts one of the engine's answers in an own picture's place; nothing happens when it is there.
 * @throws AppError `not_found`, also when there is no second answer
 */
export async function takeAnswer(s: Services, accountId: string, id: string, answer: Answer): Promise<void> {
  await transact(s.db, async (tx) => {
    const picture = await queries.lockOwnPicture(tx, accountId, id)
    if (!picture) throw missingPicture()
    const file = await queries.findStoredFile(tx, tableOf(answer), id)
    if (!file && answer === "other") throw missingPicture()
    await queries.settleCutOut(tx, id)
    if (!file || file.storageKey === picture.storageKey) return
    await leaveFile(tx, picture)
    await put(s, tx, { accountId, picture, file })
  })
}

/** @throws AppError `not_found` when there is no such answer, also for another person's picture */
export async function findAnswer(
  s: Pick<Services, "db">,
  accountId: string,
  id: string,
  answer: Answer,
): Promise<Pick<StoredPicture, "storageKey" | "mimeType">> {
  const picture = await queries.findOwnPicture(s.db, accountId, id)
  const file = picture && (await queries.findStoredFile(s.db, tableOf(answer), id))
  if (!picture || (!file && answer === "other")) throw missingPicture()
  return file ?? picture
}

function tableOf(answer: Answer) {
  return answer === "first" ? "firstPictures" : "otherCutOuts"
}

/** What nobody has looked at waits before the showcase like a new picture. */
async function put(
  s: Services,
  tx: Tx,
  { accountId, picture, file }: { accountId: string; picture: OwnPicture; file: File },
): Promise<void> {
  const { storageKey, mimeType, width, height, byteSize } = file
  const waitsUntil = (await showcaseWait(s, tx, { accountId, isPublic: picture.isPublic })) ?? picture.waitsUntil
  const row = await queries.updateFile(tx, picture.id, { storageKey, mimeType, width, height, byteSize, waitsUntil })
  await publishDocument(tx, s.config, generationsCollection, row, "update")
}

/** @returns what is thrown for a change of a version that is not there any more */
export function versionChanged(): AppError {
  return new AppError("version_changed", "This picture was changed meanwhile. Please look at it again.")
}
