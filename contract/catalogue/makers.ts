import { type ModeSlug, modes } from "./modes.ts"
import { type PhotoToolSlug, photoTools } from "./photo-tools.ts"

/** One way to a picture: a mode of a generator or a tool for photos. */
export interface Maker {
  slug: ModeSlug | PhotoToolSlug
  title: string
  text: string
  feeCredits: number
  /** Address of its screen, with the mode where several share one. */
  address: string
}

/** Every way to a picture, in the order in which they are offered. */
export const makers: readonly Maker[] = [
  ...modes.map(({ slug, title, text, feeCredits, screen }) => ({
    ...{ slug, title, text, feeCredits, address: `${screen}?mode=${slug}` },
  })),
  ...photoTools.map(({ slug, title, text, feeCredits, screen }) => ({
    slug,
    title,
    text,
    feeCredits,
    address: screen,
  })),
]

/** Titles of pictures that no screen of their own makes. */
const otherTitles: Readonly<Record<string, string>> = { scene: "Scene", photoshoot: "Photoshoot" }

/** What made a picture, in words; a mode that is no longer offered goes by its slug. */
export function makerTitle(slug: string): string {
  return makers.find((maker) => maker.slug === slug)?.title ?? otherTitles[slug] ?? slug
}
