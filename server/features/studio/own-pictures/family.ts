import { z } from "zod"
import { knownMode } from "#contract/catalogue/modes.ts"
import { publicTitle } from "#contract/shown-prompt.ts"
import type { OwnPicture } from "#contract/studio/own-pictures.ts"
import { type PhotoshootDocument, shotAsPicture } from "#contract/studio/photoshoot-document.ts"
import type {
  PictureDetails,
  PictureOrigin,
  PictureSettings,
  RelatedPicture,
} from "#contract/studio/picture-details.ts"
import type { PictureSource } from "#contract/studio/review.ts"
import { SceneGround } from "#contract/studio/scenes.ts"
import type { Services } from "#server/declarations/services.ts"
import { findWhole } from "#server/features/hosted/documents/service.ts"
import { photoshootsCollection } from "#server/features/studio/photoshoots/collection.ts"
import { addressesOf } from "#server/media/picture-addresses.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import { AppError } from "#server/platform/errors.ts"
import * as queries from "./family-queries.ts"
import { ownPictures } from "./service.ts"

/** What runs say of the photo they worked on (`server/features/studio/photos/source.ts`). */
const Source = z.object({
  from: z.enum(["file", "picture", "shot", "data"]),
  id: z.string(),
  name: z.string().catch(""),
  sequence: z.string().optional(),
})
type Source = z.infer<typeof Source>

/** What the inputs of all kinds of runs have of this; older ones may have less. */
const Input = z.object({
  source: Source.optional().catch(undefined),
  behind: Source.optional().catch(undefined),
  hasBackground: z.boolean().optional().catch(undefined),
  trainingId: z.string().optional().catch(undefined),
  seed: z.number().nullable().catch(null),
  isRaw: z.boolean().catch(false),
  isPoster: z.boolean().catch(false),
  factor: z.number().nullable().catch(null),
  ground: SceneGround.nullable().catch(null),
  template: z.string().nullable().catch(null),
})

/** Place of the cut-out that a run made on its way to another picture, from 1. */
const cutOutPosition = 2

/** Photos that a picture was made of. */
function sourcesOf({ runId, position, input }: queries.MemberRow): Source[] {
  const { source, behind, hasBackground } = Input.parse(input ?? {})
  if (!source) return []
  if (position === cutOutPosition) return [source]
  const first: Source = hasBackground
    ? { from: "picture", id: `${runId}-${cutOutPosition}`, name: source.name }
    : source
  return behind ? [first, behind] : [first]
}

/** How an own picture was ordered, what it was made of and what was made of it. @throws AppError `not_found`, `picture_in_trash` */
export async function showPicture(
  s: Services,
  accountId: string,
  source: PictureSource,
  id: string,
): Promise<PictureDetails> {
  const member = await queries.findMember(s.db, accountId, source, id)
  const document = await findWhole(s, source === "generations" ? ownPictures : photoshootsCollection, id)
  if (!member || document === null) {
    if (!(await queries.liesInTrash(s.db, accountId, source, id))) throw missingPicture()
    throw new AppError("picture_in_trash", "This picture is in your trash. You can put it back from there.")
  }
  const { runId, kind, position, count } = member
  const input = Input.parse(member.input ?? {})
  const { seed, isRaw, isPoster, factor, ground, template } = input
  // What only the engine is told of the other kinds repeats nothing.
  const settings: PictureSettings = {
    // Photo work that came from another installation has a run of this kind, but was drawn from no seed.
    seed: kind === "picture" && knownMode(member.mode) ? seed : null,
    number: kind === "picture" ? position : 1,
    count: kind === "picture" ? (count ?? 1) : 1,
    ...{ isRaw, isPoster, factor, ground, template },
  }
  const ofRun = runId !== null && source === "generations" ? await queries.listOfRun(s.db, accountId, runId) : []
  const others = ofRun.filter((one) => one.id !== id)
  const worked = [...others, ...(await queries.listWorkedOn(s.db, accountId, id))]
  const isSource = (one: queries.MemberRow): boolean => sourcesOf(one).some((part) => isSame(part, source, id))
  const made = new Map(worked.filter(isSource).map((one) => [one.id, toRelated(one)]))
  return {
    picture: source === "generations" ? (document as OwnPicture) : shotAsPicture(document as PhotoshootDocument),
    settings,
    origins: await showOrigins(s, accountId, sourcesOf(member), input.trainingId),
    siblings: kind === "picture" ? others.map(toRelated) : [],
    made: [...made.values()],
  }
}

function isSame(part: Source, source: PictureSource, id: string): boolean {
  return part.id === id && part.from === (source === "generations" ? "picture" : "shot")
}

async function showOrigins(
  s: Services,
  accountId: string,
  sources: readonly Source[],
  trainingId: string | undefined,
): Promise<PictureOrigin[]> {
  const origins = await Promise.all(sources.map((source) => showOrigin(s, accountId, source)))
  const model = trainingId === undefined ? undefined : await queries.findModel(s.db, accountId, trainingId)
  if (!model) return origins
  return [...origins, { kind: "model", id: model.id, title: model.title, word: model.triggerWord }]
}

async function showOrigin(
  s: Services,
  accountId: string,
  { from, id, name, sequence }: Source,
): Promise<PictureOrigin> {
  if (from === "file") {
    const file = await queries.findUpload(s.db, accountId, id, sequence)
    if (!file) return { kind: "gone", name }
    return {
      kind: "upload",
      id: file.id,
      name: file.name,
      ...addressesOf({ source: "files", id: file.id, version: 0 }),
    }
  }
  if (from === "data") return { kind: "gone", name }
  const picture = await queries.findSeen(s.db, accountId, from === "shot" ? "photoshoots" : "generations", id)
  if (!picture) return { kind: "gone", name }
  const related = toRelated(picture)
  if (picture.accountId === accountId) return related
  return { ...related, kind: "others-picture", prompt: publicTitle(picture) }
}

function toRelated({ source, id, mode, prompt, version }: queries.MemberRow): RelatedPicture {
  return { kind: "picture", source, id, mode, prompt, ...addressesOf({ source, id, version }) }
}
