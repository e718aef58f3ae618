import { z } from "zod"
import { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import { readDateWords } from "#contract/date-words.ts"
import { endpoint } from "#contract/endpoint.ts"
import { event } from "#contract/event.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { GenerationDocument } from "./generation-document.ts"

/** Pictures of one page of a person's own. */
export const ownPicturesPage = 25

/** Longest search, in characters. */
export const maxSearchCharacters = 200

/** Longest words for a time, in characters. */
export const maxDateWords = 30

/** Id of a picture: that of its run, and its number. */
const PictureId = PlainText.min(1).max(60)

/** What narrows a person's own pictures; all of it must hold. */
export const PictureFilters = z
  .object({
    /** Each of these words must begin a word of the prompt; letter case counts for nothing. */
    words: PlainText.trim().min(1).max(maxSearchCharacters),
    /** Slug of a mode or a tool, or the word of an own model. */
    mode: PlainText.min(1).max(120),
    seenBy: z.enum(["everyone", "me"]),
    starred: z.enum(["yes"]),
    shape: AspectRatio,
    /** Id of an own album. */
    album: RecordId,
    /** Name of the engine that made it. */
    engine: PlainText.min(1).max(60),
    /** Made at this moment or later. */
    from: z.iso.datetime(),
    /** Made before this moment. */
    to: z.iso.datetime(),
  })
  .partial()
export type PictureFilters = z.infer<typeof PictureFilters>

/** The same as a gallery's address has them: time in words, which mean another day tomorrow. */
export const GalleryFilters = PictureFilters.omit({ from: true, to: true }).extend({
  made: PlainText.max(maxDateWords)
    .refine((words) => readDateWords(words) !== null)
    .optional(),
})
export type GalleryFilters = z.infer<typeof GalleryFilters>

/** A picture as its owner alone is told of it. */
export const OwnPicture = GenerationDocument.extend({ is_starred: z.boolean() }).meta({ id: "OwnPicture" })
export type OwnPicture = z.infer<typeof OwnPicture>

const OwnPicturesQuery = PictureFilters.extend({
  /** Only those made with a style or with an own model. */
  kind: z.enum(["styles"]).optional(),
  /** Id of the last picture of the page before. */
  after: PictureId.optional(),
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
  summary: "What the person's own pictures were made with: slugs of modes and tools, names of own models, and engines",
  reply: z.object({ data: z.array(z.string()), engines: z.array(z.string()).default([]) }),
})

export const starPicture = endpoint({
  method: "PUT",
  path: "/own-pictures/:pictureId/star",
  access: "session",
  summary: "Marks an own picture for oneself, or takes the mark away; nobody else is told",
  params: z.object({ pictureId: PictureId }),
  body: z.object({ is_starred: z.boolean() }),
  reply: z.object({ data: z.object({ is_starred: z.boolean() }) }),
})

export const pictureStarred = event({
  name: "own-pictures.starred",
  payload: z.object({ id: z.string(), is_starred: z.boolean() }),
})

/** Pictures that one call may change or send together. */
export const maxPicturesAtOnce = 100

/** Bytes of pictures in one download; what would be more is left out, and told. */
export const maxDownloadBytes = 500_000_000

const Chosen = z.array(PictureId).min(1).max(maxPicturesAtOnce)

/** What became of each picture of a call about many. */
export const ManyChanged = z.object({
  data: z.object({
    done: z.array(z.string()),
    /** Those that stayed as they were, and why, for the person. */
    skipped: z.array(z.object({ id: z.string(), why: z.string() })),
  }),
})
export type ManyChanged = z.infer<typeof ManyChanged>["data"]

export const changeManyVisibilities = endpoint({
  method: "POST",
  path: "/own-pictures/visibility",
  access: "session",
  summary: "Opens own pictures to everybody, or closes them, each by itself; tells what was done and what was not",
  body: z.object({ ids: Chosen, is_public: z.boolean() }),
  reply: ManyChanged,
})

export const deleteManyPictures = endpoint({
  method: "POST",
  path: "/own-pictures/deletion",
  access: "session",
  summary: "Puts own pictures into the trash, each by itself; tells what was done and what was not",
  body: z.object({ ids: Chosen }),
  reply: ManyChanged,
})

export const downloadManyPictures = endpoint({
  method: "GET",
  path: "/own-pictures/download",
  access: "session",
  summary: "Own pictures as a ZIP; what is missing in it is told in a text file",
  query: z.object({
    /** With commas between them. */
    ids: z
      .string()
      .max(maxPicturesAtOnce * 61)
      .transform((text) => text.split(","))
      .pipe(Chosen),
  }),
  reply: z.unknown(),
})
