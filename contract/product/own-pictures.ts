import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText } from "#contract/primitives.ts"
import { GenerationDocument } from "./generation-document.ts"

/** Pictures of one page of a person's own. */
export const ownPicturesPage = 25

/** Longest search, in characters. */
export const maxSearchCharacters = 200

/** What narrows a person's own pictures; all of it must hold. */
export const PictureFilters = z
  .object({
    /** Each of these words must begin a word of the prompt; letter case counts for nothing. */
    words: PlainText.trim().min(1).max(maxSearchCharacters),
    /** Slug of a mode or a tool, or the word of an own model. */
    mode: PlainText.min(1).max(120),
    seenBy: z.enum(["everyone", "me"]),
  })
  .partial()
export type PictureFilters = z.infer<typeof PictureFilters>

/** A picture as its owner alone is told of it. */
export const OwnPicture = GenerationDocument
export type OwnPicture = z.infer<typeof OwnPicture>

const OwnPicturesQuery = PictureFilters.extend({
  /** Only those made with a style or with an own model. */
  kind: z.enum(["styles"]).optional(),
  /** Id of the last picture of the page before. */
  after: z.string().min(1).max(60).optional(),
})
export type OwnPicturesQuery = z.infer<typeof OwnPicturesQuery>

export const listOwnPictures = endpoint({
  method: "GET",
  path: "/own-pictures",
  access: "session",
  summary: "A page of the person's own pictures, newest first, narrowed by words of the prompt and more",
  query: OwnPicturesQuery,
  reply: z.object({ data: z.array(OwnPicture) }),
})

export const listOwnModes = endpoint({
  method: "GET",
  path: "/own-pictures/modes",
  access: "session",
  summary: "What the person's own pictures were made with: slugs of modes and tools, and names of own models",
  reply: z.object({ data: z.array(z.string()) }),
})
