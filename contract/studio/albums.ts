import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { event } from "#contract/event.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { ManyChanged, maxPicturesAtOnce } from "./own-pictures.ts"
import { createPrivateLink, listPrivateLinks } from "./private-links.ts"

/** Albums of one person, archived ones included. */
export const maxAlbums = 200

/** Pictures of one album. */
export const maxAlbumPictures = 1_000

/** Longest name of an album, in letters. */
export const maxAlbumName = 60

export const AlbumName = PlainText.trim()
  .min(1, "Please name the album")
  .max(maxAlbumName, `At most ${maxAlbumName} letters`)
  .refine((text) => !/[\r\n\t]/.test(text), "One line only")

/** An album as its owner, who alone is told of it, sees it. */
export const Album = z.object({
  id: z.string(),
  name: z.string(),
  /** Without those in the trash. */
  count: z.number().int(),
  /** Of the picture that was put in last, of 320 pixels; null when there is none. */
  cover: z.string().nullable(),
  is_archived: z.boolean(),
  /** The product on the shelf whose pictures it collects. */
  product: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** How many of the pictures that were asked about are in it. */
  chosen: z.number().int(),
})
export type Album = z.infer<typeof Album>

const PictureIds = z.array(RecordId).min(1).max(maxPicturesAtOnce)
const params = z.object({ albumId: RecordId })
const reply = z.object({ data: Album })

export const listAlbums = endpoint({
  method: "GET",
  path: "/own-pictures/albums",
  access: "session",
  summary: "All of the person's albums by name, with how many pictures each has",
  query: z.object({
    /** Ids of pictures with commas between them: tells how many of those are in each album. */
    pictures: z
      .string()
      .max(maxPicturesAtOnce * 37)
      .transform((text) => text.split(","))
      .pipe(PictureIds)
      .optional(),
  }),
  reply: z.object({ data: z.array(Album) }),
})

export const createAlbum = endpoint({
  method: "POST",
  path: "/own-pictures/albums",
  access: "session",
  summary: "Makes an album, also as the folder of a product on the shelf",
  body: z.object({ name: AlbumName, productId: RecordId.optional() }),
  status: 201,
  reply,
})

export const changeAlbum = endpoint({
  method: "PATCH",
  path: "/own-pictures/albums/:albumId",
  access: "session",
  summary: "Renames an album, archives it or takes it back, or gives it to a product; what is not named stays",
  params,
  body: z.object({
    name: AlbumName.optional(),
    is_archived: z.boolean().optional(),
    productId: RecordId.nullable().optional(),
  }),
  reply,
})

/** What goes with an album when it is deleted. */
export const AlbumNumbers = z.object({
  pictures: z.number().int(),
  /** Of those, which are in other albums of the person too. */
  inOthers: z.number().int(),
  /** Of those, which are on a product, public, or both; they leave both with the picture. */
  onProducts: z.number().int(),
  public: z.number().int(),
  /** Private links to the album that have not ended. */
  links: z.number().int(),
})
export type AlbumNumbers = z.infer<typeof AlbumNumbers>

export const countAlbum = endpoint({
  method: "GET",
  path: "/own-pictures/albums/:albumId/numbers",
  access: "session",
  summary: "What goes with an album when it is deleted, in numbers",
  params,
  reply: z.object({ data: AlbumNumbers }),
})

/** Pictures that go to the trash in one call of `deleteAlbum`. */
export const albumStep = maxPicturesAtOnce

export const deleteAlbum = endpoint({
  method: "POST",
  path: "/own-pictures/albums/:albumId/deletion",
  access: "session",
  summary:
    "Deletes an album alone, or puts up to a hundred of its pictures into the trash and deletes it once none is left in it",
  params,
  body: z.object({ pictures: z.enum(["keep", "trash"]) }),
  reply: z.object({
    data: z.object({ is_deleted: z.boolean(), trashed: z.number().int(), left: z.number().int() }),
  }),
})

const many = { access: "session", params, body: z.object({ ids: PictureIds }), reply: ManyChanged } as const

export const addToAlbum = endpoint({
  ...many,
  method: "POST",
  path: "/own-pictures/albums/:albumId/pictures",
  summary: "Puts own pictures into an album; those that are in it stay",
})

export const takeFromAlbum = endpoint({
  ...many,
  method: "POST",
  path: "/own-pictures/albums/:albumId/removal",
  summary: "Takes pictures out of an album; they stay in the gallery and in other albums",
})

export const downloadAlbum = endpoint({
  method: "GET",
  path: "/own-pictures/albums/:albumId/download",
  access: "session",
  summary: "The pictures of an album as a ZIP; what is missing in it is told in a text file",
  params,
  reply: z.unknown(),
})

export const listAlbumLinks = endpoint({
  ...listPrivateLinks,
  path: "/own-pictures/albums/:albumId/links",
  summary: "The private links of an own album that have not ended, the newest first, without what stands in them",
  params,
})

export const createAlbumLink = endpoint({
  ...createPrivateLink,
  path: "/own-pictures/albums/:albumId/links",
  summary: "Makes a private link to an own album that ends by itself; its address is told this once",
  params,
})

/** An album was made, changed or deleted, or other pictures are in it. */
export const albumsChanged = event({ name: "own-pictures.albums", payload: z.object({ id: z.string() }) })
