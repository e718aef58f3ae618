import { z } from "zod"
import type { SetColours } from "./scenes.ts"
import { ShelfPictureRef } from "./shelf.ts"

const Colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "Please choose a colour")
  .toLowerCase()

/** What everything of a seller looks like: the shop's page, posters, and what products stand before. */
export const BrandKit = z.object({
  logo: ShelfPictureRef.nullable(),
  /** Of headings, the button and posters. */
  brandColour: Colour,
  accentColour: Colour,
})

/** The two colours of a brand, as `#rrggbb`. */
export type BrandColours = Pick<z.infer<typeof BrandKit>, "brandColour" | "accentColour">

/** Colours of whoever has chosen none. */
export const usualColours: BrandColours = { brandColour: "#33249c", accentColour: "#d9962e" }

/** How much white the ground behind a product has, at the top and at the bottom: full colours would outshine the product. */
const whiteShares = { top: 0.74, bottom: 0.5 } as const

/** The colours of a set that is drawn in a seller's own; the engine puts white in the wall's. */
export function brandSet({ brandColour, accentColour }: BrandColours): SetColours {
  return { wall: brandColour, accent: accentColour }
}

/** What a product stands before in a seller's own colours, from top to bottom. */
export function brandGround({ brandColour, accentColour }: BrandColours): { from: string; to: string } {
  return { from: withWhite(brandColour, whiteShares.top), to: withWhite(accentColour, whiteShares.bottom) }
}

function withWhite(colour: string, share: number): string {
  const parts = partsOf(colour).map((part) => Math.round(part + (255 - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`
}

/** Red, green and blue, of 255 each. */
function partsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
