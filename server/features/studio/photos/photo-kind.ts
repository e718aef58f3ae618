import { z } from "zod"
import { type AspectRatio, aspectRatios } from "#contract/catalogue/aspect-ratios.ts"
import type { FeeSlug } from "#contract/catalogue/fees.ts"
import { messages } from "#contract/messages.ts"
import type { PhotoMode } from "#contract/shown-prompt.ts"
import type { PhotoResult } from "#contract/studio/photos.ts"
import type { EngineOrderKind, EngineWatch } from "#server/adapters/image-engine/port.ts"
import type { Db, Tx } from "#server/db/open.ts"
import { engineQueue, type RunKind, type RunOf, runKind } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { addPicture, findDoubt, findPictureOfRun, pictureUrl } from "#server/features/studio/generations/service.ts"
import { type AiMark, markOf, readMark } from "#server/media/ai-mark.ts"
import type { OpenDoubt } from "#server/media/doubts.ts"
import { keepPicture, type StoredPicture } from "#server/media/stored-picture.ts"
import { AppError } from "#server/platform/errors.ts"
import { PhotoSource, readSource, sourceUrl } from "./source.ts"

/** What every photo kind is asked with. */
export const photoInput = {
  source: PhotoSource,
  isPublic: z.boolean(),
  /** Its place in a batch. */
  position: z.number().int().optional(),
  /** The run that cut it out, where another one did. */
  cutOutRunId: z.string().optional(),
}

/** Mode of the pictures that are cut-outs. */
export const cutOutMode = "bg-remover"

/** Which of a run's pictures is the cut-out that was made on the way to another. */
export const cutOutNumber = 1

/** What the engine made of a photo. */
export interface MadePhoto {
  /** Null: only the cut-out was made, and what it is for waits until somebody looked at it. */
  bytes: Uint8Array | null
  isSure: boolean
  /** The cut-out that was made on the way, to be kept as a picture of its own. */
  cutOut?: Uint8Array | undefined
  /** What the cut-out may be instead. */
  other?: Uint8Array | undefined
}

/** A made photo that is stored. */
export interface StoredPhoto {
  picture: StoredPicture | null
  isSure: boolean
  cutOut: StoredPicture | null
  other: StoredPicture | null
}

interface PhotoKind<Input extends z.ZodType> {
  name: string
  input: Input
  /** Mode of the picture that is made. */
  mode: PhotoMode
  title: (input: z.output<Input>) => string
  fee: (fees: Readonly<Record<FeeSlug, number>>, input: z.output<Input>) => number
  /** The engine's work; absent: none is needed. */
  needs?: (input: z.output<Input>) => readonly { kind: EngineOrderKind }[]
  /** Whether the result is transparent around what it shows. */
  isCutOut?: true
  /** What is paid for a cut-out alone, where what it is for waits. */
  cutOutFee?: (fees: Readonly<Record<FeeSlug, number>>) => number
  /** Whether a cut-out is made on the way. */
  makesCutOut?: (input: z.output<Input>) => boolean
  /** Whether the photo is set into something generated. */
  isGenerated?: (input: z.output<Input>) => boolean
  /** Whether it takes room of its owner's files, because it cost nothing. */
  isInQuota?: (input: z.output<Input>) => boolean
  /** Other pictures that it is made of: what their files say of themselves stays true as well. */
  beside?: (input: z.output<Input>) => PhotoSource[]
  /** Whether this one is free for the person: to know beforehand, and to use that up. */
  waiver?: {
    isWaived: (db: Db, accountId: string) => Promise<boolean>
    waive: (tx: Tx, accountId: string) => Promise<boolean>
  }
  work: (s: Services, run: RunOf<Input>, watch: EngineWatch) => Promise<MadePhoto>
}

/** A transparent pixel. */
const nothing = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="

type AnyInput = z.ZodType<{ source: PhotoSource; isPublic: boolean; cutOutRunId?: string | undefined }>

/** A kind of run that makes one picture from one photo. */
export function photoKind<Input extends AnyInput>(
  definition: PhotoKind<Input>,
): RunKind<Input, MadePhoto, StoredPhoto> {
  const { name, input, mode, title, fee, waiver, needs, isCutOut = false, work } = definition
  const { cutOutFee, makesCutOut, isGenerated, isInQuota, beside } = definition
  return runKind<Input, MadePhoto, StoredPhoto>({
    name,
    input,
    queue: engineQueue,
    words: {
      made: "Photo made",
      fewer: "Nothing made",
      notMade: "The photo could not be worked on",
      started: "The photo is being worked on already.",
    },
    canStopAtWork: true,
    title,
    price: (s, given) => ({ feeCredits: fee(s.config.fees, given), count: 1 }),
    // What is wrong with the photo helps; what is wrong here does not.
    failure: (error) =>
      error instanceof AppError && error.type === "general_argument_invalid" ? error.message : messages.photoFailed,
    ...waiver,
    ...(needs ? { needs } : {}),
    work,
    async keep(s, run, { bytes, isSure, cutOut, other }) {
      // What the photo's file says of itself stays true of what is made of it.
      const own = isGenerated?.(run.input)
        ? markOf("compositeWithTrainedAlgorithmicMedia", run.engine ?? s.engine.name)
        : null
      const sources = [run.input.source, ...(beside?.(run.input) ?? [])]
      const photoMark = own && !cutOut ? null : await findMark(s, sources)
      const picture = bytes && (await keepPicture(s, bytes, own ?? photoMark))
      const before = cutOut ? await keepPicture(s, cutOut, photoMark) : null
      return {
        picture: picture && isCutOut ? asCutOut(picture) : picture,
        isSure,
        cutOut: before && asCutOut(before),
        other: other ? await keepPicture(s, other, photoMark) : null,
      }
    },
    async finish(s, tx, run, { picture, isSure, cutOut, other }) {
      const { source, isPublic } = run.input
      const about = { runId: run.id, accountId: run.accountId, isPublic, prompt: source.name }
      const add = (
        kept: StoredPicture,
        more: { mode: PhotoMode; number?: number; isInQuota?: boolean },
        instead: StoredPicture | null,
      ) => addPicture(s, tx, kept, { ...about, ...more, aspectRatio: nearestRatio(kept.width, kept.height) }, instead)
      if (cutOut) await add(cutOut, { mode: cutOutMode, number: cutOutNumber }, other)
      if (!picture) return { pieces: 1, credits: cutOutFee?.(s.config.fees), result: { isSure, isWaiting: true } }
      await add(picture, { mode, isInQuota: isInQuota?.(run.input) ?? false }, cutOut ? null : other)
      return { pieces: 1, result: { isSure } }
    },
    async describe(s, db, run): Promise<PhotoResult | null> {
      if (run.status !== "ready") return null
      const { source, cutOutRunId = run.id } = run.input
      const { isSure = true, isWaiting = false } = (run.result ?? {}) as Partial<PhotoResult>
      const picture = await findPictureOfRun(s, db, run.id)
      const isCutBefore = cutOutRunId !== run.id || makesCutOut?.(run.input)
      const cutOut = isCutBefore ? await findPictureOfRun(s, db, cutOutRunId, cutOutNumber) : null
      // A sure cut-out of an upload has nothing to ask for; whatever was made of a picture has its doubt.
      const ids = [picture, cutOut].flatMap((made) => made?.id ?? [])
      const mayDoubt = !isSure || source.from === "picture"
      const doubt = mayDoubt ? await findDoubt(db, { accountId: run.accountId, pictureIds: ids }) : undefined
      return {
        picture,
        cutOut,
        toLookAt: doubt && !doubt.isTrashed ? describeCutOut(s.config.publicUrl, doubt) : null,
        sourceUrl: sourceUrl(s.config.publicUrl, source),
        sourceWidth: source.width,
        sourceHeight: source.height,
        isSure,
        // Where nothing is left of it, nobody can have looked.
        isSettled: cutOut || picture ? doubt === undefined : isSure,
        isWaiting,
      }
    },
  })
}

/** A blurred copy of what is transparent would shine through it. */
function asCutOut(picture: StoredPicture): StoredPicture {
  return { ...picture, placeholder: nothing }
}

function describeCutOut(
  publicUrl: string,
  { cutOutId: id, version, width, height }: OpenDoubt,
): PhotoResult["toLookAt"] {
  return { id, url: pictureUrl(publicUrl, { id, version }), width, height }
}

async function findMark(s: Services, sources: readonly PhotoSource[]): Promise<AiMark | null> {
  for (const source of sources) {
    const mark = await readMark(await readSource(s, source))
    if (mark) return mark
  }
  return null
}

/** The shape in the list of shapes that comes nearest. */
function nearestRatio(width: number, height: number): AspectRatio {
  const distance = (ratio: AspectRatio): number =>
    Math.abs(Math.log((aspectRatios[ratio].width / aspectRatios[ratio].height) * (height / width)))
  return (Object.keys(aspectRatios) as AspectRatio[]).reduce((best, ratio) =>
    distance(ratio) < distance(best) ? ratio : best,
  )
}
