import type { AspectRatio } from "./aspect-ratios.ts"

/** How the reply's `data` comes: one address or a list (docs/product-rules.md#reply-shape). */
export type ReplyShape = "one" | "list"

export interface Mode {
  /** `mode` of the address, and `query_slug` of the catalogue entry (docs/product-rules.md#records). */
  slug: string
  title: string
  text: string
  /** Credits per picture (docs/product-rules.md#fee-per-picture). Source: docs/product-rules.md#numbers, docs/product-rules.md#fee-list. */
  feeCredits: number
  /** Path of the product backend (docs/product-rules.md#calls) that draws it. */
  path: string
  /** Screen that offers it. */
  screen: "/generations/flux" | "/generations/flux/lora"
  format: "webp" | "png"
  reply: ReplyShape
  /** Whether the number of images can be chosen, 1 to 4. */
  canChooseCount: boolean
  /** Whether the raw switch is offered. */
  canBeRaw: boolean
  /** The shapes that can be chosen; all when absent. */
  onlyRatios?: readonly AspectRatio[]
  /** Draws about four megapixels instead of one. */
  isLarge?: true
  /** Drawing style asked of the engine. */
  style: "plain" | "realism" | "ultra" | "half-illustration" | "ghibsky" | "cinestill" | "video-game" | "embedded-text"
  /** What is sent to a hosted model for these words (docs/product-rules.md#numbers). */
  compose: (prompt: string) => string
  /** Ready prompts that show what the mode is good at. */
  examples: readonly string[]
}

const prefixed = (prefix: string) => (prompt: string) => `${prefix} ${prompt}`

/** Every mode of the image generator and the style generator (docs/product-rules.md#modes). */
export const modes = [
  {
    slug: "flux1.1-pro",
    title: "Flux 1.1 Pro",
    text: "Clean, detailed product pictures from a sentence.",
    feeCredits: 5,
    path: "/image-gen-with-flux-1.1",
    screen: "/generations/flux",
    format: "webp",
    reply: "one",
    canChooseCount: false,
    canBeRaw: false,
    style: "plain",
    compose: prefixed("IMG_1018.CR2:"),
    examples: [
      "an amber glass perfume bottle on a marble podium, golden light",
      "a terracotta pot on a wooden table, soft window light",
      "a gold ring with a ruby red gem on indigo cloth",
    ],
  },
  {
    slug: "flux1.1-ultra",
    title: "Flux 1.1 Ultra",
    text: "The largest pictures, up to four megapixels, ready for print.",
    feeCredits: 5,
    path: "/image-gen-with-flux-1.1-ultra",
    screen: "/generations/flux",
    format: "png",
    reply: "one",
    canChooseCount: false,
    canBeRaw: true,
    isLarge: true,
    style: "ultra",
    compose: prefixed("IMG_1018.CR2:"),
    examples: [
      "a gold wrist watch on black stone, dramatic light",
      "a blue enamel mug on a market stall with ankara cloth",
      "silver headphones on a chalk podium, soft light",
    ],
  },
  {
    slug: "flux-dev-realism",
    title: "Flux-dev Realism",
    text: "Natural light and true materials, one to four pictures at once.",
    feeCredits: 2,
    path: "/image-gen-with-flux-dev-realism",
    screen: "/generations/flux",
    format: "webp",
    reply: "list",
    canChooseCount: true,
    canBeRaw: false,
    style: "realism",
    compose: prefixed("IMG_1018.CR2:"),
    examples: [
      "a jar of shea butter on linen, morning light",
      "a ceramic vase with dried grass in a living room",
      "an orange beside a wooden bowl in a kitchen",
    ],
  },
  {
    slug: "dalle3",
    title: "DALL-E 3",
    text: "One square picture from a plain description.",
    feeCredits: 5,
    path: "/image-gen-with-dalle3",
    screen: "/generations/flux",
    format: "webp",
    reply: "one",
    canChooseCount: false,
    canBeRaw: false,
    onlyRatios: ["1:1"],
    style: "plain",
    compose: (prompt) => prompt,
    examples: [
      "a red gift box with a gold ribbon on a chalk background",
      "a glass bottle of palm oil on a wooden table",
      "a green table lamp in a living room",
    ],
  },
  {
    slug: "flux-ultra-realistic",
    title: "Ultra realistic",
    text: "Close, crisp and true to life.",
    feeCredits: 4,
    path: "/image-gen-with-flux-1.1",
    screen: "/generations/flux",
    format: "webp",
    reply: "one",
    canChooseCount: false,
    canBeRaw: false,
    style: "ultra",
    compose: prefixed("IMG_1018.CR2:"),
    examples: ["a bar of black soap on stone, close-up", "a leather handbag on a podium, studio light"],
  },
  {
    slug: "embed_text_flux",
    title: "Embed text",
    text: "Your words, set inside the picture.",
    feeCredits: 4,
    path: "/image-gen-with-flux-1.1",
    screen: "/generations/flux",
    format: "webp",
    reply: "one",
    canChooseCount: false,
    canBeRaw: false,
    style: "embedded-text",
    compose: (prompt) => `a photo of a thing with the text ${prompt}`,
    examples: [
      '"AWORAN" on the label of a white jar, marble table',
      '"SALE" on the label of a perfume bottle, city night',
    ],
  },
  {
    slug: "video_game_style",
    title: "Video game",
    text: "A faceted scene from an early console.",
    feeCredits: 2,
    path: "/image-gen-with-flux-1.1",
    screen: "/generations/flux",
    format: "webp",
    reply: "one",
    canChooseCount: false,
    canBeRaw: false,
    style: "video-game",
    compose: prefixed("PS2 screenshot style,"),
    examples: ["a red car in the city at night", "a lamp in the desert"],
  },
  {
    slug: "ghibsky-style",
    title: "Ghibsky",
    text: "Soft watercolour skies and gentle colours.",
    feeCredits: 2,
    path: "/image-gen-with-flux-lora-GHIBSKY-style",
    screen: "/generations/flux/lora",
    format: "webp",
    reply: "list",
    canChooseCount: true,
    canBeRaw: false,
    style: "ghibsky",
    compose: prefixed("GHIBSKY style"),
    examples: ["a straw hat on the beach", "a vase with dried grass in a garden"],
  },
  {
    slug: "tok-style",
    title: "Half illustration",
    text: "Part photograph, part drawing.",
    feeCredits: 2,
    path: "/image-gen-with-flux-lora-TOK-style",
    screen: "/generations/flux/lora",
    format: "webp",
    reply: "list",
    canChooseCount: true,
    canBeRaw: false,
    style: "half-illustration",
    compose: prefixed("In the style of TOK,"),
    examples: ["a perfume bottle on a podium", "a pair of headphones on a desk"],
  },
  {
    slug: "cnstill-style",
    title: "Cinestill",
    text: "Film grain, halation and night colours.",
    feeCredits: 2,
    path: "/image-gen-with-flux-lora-CNSTLL-style",
    screen: "/generations/flux/lora",
    format: "webp",
    reply: "list",
    canChooseCount: true,
    canBeRaw: false,
    style: "cinestill",
    compose: prefixed("in the style of CNSTLL"),
    examples: ["a camera on a table in the city at night", "a red lamp in a living room"],
  },
] as const satisfies readonly Mode[]

export type ModeSlug = (typeof modes)[number]["slug"]

/** Any other value of `mode` means the default Flux model (docs/product-rules.md#screens). */
export const defaultModeSlug: ModeSlug = "flux1.1-pro"

/** Other spellings under which a mode is asked for (docs/product-rules.md#modes). */
const aliases: Record<string, ModeSlug> = {
  "cinestill-style": "cnstill-style",
  "CNSTLL-style": "cnstill-style",
  "GHIBSKY-style": "ghibsky-style",
  "TOK-style": "tok-style",
  "flux1.1": "flux1.1-pro",
}

/** @returns the mode of that slug, in any of its spellings; undefined for any other value */
export function knownMode(slug: string): Mode | undefined {
  const wanted = aliases[slug] ?? slug
  return modes.find((mode) => mode.slug === wanted)
}

/** @returns the mode of that slug; the default Flux model for any other value */
export function findMode(slug: string | null | undefined): Mode {
  return knownMode(slug || defaultModeSlug) ?? modes[0]
}
