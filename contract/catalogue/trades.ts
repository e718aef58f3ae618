import { styleNames } from "./style-names.ts"

/** A trade, under which public pictures can be looked through. */
interface Trade {
  name: string
  /** What is sold in it, in the words of prompts; plurals need no entry. */
  goods: string
  /** What tells the trade where no goods are named, such as a cloth that other things are made of as well. */
  hints?: string
}

/** Every trade, in the order of the list. Slugs are those of the shoots where there is one. */
export const trades = {
  fashion: {
    name: styleNames.fashion,
    goods:
      "t-shirt, tshirt, shirt, tee, dress, gown, skirt, jacket, coat, hoodie, sweater, jumper, cardigan, trouser, jean, short, suit, blazer, blouse, top, jumpsuit, kaftan, agbada, senator wear, buba, iro, abaya, lingerie, underwear, sock, uniform, clothes, clothing, outfit, garment, scarf, shawl, wrapper, gele, head tie, headtie, head wrap, ankara fabric, ankara cloth, aso oke, lace fabric, fabric",
    hints: "ankara, adire, lace, kente, batik, cloth, textile, fashion",
  },
  bags: {
    name: styleNames.bags,
    goods:
      "bag, handbag, tote, tote bag, purse, backpack, rucksack, satchel, clutch, suitcase, luggage, wallet, school bag, crossbody, shopping bag, leather bag",
  },
  footwear: {
    name: styleNames.footwear,
    goods:
      "shoe, sneaker, trainer, boot, sandal, slipper, slide, heel, high heel, stiletto, loafer, flip flop, footwear",
  },
  jewelry: {
    name: styleNames.jewelry,
    goods:
      "ring, necklace, pendant, earring, bracelet, bangle, anklet, brooch, beads, waist beads, coral beads, chain, locket, choker, jewel, jewelry, jewellery",
  },
  watches: { name: styleNames.watches, goods: "watch, wristwatch, wrist watch, smartwatch, smart watch, timepiece" },
  glasses: { name: styleNames.glasses, goods: "glasses, sunglasses, eyeglasses, spectacles, eyewear, reading glasses" },
  hats: {
    name: styleNames.hats,
    goods: "hat, cap, fedora, snapback, beanie, fila, turban, sun hat, straw hat, bucket hat",
  },
  beauty: {
    name: "Beauty",
    goods:
      "perfume, perfume bottle, fragrance, cologne, attar, lotion, shampoo, conditioner, body wash, serum, face cream, body cream, cream, cream jar, moisturizer, moisturiser, shea butter, body butter, hair butter, body scrub, pomade, balm, lip balm, lip gloss, lipstick, mascara, makeup, make up, nail polish, foundation, soap, black soap, sunscreen, hair oil, beard oil, face oil, essential oil, wig, skincare, skin care, cosmetics, cosmetic, toothpaste, dropper bottle, pump bottle",
  },
  food: {
    name: styleNames.food,
    goods:
      "food, meal, cake, cupcake, bread, pastry, cookie, biscuit, burger, pizza, sandwich, jollof, jollof rice, rice, bag of rice, rice sack, suya, akara, puff puff, egusi, fufu, soup, stew, salad, chicken, fish, meat, egg, noodle, pasta, snack, chips, chin chin, plantain, fruit, apple, mango, pineapple, banana, tomato, pepper, vegetable, juice, orange juice, glass of juice, smoothie, zobo, tea bag, coffee bag, bag of coffee, coffee bean, wine, wine bottle, beer, soda, cocktail, palm wine, palm oil, olive oil, honey, honey jar, jar of honey, hot sauce, spice, ice cream, chocolate bar, chocolate box, water bottle, bottle of water, drink",
    hints: "chocolate, coffee, tea, milk",
  },
  kitchenware: {
    name: styleNames.kitchenware,
    goods:
      "kettle, teapot, pot, cooking pot, pan, frying pan, saucepan, casserole, mug, cup, teacup, tumbler, drinking glass, drinking glasses, wine glass, wine glasses, glass of water, bowl, plate, dish, platter, tray, knife, spoon, fork, cutlery, blender, cutting board, chopping board, jug, pitcher, calabash, flask, crockery, dinnerware",
  },
  furniture: {
    name: styleNames.furniture,
    goods:
      "chair, armchair, stool, ottoman, sofa, couch, bench, table, coffee table, side table, desk, bed, wardrobe, shelf, bookshelf, cabinet, sideboard, nightstand, furniture",
  },
  decor: {
    name: styleNames.decor,
    goods:
      "vase, flower vase, clay pot, flower pot, planter, plant, potted plant, bouquet, lamp, lantern, candle, scented candle, cushion, pillow, rug, carpet, curtain, mirror, clock, picture frame, photo frame, wall art, sculpture, basket, throw, blanket, decor",
  },
  tech: {
    name: styleNames.tech,
    goods:
      "phone, smartphone, iphone, tablet, ipad, laptop, macbook, computer, monitor, television, tv, headphone, headset, earbud, earphone, airpod, speaker, camera, drone, charger, power bank, keyboard, printer, router, console, gadget, phone case",
  },
  vehicles: {
    name: styleNames.vehicles,
    goods: "car, sedan, suv, truck, van, bus, taxi, motorcycle, motorbike, bike, bicycle, scooter, keke, vehicle, boat",
  },
  gym: {
    name: styleNames.gym,
    goods:
      "dumbbell, kettlebell, barbell, yoga mat, exercise mat, treadmill, gym bag, gym gear, ball, football, soccer ball, basketball, tennis ball, skipping rope, protein powder, jersey",
  },
  goods: {
    name: "Goods and gifts",
    goods:
      "gift, gift box, gift bag, present, box, carton, parcel, pouch, coffee pouch, packet, sachet, can, tin, jar, tube, bottle, sack, book, notebook, journal, diary, pen, toy, doll, drum, umbrella, detergent, bucket, package, packaging",
  },
} as const satisfies Readonly<Record<string, Trade>>

export type TradeSlug = keyof typeof trades

/** Slugs of all trades, in the order of the list. */
export const tradeSlugs = Object.keys(trades) as [TradeSlug, ...TradeSlug[]]

/** Where words name nothing of any trade. */
export const noTrade = "other"

/** Most words of a prompt that are looked at. */
const maxWords = 400

const longestPhrase = 3

/** What stands after these is around the thing; "of" tells what is meant after all. */
const aroundWords = new Set("on at beside near under against over above around upon onto".split(" "))
const headWord = "of"

const goods = phrasesOf(({ goods: words }) => words)
const hints = phrasesOf(({ hints: words }) => words ?? "")

function phrasesOf(read: (trade: Trade) => string): ReadonlyMap<string, TradeSlug> {
  return new Map(
    tradeSlugs.flatMap((slug) =>
      read(trades[slug])
        .split(", ")
        .filter((phrase) => phrase !== "")
        .map((phrase) => [wordsOf(phrase).join(" "), slug] as const),
    ),
  )
}

/** Small letters without marks, in words of letters and digits, each as one of its kind. */
function wordsOf(text: string): string[] {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords).map(single)
}

function single(word: string): string {
  if (word.length < 4 || /(ss|us)$/.test(word)) return word
  // Two glasses are worn, a glass is drunk from.
  if (/glasses$/.test(word)) return word
  if (/(ches|shes|xes|sses|[tg]oes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith("s") ? word.slice(0, -1) : word
}

/** The trade whose goods the words name first, what lies around them left aside; `noTrade` where they name none. */
export function tradeOf(prompt: string): TradeSlug | typeof noTrade {
  const words = wordsOf(prompt)
  return firstIn(goods, words) ?? firstIn(hints, words) ?? noTrade
}

function firstIn(known: ReadonlyMap<string, TradeSlug>, words: readonly string[]): TradeSlug | undefined {
  let isAround = false
  for (const [start, word] of words.entries()) {
    if (aroundWords.has(word)) isAround = true
    else if (word === headWord) isAround = false
    const found = isAround ? undefined : longestAt(known, words, start)
    if (found) return headAfter(known, words, start + found.length) ?? found.slug
  }
  return undefined
}

/** "A coffee mug" is a mug, and "a bowl of rice" food: what follows at once is what is meant. */
function headAfter(
  known: ReadonlyMap<string, TradeSlug>,
  words: readonly string[],
  end: number,
): TradeSlug | undefined {
  const start = words[end] === headWord ? end + 1 : end
  const head = longestAt(known, words, start)
  return head && (headAfter(known, words, start + head.length) ?? head.slug)
}

function longestAt(known: ReadonlyMap<string, TradeSlug>, words: readonly string[], start: number) {
  for (let length = Math.min(longestPhrase, words.length - start); length > 0; length--) {
    const slug = known.get(words.slice(start, start + length).join(" "))
    if (slug !== undefined) return { slug, length }
  }
  return undefined
}
