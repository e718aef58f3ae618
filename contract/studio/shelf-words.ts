import { type TradeSlug, trades } from "#contract/catalogue/trades.ts"
import type { ProductFields } from "./shelf.ts"
import { formatPrice } from "./shelf-price.ts"

/** What a seller says of a product, one short answer each; "" where nothing is said. */
export interface ProductFacts {
  /** The thing itself, such as "handbag". */
  thing: string
  colour: string
  material: string
  size: string
  /** What it is for. */
  use: string
}

/** What stands in the form already and may be said as well. */
export interface KnownFacts {
  category: TradeSlug | null
  /** Null while nobody said it. */
  condition: ProductFields["condition"] | null
  /** In kobo; null while there is none. */
  priceNgn: number | null
}

/** Languages and lengths in which words are proposed. */
export const wordLanguages = { en: "English", pcm: "Pidgin" } as const
export type WordLanguage = keyof typeof wordLanguages
export const wordLengths = { status: "Status", listing: "Jumia", post: "Instagram" } as const
export type WordLength = keyof typeof wordLengths

/** Words of each language; what is put between them is always what was entered. */
const phrases = {
  en: {
    thing: "What it is",
    material: "Material",
    colour: "Colour",
    size: "Size",
    use: "For",
    condition: "Condition",
    conditions: { new: "new", used: "used", refurbished: "refurbished" },
    price: "Price",
    order: "Chat with me to order.",
  },
  pcm: {
    thing: "Wetin e be",
    material: "Wetin dem use make am",
    colour: "Colour",
    size: "Size",
    use: "For",
    condition: "How e dey",
    conditions: { new: "new", used: "don use before", refurbished: "don repair am" },
    price: "Price",
    order: "Chat me make you order am.",
  },
} as const

/** Most tags of a post: with more, people stop reading. */
const maxTags = 8

/** The title that follows from what was entered: colour, material, thing. @returns "" when no thing is named */
export function proposeTitle({ thing, colour, material }: ProductFacts): string {
  if (thing.trim() === "") return ""
  const words = [colour, material, thing].map((part) => part.trim()).filter((part) => part !== "")
  const title = words.join(" ")
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** The text that follows from what was entered, and from nothing else. @returns "" when no thing is named */
export function proposeText(
  facts: ProductFacts,
  known: KnownFacts,
  { language, length }: { language: WordLanguage; length: WordLength },
): string {
  const title = proposeTitle(facts)
  if (title === "") return ""
  const words = phrases[language]
  const price = known.priceNgn === null ? "" : formatPrice(known.priceNgn, "NGN")
  const said = (["material", "colour", "size", "use"] as const)
    .map((name) => [words[name], facts[name].trim()] as const)
    .filter(([, value]) => value !== "")
  if (length === "status") {
    const size = facts.size.trim() === "" ? "" : `, ${facts.size.trim()}`
    return `${title}${size}${price === "" ? "" : `, ${price}`}. ${words.order}`
  }
  const lines = [
    [words.thing, facts.thing.trim()] as const,
    ...said,
    ...(known.condition === null ? [] : [[words.condition, words.conditions[known.condition]] as const]),
  ]
  if (length === "listing") return [title, "", ...lines.map(([name, value]) => `• ${name}: ${value}`)].join("\n")
  return [
    title,
    ...said.map(([name, value]) => `${name}: ${value}`),
    ...(price === "" ? [] : [`${words.price}: ${price}`]),
    words.order,
    "",
    tagsOf(facts, known).join(" "),
  ].join("\n")
}

/** Tags of what was entered and of the chosen trade. */
function tagsOf({ thing, colour, material, use }: ProductFacts, { category }: KnownFacts): string[] {
  const trade = category === null ? "" : trades[category].name
  const tags = [thing, `${colour} ${thing}`, material, use, trade].map((words) =>
    words
      .toLowerCase()
      .normalize("NFC")
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ""),
  )
  return [...new Set(tags)]
    .filter((tag) => tag !== "")
    .slice(0, maxTags)
    .map((tag) => `#${tag}`)
}

/** Colours as buyers name them, as red, green and blue of 255. */
const namedColours: readonly (readonly [name: string, red: number, green: number, blue: number])[] = [
  ["black", 25, 25, 28],
  ["grey", 128, 128, 128],
  ["white", 240, 240, 238],
  ["red", 190, 35, 35],
  ["burgundy", 95, 20, 35],
  ["pink", 235, 130, 165],
  ["orange", 230, 120, 35],
  ["yellow", 240, 205, 55],
  ["gold", 190, 150, 60],
  ["cream", 235, 222, 190],
  ["brown", 110, 70, 40],
  ["tan", 190, 150, 105],
  ["green", 55, 130, 65],
  ["olive", 105, 105, 50],
  ["teal", 30, 125, 125],
  ["blue", 45, 95, 190],
  ["light blue", 140, 190, 230],
  ["navy", 25, 35, 85],
  ["purple", 115, 55, 145],
]

/** The name of a colour that most people would give it: the nearest of a short list. */
export function nameColour(red: number, green: number, blue: number): string {
  let best = { name: "", distance: Number.POSITIVE_INFINITY }
  for (const [name, r, g, b] of namedColours) {
    // The eye tells green apart best and blue worst ("redmean" of Compuserve's colour metric).
    const middle = (red + r) / 2
    const distance =
      (2 + middle / 256) * (red - r) ** 2 + 4 * (green - g) ** 2 + (2 + (255 - middle) / 256) * (blue - b) ** 2
    if (distance < best.distance) best = { name, distance }
  }
  return best.name
}

/** Shares of a picture that a product takes: what fills all of it is a photo, whose background would be read as well. */
const leastShare = 0.02
const mostShare = 0.97

/**
 * The colour of most of a product that was cut out.
 * @param pixels red, green, blue and opacity of each, in 255: what is see-through is no part of the product
 * @returns "" for what is no cut-out
 */
export function readColour(pixels: Uint8ClampedArray): string {
  const votes = new Map<string, number>()
  let opaque = 0
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 200) continue
    opaque += 1
    const name = nameColour(red, green, blue)
    votes.set(name, (votes.get(name) ?? 0) + 1)
  }
  const share = opaque / (pixels.length / 4)
  if (share < leastShare || share > mostShare) return ""
  return [...votes].sort(([, one], [, other]) => other - one)[0]?.[0] ?? ""
}
