import { styleNames } from "./style-names.ts"

/** What kind of goods a style is for. */
export type StyleCategory = "product" | "fashion" | "home" | "tech" | "automobile"

/** One set of a style's shoot. */
export interface StyleTemplate {
  /** Set of the local engine, and the name of its picture. */
  name: string
  title: string
  /** What a hosted model is asked for; the trigger word takes the place of {thing}. */
  prompt: string
}

/** A product category with the shoot that goes with it. */
export interface ShootStyle {
  slug: string
  /** First part of trigger words. */
  name: string
  category: StyleCategory
  text: string
  /** What a seller in this trade calls one piece. */
  thing: string
  /** Words to start with when there is no photo. */
  words: string
  templates: readonly StyleTemplate[]
  isTrending: boolean
  /** Slugs of trades near to this one. */
  related: readonly string[]
}

/** Every set that a style may use, with its name for people and its prompt for hosted models. */
const sets = {
  "marketplace-white": ["White for listings", "on a pure white background, even studio light, catalogue photo"],
  "catalogue-grey": ["Catalogue grey", "on a seamless light grey background, soft studio light"],
  "brand-tone": ["In its own colour", "on a podium, background in the same colour a shade lighter, soft light"],
  "colour-pop": ["Colour pop", "in front of a bold wall of the opposite colour, soft light"],
  "launch-podium": ["Launch podium", "on stepped podiums with plaster forms behind, soft light, launch campaign"],
  "beauty-counter": ["Beauty counter", "on white marble with petals, pale background, soft light"],
  "gallery-plinth": ["Gallery plinth", "on a gallery plinth with dried grass, warm white wall"],
  "kitchen-counter": ["Kitchen counter", "on a wooden kitchen counter, bright daylight, citrus beside"],
  "skincare-stone": ["Stone and leaves", "on a stone podium with green leaves, sunlight with leaf shadows"],
  "home-linen": ["Linen at home", "on beige linen, golden afternoon light, dried grass"],
  "tech-gloss": ["Dark gloss", "on a black mirror surface, dramatic rim light, dark background"],
  "night-neon": ["Neon night", "in a city street at night, pink and blue neon light"],
  "summer-sand": ["Beach", "on sand at the beach, golden hour, shells"],
  "garden-day": ["Garden", "in a green garden, bright daylight"],
  "gift-season": ["Gift season", "among gift boxes and ornaments, festive red background"],
  "ankara-table": ["Ankara table", "on a table with ankara cloth, soft light"],
  "jewellery-velvet": ["Velvet", "on dark red velvet, dramatic spotlight"],
  "fresh-water": ["Fresh water", "on rippling water with pebbles, blue sky"],
  "silk-editorial": ["Silk editorial", "on flowing silk, golden light, magazine editorial"],
  "evening-candle": ["By candlelight", "on a dark wooden table, candlelight, evening"],
} as const satisfies Readonly<Record<string, readonly [title: string, prompt: string]>>

type SetName = keyof typeof sets

/** What people call a set; undefined for one that no style uses. */
export function setTitle(name: string): string | undefined {
  return Object.entries(sets).find(([known]) => known === name)?.[1][0]
}

const shoot = (...names: SetName[]): StyleTemplate[] =>
  names.map((name) => {
    const [title, prompt] = sets[name]
    return { name, title, prompt: `a photo of {thing} ${prompt}` }
  })

type WrittenStyle = Omit<ShootStyle, "name"> & { slug: keyof typeof styleNames }

const written: readonly WrittenStyle[] = [
  {
    slug: "products",
    category: "product",
    text: "Anything you sell, on six sets that fit every shop: white for listings, colour for posts, a podium for launches.",
    thing: "product",
    words: "an amber glass perfume bottle on a marble podium, golden light",
    templates: shoot(
      "marketplace-white",
      "catalogue-grey",
      "brand-tone",
      "colour-pop",
      "launch-podium",
      "beauty-counter",
    ),
    isTrending: true,
    related: ["goods", "jewelry", "food"],
  },
  {
    slug: "fashion",
    category: "fashion",
    text: "Clothes and cloth in editorial light, on silk, ankara and clean colour.",
    thing: "garment",
    words: "a yellow t-shirt on a chalk background, soft light",
    templates: shoot("marketplace-white", "brand-tone", "ankara-table", "silk-editorial", "colour-pop", "home-linen"),
    isTrending: true,
    related: ["bags", "footwear", "hats"],
  },
  {
    slug: "furniture",
    category: "home",
    text: "Chairs, tables and stools in calm rooms and on clean sweeps.",
    thing: "piece of furniture",
    words: "a green velvet armchair in a living room, morning light",
    templates: shoot("marketplace-white", "catalogue-grey", "gallery-plinth", "brand-tone", "garden-day", "home-linen"),
    isTrending: false,
    related: ["decor", "kitchenware", "products"],
  },
  {
    slug: "tech",
    category: "tech",
    text: "Phones, speakers and headphones on dark gloss, neon and crisp white.",
    thing: "device",
    words: "silver headphones on a black mirror surface, dramatic light",
    templates: shoot("marketplace-white", "tech-gloss", "night-neon", "catalogue-grey", "brand-tone", "launch-podium"),
    isTrending: true,
    related: ["watches", "glasses", "goods"],
  },
  {
    slug: "food",
    category: "product",
    text: "Meals, drinks and packets that look fresh: kitchen daylight, a table with ankara cloth, water.",
    thing: "food product",
    words: "a chocolate cake on a wooden table in a kitchen, daylight",
    templates: shoot(
      "marketplace-white",
      "kitchen-counter",
      "ankara-table",
      "fresh-water",
      "garden-day",
      "evening-candle",
    ),
    isTrending: true,
    related: ["kitchenware", "products", "goods"],
  },
  {
    slug: "footwear",
    category: "fashion",
    text: "Sneakers, slippers and heels on podiums, sand and neon streets.",
    thing: "pair of shoes",
    words: "a white and red sneaker on a podium, hard sunlight",
    templates: shoot("marketplace-white", "night-neon", "launch-podium", "summer-sand", "colour-pop", "garden-day"),
    isTrending: true,
    related: ["fashion", "bags", "gym"],
  },
  {
    slug: "jewelry",
    category: "fashion",
    text: "Rings, chains and beads on velvet, silk and marble, lit to sparkle.",
    thing: "piece of jewelry",
    words: "a gold ring with a ruby gem on dark velvet, dramatic light",
    templates: shoot(
      "marketplace-white",
      "jewellery-velvet",
      "silk-editorial",
      "beauty-counter",
      "brand-tone",
      "evening-candle",
    ),
    isTrending: false,
    related: ["watches", "glasses", "fashion"],
  },
  {
    slug: "bags",
    category: "fashion",
    text: "Handbags, totes and backpacks on plinths, ankara and the beach.",
    thing: "bag",
    words: "a brown leather handbag on a podium, golden light",
    templates: shoot(
      "marketplace-white",
      "brand-tone",
      "ankara-table",
      "gallery-plinth",
      "summer-sand",
      "silk-editorial",
    ),
    isTrending: true,
    related: ["fashion", "footwear", "watches"],
  },
  {
    slug: "decor",
    category: "home",
    text: "Vases, lamps and cushions on plinths, linen and by candlelight.",
    thing: "decor piece",
    words: "a terracotta vase with dried grass on a plinth, soft light",
    templates: shoot(
      "marketplace-white",
      "gallery-plinth",
      "home-linen",
      "evening-candle",
      "brand-tone",
      "gift-season",
    ),
    isTrending: false,
    related: ["furniture", "kitchenware", "products"],
  },
  {
    slug: "hats",
    category: "fashion",
    text: "Caps, fedoras and sun hats in sun, colour and clean grey.",
    thing: "hat",
    words: "a straw sun hat on sand at the beach, golden hour",
    templates: shoot("marketplace-white", "summer-sand", "colour-pop", "catalogue-grey", "garden-day", "ankara-table"),
    isTrending: false,
    related: ["fashion", "glasses", "bags"],
  },
  {
    slug: "kitchenware",
    category: "home",
    text: "Pots, kettles and mugs on counters and tables, in daylight.",
    thing: "kitchen piece",
    words: "a blue enamel kettle on a wooden kitchen counter, daylight",
    templates: shoot("marketplace-white", "kitchen-counter", "ankara-table", "home-linen", "brand-tone", "gift-season"),
    isTrending: false,
    related: ["food", "decor", "goods"],
  },
  {
    slug: "vehicles",
    category: "automobile",
    text: "Cars and bikes in the city at night, in the open and on a clean sweep.",
    thing: "vehicle",
    words: "a red car in a city street at night",
    templates: shoot("marketplace-white", "night-neon", "catalogue-grey", "summer-sand", "garden-day", "tech-gloss"),
    isTrending: false,
    related: ["tech", "goods", "products"],
  },
  {
    slug: "glasses",
    category: "fashion",
    text: "Sunglasses and frames on sand, silk and bold colour.",
    thing: "pair of glasses",
    words: "black sunglasses on a pink background, hard light",
    templates: shoot("marketplace-white", "summer-sand", "colour-pop", "silk-editorial", "tech-gloss", "launch-podium"),
    isTrending: false,
    related: ["hats", "watches", "fashion"],
  },
  {
    slug: "watches",
    category: "tech",
    text: "Wristwatches on velvet, dark gloss and stone.",
    thing: "watch",
    words: "a gold wrist watch on black stone, dramatic light",
    templates: shoot(
      "marketplace-white",
      "jewellery-velvet",
      "tech-gloss",
      "catalogue-grey",
      "silk-editorial",
      "gift-season",
    ),
    isTrending: false,
    related: ["jewelry", "tech", "glasses"],
  },
  {
    slug: "goods",
    category: "product",
    text: "Household goods, packets and boxes for the market, the catalogue and the season.",
    thing: "item",
    words: "a red gift box with a gold ribbon on a chalk background",
    templates: shoot("marketplace-white", "catalogue-grey", "ankara-table", "colour-pop", "gift-season", "garden-day"),
    isTrending: false,
    related: ["products", "food", "kitchenware"],
  },
  {
    slug: "gym",
    category: "product",
    text: "Weights, mats and bottles on dark gloss, in neon and in the open.",
    thing: "piece of gym gear",
    words: "a black kettlebell in a gym, dramatic light",
    templates: shoot("marketplace-white", "tech-gloss", "night-neon", "garden-day", "brand-tone", "launch-podium"),
    isTrending: true,
    related: ["footwear", "food", "goods"],
  },
]

/** Every style, in the order they are shown. */
export const styles: readonly ShootStyle[] = written.map((style) => ({ ...style, name: styleNames[style.slug] }))

/** @returns the style of a slug or of a name in any case, undefined when there is none */
export function findStyle(word: string): ShootStyle | undefined {
  const wanted = word.toLowerCase()
  return styles.find(({ slug, name }) => slug === wanted || name.toLowerCase() === wanted)
}
