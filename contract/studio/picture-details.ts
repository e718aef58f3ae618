import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { RecordId } from "#contract/primitives.ts"
import { OwnPicture } from "./own-pictures.ts"
import { PictureSource } from "./review.ts"
import { SceneGround } from "./scenes.ts"

/** Pictures of one kind of relation that are told of at most. */
export const maxRelatives = 60

const RelatedPicture = z.object({
  kind: z.literal("picture"),
  source: PictureSource,
  id: z.string(),
  mode: z.string(),
  prompt: z.string(),
  /** Paths on this site. */
  url: z.string(),
  preview: z.string(),
})
export type RelatedPicture = z.infer<typeof RelatedPicture>

/** What a picture was made of. */
export const PictureOrigin = z.discriminatedUnion("kind", [
  RelatedPicture,
  /** Somebody else's picture that everybody may see. */
  RelatedPicture.extend({ kind: z.literal("others-picture") }),
  z.object({ kind: z.literal("upload"), id: z.string(), name: z.string(), url: z.string(), preview: z.string() }),
  z.object({ kind: z.literal("model"), id: z.string(), title: z.string(), word: z.string() }),
  /** Deleted, in the trash, or a photo that was kept only while the work lasted. */
  z.object({ kind: z.literal("gone"), name: z.string() }),
])
export type PictureOrigin = z.infer<typeof PictureOrigin>

/** How a picture was ordered; what the kind of work does not have is null. */
export const PictureSettings = z.object({
  seed: z.number().nullable(),
  /** Which picture of its order it is, from 1, and how many were asked for. */
  number: z.number().int(),
  count: z.number().int(),
  isRaw: z.boolean(),
  isPoster: z.boolean(),
  /** How many times as large it was made. */
  factor: z.number().nullable(),
  /** What stands behind the product of a scene. */
  ground: SceneGround.nullable(),
  /** The set of a shoot. */
  template: z.string().nullable(),
})
export type PictureSettings = z.infer<typeof PictureSettings>

export const showPicture = endpoint({
  method: "GET",
  path: "/own-pictures/:source/:pictureId",
  access: "session",
  summary: "An own picture of either kind: how it was ordered, what it was made of and what was made of it",
  params: z.object({ source: PictureSource, pictureId: RecordId }),
  reply: z.object({
    data: z.object({
      picture: OwnPicture,
      settings: PictureSettings,
      origins: z.array(PictureOrigin),
      /** The other pictures of the same order. */
      siblings: z.array(RelatedPicture),
      made: z.array(RelatedPicture),
    }),
  }),
})
export type PictureDetails = z.infer<typeof showPicture.reply>["data"]
