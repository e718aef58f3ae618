import { z } from "zod"
import {
  answerPath,
  type CutOut,
  type RefineBody,
  refuseEdge,
  refuseStrokes,
  refuseTaps,
} from "#contract/studio/cut-outs.ts"
import type { Services } from "#server/declarations/services.ts"
import { describePictureFile } from "#server/features/hosted/files/service.ts"
import {
  type Answer,
  changeFile,
  describePicture,
  findAnswer,
  findDoubts,
  findVersion,
  type PictureVersion,
  readPicture,
  settleVersion,
  takeAnswer,
  versionChanged,
} from "#server/features/studio/generations/service.ts"
import { describeShot } from "#server/features/studio/photoshoots/service.ts"
import { findOwnRun } from "#server/features/studio/runs/service.ts"
import { readMark } from "#server/media/ai-mark.ts"
import type { Sending } from "#server/media/send.ts"
import { keepPicture, storedAt } from "#server/media/stored-picture.ts"
import { ownCopies } from "#server/media/visibility.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller, Person } from "#server/platform/http/caller.ts"
import { inTime, inTurn, type PictureWorker } from "#server/platform/pictures/picture-turns.ts"
import { cutOutMode } from "./photo-kind.ts"
import { type PhotoSource, readSource, refuse, PhotoSource as Source, sourceUrl } from "./source.ts"

/** Longest time of one change, in milliseconds. */
const longestMs = 60_000

interface FoundCutOut {
  picture: PictureVersion
  /** The photo behind it; null when it is gone, or the person may not see it any more. */
  source: PhotoSource | null
  isSure: boolean
}

/** @throws AppError `not_found` for a picture of somebody else, and for one that is no cut-out */
async function find(s: Services, caller: Person, id: string): Promise<FoundCutOut> {
  const picture = await findVersion(s, caller.accountId, id)
  const run = await findOwnRun(s.db, caller.accountId, picture.runId)
  // Whichever kind of work made it, it was made of a photo.
  const input = z.object({ source: Source }).safeParse(run?.input)
  if (!run || !input.success || picture.mode !== cutOutMode) {
    throw new AppError("not_found", "This cut-out does not exist.")
  }
  const { source } = input.data
  const isSure = (run.result as { isSure?: boolean } | null)?.isSure ?? true
  return { picture, source: (await isThere(s, caller, source)) ? source : null, isSure }
}

/** A photo sent as a data address is kept only while the work lasts. */
async function isThere(s: Services, caller: Person, { from, id, sequence }: PhotoSource): Promise<boolean> {
  if (from === "data") return false
  try {
    if (from === "file") {
      const file = await describePictureFile(s, caller, id)
      return sequence === undefined || file.sequence === sequence
    }
    await (from === "shot" ? describeShot(s, caller, id) : describePicture(s, caller, id))
    return true
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false
    throw error
  }
}

/** Which of these pictures have an open doubt; only of one's own it is told. */
export async function listDoubts(
  s: Services,
  accountId: string,
  pictureIds: readonly string[],
): Promise<{ pictureId: string; cutOutId: string | null }[]> {
  const found = await findDoubts(s.db, accountId, pictureIds)
  return found.map(({ pictureId, cutOutId, isTrashed }) => ({ pictureId, cutOutId: isTrashed ? null : cutOutId }))
}

/** An own cut-out and the photo behind it. @throws AppError `not_found` */
export async function showCutOut(s: Services, caller: Person, id: string): Promise<CutOut> {
  const { picture, source, isSure } = await find(s, caller, id)
  const { url, width, height, version, isChanged, answer, hasOther } = picture
  const isSettled = isSure || picture.isSettled
  const photoUrl = source && sourceUrl(s.config.publicUrl, source)
  const urlOf = (one: Answer): string => `${s.config.publicUrl}${answerPath(id, one)}`
  const answers = hasOther ? { firstUrl: urlOf("first"), otherUrl: urlOf("other"), chosen: answer } : null
  return { id, url, width, height, version, isRefined: isChanged, photoUrl, isSure, isSettled, answers }
}

/**
 * Mends an own cut-out where taps and strokes say so, and changes its edge. Costs nothing; the first cut-out stays.
 * @throws AppError `not_found`; `general_argument_invalid` for too much at once, and when the photo is gone;
 * `version_changed`; `general_rate_limit_exceeded`; `service_unavailable`; `request_timeout`; `engine_failed`
 */
export async function refineCutOut(
  s: Services,
  caller: Person,
  id: string,
  { version, taps, strokes, edge }: RefineBody,
  worker: PictureWorker,
): Promise<CutOut> {
  const { picture, source } = await find(s, caller, id)
  const refusal =
    refuseTaps(taps, picture) ?? refuseStrokes(strokes, picture) ?? (edge ? refuseEdge(edge, picture) : null)
  if (refusal !== null) throw refuse(refusal)
  if (picture.version !== version) throw versionChanged()
  if (!source) throw refuse("The photo of this cut-out is not kept any more, so nothing of it can be brought back.")
  await inTurn("engine", worker, picture.width * picture.height, async () => {
    const [photo, cutOut] = [await readSource(s, source), await readPicture(s, id)]
    if (!cutOut) throw new AppError("not_found", "This cut-out does not exist.")
    const order = { kind: "refinement", photo, cutOut, taps, strokes, edge, format: "png" } as const
    const { bytes } = await inTime(worker, longestMs, "The change took too long. Please save more often.", (signal) =>
      s.engine.run<"refinement">(order, {
        signal,
        providerJobId: null,
        saveProviderJobId: async () => {},
        onProgress() {},
        onPreview() {},
      }),
    )
    // What the photo's file says of itself stays true of what is left of it.
    const kept = await keepPicture(s, bytes, await readMark(photo))
    await changeFile(s, { accountId: caller.accountId, id, version }, kept)
  })
  return showCutOut(s, caller, id)
}

/** Takes one of the engine's answers as the cut-out. @throws AppError `not_found` */
export async function chooseAnswer(s: Services, caller: Person, id: string, answer: Answer): Promise<CutOut> {
  await find(s, caller, id)
  await takeAnswer(s, caller.accountId, id, answer)
  return showCutOut(s, caller, id)
}

/** Leaves an own cut-out as it is, after a look. @throws AppError `not_found`, `version_changed` */
export async function settleCutOut(s: Services, caller: Person, id: string, version: number): Promise<CutOut> {
  await find(s, caller, id)
  await settleVersion(s, { accountId: caller.accountId, id, version })
  return showCutOut(s, caller, id)
}

/**
 * Refuses to make something that is paid of an own cut-out that nobody has looked at though the engine was not sure of it.
 * @throws AppError `cut_out_unseen`
 */
export async function requireSettled(s: Services, caller: Person, { from, id }: PhotoSource): Promise<void> {
  if (from !== "picture") return
  const cutOut = await find(s, caller, id).catch((error: unknown) => {
    if (error instanceof AppError && error.type === "not_found") return null
    throw error
  })
  if (cutOut && !cutOut.isSure && !cutOut.picture.isSettled) throw unseen()
}

export function unseen(): AppError {
  return new AppError("cut_out_unseen", "We are not sure of this cut-out. Please look at it before it goes into a set.")
}

/** One of the engine's answers, for its owner alone. @throws AppError `not_found` */
export async function sendAnswer(s: Services, caller: Caller, id: string, answer: string): Promise<Sending> {
  const isKnown = answer === "first" || answer === "other"
  if (!isKnown || caller.kind !== "person") throw new AppError("not_found", "This cut-out does not exist.")
  const { storageKey, mimeType } = await findAnswer(s, caller.accountId, id, answer)
  const gone = (): AppError => new AppError("not_found", "This cut-out does not exist.")
  return {
    bytes: storedAt(s.storage, storageKey, gone),
    type: mimeType,
    name: `aworan-${id}-${answer}.${storageKey.split(".").at(-1)}`,
    etag: storageKey,
    cache: ownCopies,
  }
}
