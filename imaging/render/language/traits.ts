import type { SubjectWord } from "./vocabulary.ts"

/** What the reader must know of a thing besides its names. */
export interface Traits {
  /** Words that are true of it as it is built, so that they take effect by themselves. */
  asBuilt?: readonly string[]
  /** Measures that are true of it as it is built. */
  measures?: RegExp
  /** Measures that say how many of something it is built with. */
  counted?: RegExp
  /** True for what can be made of lace. */
  isLacy?: true
  /** Words that describe it and show in no picture. */
  unseen?: readonly string[]
  /** True for a flat top, a seat or a back that others can stand on. */
  bears?: true
  /** Length of the longest thing that can lie in it, or on it, in centimetres; by its word. */
  holds?(word: string): number
  /** Loose things, which fill these dishes as a heap: of its words only these where some are named, and no number of them. */
  heaps?: { in: readonly SubjectWord[]; words?: RegExp; areCounted?: true }
}

/** Traits of the things that have some. */
export const traits: Readonly<Partial<Record<SubjectWord, Traits>>> = {
  // "Platter" is another word for it.
  plate: {
    bears: true,
    holds: () => 45,
    heaps: { in: ["bowl"], words: /^(puff[- ]puff|akara|chin chin)$|rice/ },
  },
  bowl: { holds: (word) => (/basket/.test(word) ? 50 : 30) },
  pan: { holds: () => 30 },
  produce: { heaps: { in: ["bowl"] } },
  fruit: { heaps: { in: ["bowl"], areCounted: true } },
  jar: { bears: true, heaps: { in: ["bowl", "plate"], words: /butter/ } },
  book: { bears: true },
  box: { bears: true },
  stool: { bears: true },
  chair: { bears: true },
  armchair: { bears: true },
  sofa: { bears: true, measures: /^(3|three)[- ]seater$/i },
  table: { bears: true },
  tvstand: { bears: true },
  cabinet: { bears: true },
  drum: { bears: true },
  speaker: { bears: true },
  cushion: { bears: true },
  phone: { bears: true },
  fabric: { bears: true, isLacy: true, asBuilt: ["folded"], measures: /yards?$/i },
  dress: { isLacy: true },
  kaftan: { isLacy: true },
  agbada: { isLacy: true },
  senator: { isLacy: true },
  skirt: { isLacy: true },
  shirt: { isLacy: true },
  blouse: { isLacy: true },
  curtains: { isLacy: true },
  wig: { unseen: ["frontal", "closure", "glueless", "lace", "lace front", "lace frontal"] },
  yogamat: { asBuilt: ["rolled"] },
  towels: { asBuilt: ["folded"] },
  gascooker: { asBuilt: ["burner", "burners", "oven"], counted: /^(2|two|4|four|6|six)[- ]burners?$/i },
  gasstove: { asBuilt: ["burner", "burners"], counted: /^(1|one|2|two|3|three)[- ]burners?$/i },
  earbuds: { asBuilt: ["case"] },
  wardrobe: { asBuilt: ["mirror"] },
}
