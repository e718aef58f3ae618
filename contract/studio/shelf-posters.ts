import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { RecordId } from "#contract/primitives.ts"
import { maxProductPictures } from "./shelf.ts"

/** Shapes of posters, in pixels: a catalogue's square, a feed's portrait, a status. */
export const posterSizes = {
  square: { width: 1080, height: 1080, name: "Square" },
  portrait: { width: 1080, height: 1350, name: "Portrait" },
  story: { width: 1080, height: 1920, name: "Status" },
} as const
export type PosterSize = keyof typeof posterSizes

/** Ways in which picture, name, price and shop stand together. */
export const posterLayouts = {
  band: "Band",
  split: "Half and half",
  colour: "On colour",
  frame: "Frame",
  price: "Big price",
  card: "Card",
} as const
export type PosterLayout = keyof typeof posterLayouts

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as [Key, ...Key[]]

/** Width of the small look at a poster, in pixels. */
export const posterLookWidth = 360

export const downloadPoster = endpoint({
  method: "GET",
  path: "/shelf/products/:productId/poster.jpg",
  access: "session",
  summary: "A price poster of an own product as JPEG: as large as its size says, or as a small look",
  params: z.object({ productId: RecordId }),
  query: z.object({
    layout: z.enum(keysOf(posterLayouts)),
    size: z.enum(keysOf(posterSizes)),
    /** Which picture of the product, the first one being 0. */
    picture: z.coerce
      .number()
      .int()
      .min(0)
      .max(maxProductPictures - 1)
      .default(0),
    look: z.enum(["whole", "small"]).default("whole"),
    /** Of the product that the asker knows: another address for each, so that no old picture is shown for it. */
    version: z.coerce.number().int().min(1).optional(),
  }),
  reply: z.unknown(),
})
