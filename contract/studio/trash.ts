import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { event } from "#contract/event.ts"
import { RecordId } from "#contract/primitives.ts"
import { ManyChanged, maxPicturesAtOnce } from "./own-pictures.ts"
import { PictureSource } from "./review.ts"

/** How long a picture stays in the trash, in days. */
export const trashDays = 30

/** Pictures of one page of the trash. */
export const trashPage = 60

/** A finished picture of either kind. */
export const PictureRef = z.object({ source: PictureSource, id: RecordId })
export type PictureRef = z.infer<typeof PictureRef>

/** A picture in its owner's trash, which nobody else is told of. */
export const TrashedPicture = z.object({
  source: PictureSource,
  id: z.string(),
  prompt: z.string(),
  width: z.number(),
  height: z.number(),
  /** Bytes of the stored picture. */
  size: z.number(),
  placeholder: z.string(),
  /** Of 320 pixels on the long side, for its owner alone. */
  preview: z.string(),
  trashed_at: z.string(),
  /** When it goes for good by itself. */
  gone_at: z.string(),
})
export type TrashedPicture = z.infer<typeof TrashedPicture>

export const listTrash = endpoint({
  method: "GET",
  path: "/own-pictures/trash",
  access: "session",
  summary: "A page of the person's trash, what was put there last first, and how much there is in all",
  query: z.object({
    /** `next` of the page before. */
    after: z
      .string()
      .regex(/^\d{1,17}-[a-zA-Z0-9._-]{1,40}$/)
      .optional(),
  }),
  reply: z.object({
    data: z.object({
      pictures: z.array(TrashedPicture),
      /** Where the next page begins; null at the end. */
      next: z.string().nullable(),
      count: z.number(),
      /** Of all of it. */
      bytes: z.number(),
      /** Of those that take room of the person's files until they are gone. */
      quotaBytes: z.number(),
    }),
  }),
})
export type Trash = z.infer<typeof listTrash.reply>["data"]

const Chosen = z.array(PictureRef).min(1).max(maxPicturesAtOnce)

export const restorePictures = endpoint({
  method: "POST",
  path: "/own-pictures/trash/restoration",
  access: "session",
  summary: "Takes own pictures out of the trash, each by itself, as they were; tells what was done and what was not",
  body: z.object({ pictures: Chosen }),
  reply: ManyChanged,
})

export const emptyTrash = endpoint({
  method: "POST",
  path: "/own-pictures/trash/deletion",
  access: "session",
  summary: "Deletes these pictures of the trash for good, or all that are there",
  body: z.object({ pictures: z.union([Chosen, z.literal("all")]) }),
  reply: z.object({ data: z.object({ deleted: z.number() }) }),
})

/** What is in the trash is less than it was: some came back, or was deleted for good. */
export const trashLessened = event({
  name: "own-pictures.trash-lessened",
  payload: z.object({ restored: z.array(PictureRef) }),
})
