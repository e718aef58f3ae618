import { randomInt } from "node:crypto"
import sharp from "sharp"
import { maxPhotoPixels } from "#contract/hosted/picture-kinds.ts"
import { type CutOutBody, type DescribeBody, refuseEnlargement, type UpscaleBody } from "#contract/studio/photos.ts"
import { type SceneBody, SceneLayout } from "#contract/studio/scenes.ts"
import type { RunKind, RunRow } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { requireRoom } from "#server/features/hosted/files/service.ts"
import { findPictureOfRun, findVersion } from "#server/features/studio/generations/service.ts"
import { checkWords, requirePublisher } from "#server/features/studio/publishing/service.ts"
import { checkFirst, placeRun } from "#server/features/studio/runs/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { unconfirmed } from "#server/platform/http/permissions.ts"
import { composeScene as compose } from "./compose-scene.ts"
import { requireSettled, unseen } from "./cut-outs.ts"
import { describeKind } from "./describe-kind.ts"
import { cutOutKind, upscaleKind } from "./kinds.ts"
import { cutOutNumber as numberOfCutOut } from "./photo-kind.ts"
import { isFree, sceneKind } from "./scene-kind.ts"
import { checkSize, findPhoto as find, readSource, refuse, type PhotoSource as Source } from "./source.ts"

export type { PhotoSource } from "./source.ts"

/** Puts a cut-out before a ground. */
export const composeScene = compose

/** The photo that a person named, whether it is not too large, and its bytes. */
export const findPhoto = find
export const checkPhotoSize = checkSize
export const readPhoto = readSource

/** Taking a photo's background off, and setting a cut-out before a ground, for kinds of work that go on from there. */
export const cutOutWork = cutOutKind
export const sceneWork = sceneKind
export const isFreeGround = isFree

/** Refuses what is paid and made of a cut-out that nobody has looked at though the engine was not sure of it. */
export const unseenCutOut = unseen

interface PhotoRequest<Body> {
  caller: Person
  body: Body
  idempotencyKey: string | null
  agreedCredits: number | null
}

/** The kinds of work on one photo, by their names. */
export const photoKinds: ReadonlyMap<string, RunKind> = new Map([
  [upscaleKind.name, upscaleKind],
  [cutOutKind.name, cutOutKind],
  [sceneKind.name, sceneKind],
])

/** Which of a run's pictures is the cut-out that was made on the way to a scene. */
export const cutOutNumber = numberOfCutOut

/** What is done with a photo. */
export interface PhotoWork {
  tool: "cut-out" | "upscale"
  factor?: 2 | 4 | undefined
  /** Name of a set that the cut-out is put into. */
  set?: string | null | undefined
  image: string
  isPublic?: boolean | undefined
  album?: string | undefined
}

/** A run that may be placed; `keep` comes first, when nothing refuses it any more. */
interface PreparedRun {
  kind: RunKind
  input: { source: Source; [more: string]: unknown }
  keep: () => Promise<void>
}

/** Which kind does the work, and what its price follows from: all that is known before the photo is looked at. */
export function kindOfWork({ tool, set = null }: Pick<PhotoWork, "tool" | "set">): { kind: RunKind; input: object } {
  if (tool === "upscale") return { kind: upscaleKind, input: {} }
  if (set === null) return { kind: cutOutKind, input: {} }
  return { kind: sceneKind, input: { hasBackground: true, ground: { kind: "set", name: set } } }
}

/**
 * Looks at a photo and says which run does the work.
 * @throws AppError `general_argument_invalid` for what cannot be worked on, also when the result would be too large;
 * `not_found` for what the person may not see
 */
export async function preparePhotoRun(
  s: Services,
  caller: Person,
  { tool, factor = 2, set = null, image, isPublic = false }: PhotoWork,
): Promise<PreparedRun> {
  const { source, keep } = await find(s, caller, image)
  checkSize(s, source)
  if (tool === "cut-out" && set !== null) {
    const ground = { kind: "set", name: set } as const
    const input = { source, isPublic, hasBackground: true, ground, layout: SceneLayout.parse({}), seed: newSeed() }
    return { kind: sceneKind, input, keep }
  }
  if (tool === "cut-out") return { kind: cutOutKind, input: { source, isPublic }, keep }
  const most = Math.min(s.engine.capabilities.maxEnlargedPixels, maxPhotoPixels)
  const refusal = refuseEnlargement(source, factor, most)
  if (refusal !== null) throw refuse(refusal)
  return { kind: upscaleKind, input: { source, factor, isPublic }, keep }
}

/**
 * The run that puts a cut-out, which was made before, into a set.
 * @returns null when the cut-out is gone, or its owner has not looked at it though it is not sure
 */
export async function prepareSet(
  s: Services,
  { accountId, id: cutOutRunId }: RunRow,
  { name, position, set }: { name: string; position: number; set: string },
): Promise<{ kind: RunKind; input: object } | null> {
  const cutOut = await findPictureOfRun(s, s.db, cutOutRunId, numberOfCutOut)
  if (!cutOut) return null
  const { id, width, height, version, storageKey, isSettled } = await findVersion(s, accountId, cutOut.id)
  if (!isSettled) return null
  const picture = { from: "picture", id, name, width, height, mimeType: "image/png", version, storageKey } as const
  const ground = { kind: "set", name: set } as const
  const input = { source: picture, isPublic: false, ground, layout: SceneLayout.parse({}), seed: newSeed() }
  return { kind: sceneKind, input: { ...input, position, cutOutRunId } }
}

/**
 * @throws AppError `general_argument_invalid` at a field of the body for a set that the engine does not have, and for one that keeps to
 * its own colours where others are wanted
 */
export function checkSet(s: Services, name: string, field: string, hasColours = false): void {
  const set = s.engine.capabilities.templates.find((template) => template.name === name)
  if (set && (set.takesColours || !hasColours)) return
  const message = set ? "This set cannot be drawn in other colours." : "There is no such set."
  throw new AppError("general_argument_invalid", message, { fields: { [field]: message } })
}

function newSeed(): number {
  return randomInt(2_147_483_647)
}

/** Orders a larger copy of a photo. Throws what preparing and placing a run throw. */
export function upscale(s: Services, request: PhotoRequest<UpscaleBody>): Promise<RunRow> {
  const { image, factor = 2, is_public: isPublic, album } = request.body
  return place(s, request, { tool: "upscale", image, factor, isPublic, album })
}

/** Orders a photo's cut-out. Throws what preparing and placing a run throw. */
export function cutOut(s: Services, request: PhotoRequest<CutOutBody>): Promise<RunRow> {
  const { image, is_public: isPublic, album } = request.body
  return place(s, request, { tool: "cut-out", image, isPublic, album })
}

/**
 * Orders a scene with a cut-out.
 * @throws AppError `general_argument_invalid` for a set that the engine does not have, and for a photo that is not cut out where words
 * name the set; `words_refused`; what finding a photo throws, for
 * the picture behind it too; `cut_out_unseen` for a set; what placing a run throws; `storage_quota_exceeded` for one that costs nothing
 */
export async function makeScene(s: Services, request: PhotoRequest<SceneBody>): Promise<RunRow> {
  const { caller, body, idempotencyKey, agreedCredits } = request
  const { ground, layout, hasBackground = false } = body
  if (ground.kind === "set") checkSet(s, ground.name, "ground.name", ground.colours !== undefined)
  const same = { accountId: caller.accountId, idempotencyKey, agreedCredits, album: body.album, body: ["scene", body] }
  const known = await checkFirst(s, sceneKind, { ...same, input: { ground, hasBackground } })
  if (known) return known
  if (ground.kind === "words") await checkWords(s, { text: ground.words, isPublic: false, field: "ground.words" })
  if (isFree(ground)) await requireRoom(s.db, caller.accountId)
  const { source, keep, read } = await find(s, caller, body.image)
  checkSize(s, source)
  if (!isFree(ground) && !hasBackground) await requireSettled(s, caller, source)
  if (ground.kind === "words" && !hasBackground) await requireCutOut(read)
  const behind = ground.kind === "picture" ? await findBehind(s, caller, ground.image) : undefined
  const input = { source, isPublic: false, ground, hasBackground, ...(behind && { behind }), layout, seed: newSeed() }
  return placeRun(s, sceneKind, { ...same, input, keep })
}

/** Nobody pays for a set around a cut-out that was made on the way and that they have not seen. @throws AppError `general_argument_invalid` */
async function requireCutOut(read: () => Promise<Buffer>): Promise<void> {
  const { hasAlpha } = await sharp(await read(), { limitInputPixels: false }).metadata()
  if (hasAlpha) return
  const message = "This photo still has its background. Have it cut out first."
  throw new AppError("general_argument_invalid", message, { fields: { image: message } })
}

/** The picture that a scene stands before. */
async function findBehind(s: Services, caller: Person, image: string): Promise<Source> {
  try {
    const { source } = await find(s, caller, image)
    checkSize(s, source)
    return source
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.type, `Background: ${error.message}`, { cause: error })
  }
}

/** A public picture carries its photo's name. @throws AppError `not_allowed`, `words_refused` */
async function requireShowable(s: Services, { accountId, isVerified }: Person, name: string): Promise<void> {
  if (!isVerified) throw unconfirmed()
  await requirePublisher(s.db, accountId)
  await checkWords(s, { text: name.replace(/\.\w+$/, ""), isPublic: true, field: "image" })
}

async function place(
  s: Services,
  { caller, idempotencyKey, agreedCredits }: Omit<PhotoRequest<unknown>, "body">,
  work: PhotoWork,
): Promise<RunRow> {
  const body = [work.tool, work.image, work.factor, work.isPublic ?? false]
  const same = { accountId: caller.accountId, idempotencyKey, agreedCredits, album: work.album, body }
  const { kind, input: asked } = kindOfWork(work)
  const known = await checkFirst(s, kind, { ...same, input: asked })
  if (known) return known
  const { input, keep } = await preparePhotoRun(s, caller, work)
  if (work.isPublic) await requireShowable(s, caller, input.source.name)
  return placeRun(s, kind, { ...same, input, keep })
}

/**
 * Orders words for a picture.
 * @throws AppError `general_argument_invalid`, `not_found`, and what placing a run throws
 */
export async function describe(s: Services, request: PhotoRequest<DescribeBody>): Promise<RunRow> {
  const { caller, body, idempotencyKey, agreedCredits } = request
  const same = { accountId: caller.accountId, idempotencyKey, agreedCredits, body: [describeKind.name, body.image] }
  const known = await checkFirst(s, describeKind, { ...same, input: {} })
  if (known) return known
  const { source, keep } = await find(s, caller, body.image)
  checkSize(s, source)
  return placeRun(s, describeKind, { ...same, input: { source }, keep })
}
