import type { Rgb } from "#imaging/render/language/colours.ts"
import type { Look } from "#imaging/render/language/reading.ts"
import type { LightWord, PlaceWord, PropWord, SurfaceWord } from "#imaging/render/language/scenery-words.ts"

/** Which colour of the set's palette the wall takes. */
export type WallColour = "white" | "grey" | "tonal" | "complement" | "pale" | "dark" | { hex: string }

/** Two colours of a seller's own, as `#rrggbb`, in the place of those of a template. */
export interface SetColours {
  wall: string
  /** Of stands, forms and small things. */
  accent: string
}

/** One set for product photos, as data. */
export interface Template {
  /** What people choose it by; stable, part of addresses and commands. */
  name: string
  /** What it is good for. */
  use: string
  light: LightWord
  wall: WallColour
  /** Whether it can be drawn in a seller's own colours: its wall is plain, a stand or props show the second one, and its light suits any. */
  takesColours?: boolean
  colours?: SetColours
  /** Surroundings painted behind the set; a plain studio when absent. */
  place?: PlaceWord
  /** What lies below the product; the wall's own sweep when absent. */
  floor?: SurfaceWord
  /** What the person said of the floor and the stand, and the colours of small things. */
  looks?: { floor?: Look; stand?: Look; props?: Partial<Record<PropWord, Rgb>> }
  stand?: "podium" | "steps" | "plinth"
  /** Plaster forms behind the product. */
  hasForms?: boolean
  /** Sets of props; the seed chooses one. */
  props?: readonly (readonly PropWord[])[]
  /** Shadows of leaves over the set, where the light is hard enough. */
  hasLeafShadows?: boolean
  /** Share of the frame that the product fills, when not the usual. */
  fill?: number
  /** How much the product takes on the set's light, 0 to 1. Low where the product's colour must stay true. */
  relight: number
  /** True when the light is white, so that the product's colour must come out as in its photo. */
  isNeutral: boolean
}

const neutral = { light: "soft", relight: 0.7, isNeutral: true } as const

/** All templates, best known uses first. */
export const templates: readonly Template[] = [
  { ...neutral, name: "marketplace-white", use: "Listings that ask for a white background", wall: "white", fill: 0.78 },
  { ...neutral, name: "catalogue-grey", use: "Catalogues and price lists", wall: "grey" },
  {
    ...neutral,
    name: "brand-tone",
    use: "A calm brand page in the product's own colour",
    wall: "tonal",
    stand: "podium",
  },
  {
    ...neutral,
    name: "colour-pop",
    use: "Posts that must stop the thumb: the opposite colour behind the product",
    wall: "complement",
  },
  {
    ...neutral,
    name: "launch-podium",
    use: "Launches and offers",
    wall: "complement",
    takesColours: true,
    stand: "steps",
    hasForms: true,
  },
  {
    ...neutral,
    name: "beauty-counter",
    use: "Perfume, make-up and hair care",
    wall: "pale",
    floor: "marble",
    props: [["petals"], ["beads", "petals"]],
  },
  {
    ...neutral,
    name: "gallery-plinth",
    use: "Decor, ceramics and art",
    wall: { hex: "#d8d2c8" },
    takesColours: true,
    stand: "plinth",
    props: [["dried grass"], []],
  },
  {
    name: "kitchen-counter",
    use: "Food, drinks and kitchenware",
    light: "daylight",
    wall: { hex: "#e3ddd0" },
    place: "kitchen",
    floor: "wood",
    props: [["citrus"], ["leaves"]],
    relight: 0.75,
    isNeutral: false,
  },
  {
    name: "skincare-stone",
    use: "Soap, oils and natural cosmetics",
    light: "daylight",
    wall: { hex: "#a9b59c" },
    takesColours: true,
    stand: "podium",
    props: [["leaves", "pebbles"], ["leaves"]],
    hasLeafShadows: true,
    relight: 0.75,
    isNeutral: false,
  },
  {
    name: "home-linen",
    use: "Home goods, candles and gifts for the house",
    light: "golden",
    wall: { hex: "#d9c7ae" },
    floor: "linen",
    props: [["dried grass"], ["dried grass", "beads"]],
    relight: 0.85,
    isNeutral: false,
  },
  {
    name: "tech-gloss",
    use: "Phones, headphones and watches",
    light: "dramatic",
    wall: { hex: "#4a5668" },
    floor: "mirror",
    relight: 0.9,
    isNeutral: false,
  },
  {
    name: "night-neon",
    use: "Sneakers, drinks and nightlife",
    light: "neon",
    wall: "dark",
    place: "city",
    relight: 0.9,
    isNeutral: false,
  },
  {
    name: "summer-sand",
    use: "Summer offers, sun care and sandals",
    light: "golden",
    wall: { hex: "#e2c79f" },
    place: "beach",
    props: [["shells"], ["shells", "pebbles"]],
    relight: 0.85,
    isNeutral: false,
  },
  {
    name: "garden-day",
    use: "Sport, garden and outdoor goods",
    light: "daylight",
    wall: { hex: "#b9c9a0" },
    place: "garden",
    relight: 0.75,
    isNeutral: false,
  },
  {
    name: "gift-season",
    use: "Christmas, Sallah and birthdays",
    light: "soft",
    wall: { hex: "#a8323f" },
    takesColours: true,
    props: [["gifts", "beads"], ["gifts"]],
    relight: 0.7,
    isNeutral: false,
  },
  {
    name: "ankara-table",
    use: "African fashion, crafts and celebrations",
    light: "soft",
    wall: "complement",
    floor: "ankara",
    relight: 0.7,
    isNeutral: false,
  },
  {
    name: "jewellery-velvet",
    use: "Jewellery, watches and small luxury",
    light: "dramatic",
    wall: { hex: "#3a1420" },
    floor: "velvet",
    relight: 0.9,
    isNeutral: false,
  },
  {
    name: "fresh-water",
    use: "Skin care, water and cool drinks",
    light: "daylight",
    wall: { hex: "#a9cbdd" },
    place: "sky",
    floor: "water",
    props: [["pebbles"], []],
    relight: 0.75,
    isNeutral: false,
  },
  {
    name: "silk-editorial",
    use: "Magazine looks for fashion and beauty",
    light: "golden",
    wall: "tonal",
    floor: "silk",
    props: [["beads"], ["petals"]],
    relight: 0.85,
    isNeutral: false,
  },
  {
    name: "evening-candle",
    use: "Candles, dinner and romance",
    light: "candlelight",
    wall: { hex: "#4a2c22" },
    floor: "wood",
    props: [["candles"], ["candles", "petals"]],
    relight: 0.9,
    isNeutral: false,
  },
]

/** The template of a name, or undefined. */
export function findTemplate(name: string): Template | undefined {
  return templates.find((template) => template.name === name)
}
