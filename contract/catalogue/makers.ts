import { type ModeSlug, modes } from "./modes.ts"
import { type PhotoToolSlug, photoTools } from "./photo-tools.ts"

/** What people come for, in the order in which it is offered; each is served by one or more ways to a picture. */
export const purposes = [
  { slug: "product", title: "Product pictures", text: "The thing you sell, alone or in a scene, from one sentence." },
  { slug: "words", title: "Words on a label or a sign", text: "Put a name or a price in quotes, and it is set there." },
  { slug: "poster", title: "Posters and print", text: "One large picture of up to four megapixels." },
  { slug: "style", title: "A style of its own", text: "Watercolour, film, half drawing, or an early video game." },
  { slug: "photo", title: "A photo you have", text: "Make it larger and clearer, or take its background away." },
] as const

export type Purpose = (typeof purposes)[number]["slug"]

/** One way to a picture: a mode of a generator or a tool for photos. */
export interface Maker {
  slug: ModeSlug | PhotoToolSlug
  title: string
  /** What one gets from it, in words of somebody who knows no engine. */
  wish: string
  purpose: Purpose
  text: string
  feeCredits: number
  /** Address of its screen, with the mode where several share one. */
  address: string
}

const wishes: Readonly<Record<ModeSlug | PhotoToolSlug, Pick<Maker, "wish" | "purpose">>> = {
  "flux1.1-pro": { wish: "A clean product picture", purpose: "product" },
  "flux-dev-realism": { wish: "Several pictures to choose from", purpose: "product" },
  "flux-ultra-realistic": { wish: "A close, sharp look", purpose: "product" },
  dalle3: { wish: "A plain square picture", purpose: "product" },
  embed_text_flux: { wish: "Words on a label or a sign", purpose: "words" },
  "flux1.1-ultra": { wish: "A poster, large enough to print", purpose: "poster" },
  "ghibsky-style": { wish: "A watercolour", purpose: "style" },
  "tok-style": { wish: "Half photo, half drawing", purpose: "style" },
  "cnstill-style": { wish: "A scene on film, at night", purpose: "style" },
  video_game_style: { wish: "A scene of an early video game", purpose: "style" },
  "photo-upscaling": { wish: "A larger, clearer photo", purpose: "photo" },
  "bg-remover": { wish: "A photo without its background", purpose: "photo" },
}

const ways: readonly Maker[] = [
  ...modes.map(({ slug, title, text, feeCredits, screen }) => ({
    ...{ slug, title, text, feeCredits, address: `${screen}?mode=${slug}` },
    ...wishes[slug],
  })),
  ...photoTools.map(({ slug, title, text, feeCredits, screen }) => ({
    slug,
    title,
    text,
    feeCredits,
    address: screen,
    ...wishes[slug],
  })),
]

/** Every way to a picture, by what people come for, in the order in which they are offered. */
export const makers: readonly Maker[] = purposes.flatMap(({ slug }) => makersFor(slug))

/** The ways that serve one purpose. */
export function makersFor(purpose: Purpose): Maker[] {
  return ways.filter((way) => way.purpose === purpose)
}

/** Titles of pictures that no screen of their own makes. */
const otherTitles: Readonly<Record<string, string>> = { scene: "Scene", photoshoot: "Photoshoot" }

/** Whether pictures of this mode were drawn by somebody's own model, whose mode is its trigger word. */
export function isOwnModelMode(slug: string): boolean {
  return !makers.some((maker) => maker.slug === slug) && !Object.hasOwn(otherTitles, slug)
}

/** What made a picture, in words. */
export function makerTitle(slug: string): string {
  return makers.find((maker) => maker.slug === slug)?.title ?? otherTitles[slug] ?? "Own model"
}

/** What people come to a mode for, in words of somebody who knows no engine; undefined for an own model. */
export function wishOf(slug: string): string | undefined {
  return makers.find((maker) => maker.slug === slug)?.wish
}
