import { describe, expect, test } from "vitest"
import { maxSeenLetters, seenOf } from "./shelf-seen.ts"
import {
  type KnownFacts,
  nameColour,
  type ProductFacts,
  proposeText,
  proposeTitle,
  readColour,
  type WordLanguage,
  type WordLength,
  wordLanguages,
  wordLengths,
} from "./shelf-words.ts"

const facts: ProductFacts = { thing: "handbag", colour: "red", material: "leather", size: "30 cm", use: "work" }
const known: KnownFacts = { category: "bags", condition: "new", priceNgn: 1_500_000 }
const nothing: ProductFacts = { thing: "", colour: "", material: "", size: "", use: "" }
const languages = Object.keys(wordLanguages) as WordLanguage[]
const lengths = Object.keys(wordLengths) as WordLength[]

test("a title says colour, material and thing, as far as they were entered", () => {
  expect(proposeTitle(facts)).toBe("Red leather handbag")
  expect(proposeTitle({ ...nothing, thing: " tote " })).toBe("Tote")
  expect(proposeTitle({ ...facts, thing: "" })).toBe("")
})

test("three lengths in English and Pidgin", () => {
  const text = (language: WordLanguage, length: WordLength) => proposeText(facts, known, { language, length })
  expect(text("en", "status")).toBe("Red leather handbag, 30 cm, ₦15,000. Chat with me to order.")
  expect(text("pcm", "status")).toBe("Red leather handbag, 30 cm, ₦15,000. Chat me make you order am.")
  expect(text("en", "listing")).toBe(
    "Red leather handbag\n\n• What it is: handbag\n• Material: leather\n• Colour: red\n• Size: 30 cm\n• For: work\n• Condition: new",
  )
  expect(text("en", "post")).toContain("#handbag #redhandbag #leather #work #bags")
  expect(text("pcm", "listing")).toContain("• How e dey: new")
})

describe("nothing is invented", () => {
  /** Words of the phrases themselves; every other word must be one that was entered. */
  const own = /[\p{L}\p{N}₦,.]+/gu

  test.each(languages.flatMap((language) => lengths.map((length) => [language, length] as const)))(
    "in %s, %s",
    (language, length) => {
      const plain = proposeText(
        { ...nothing, thing: "xthing" },
        { category: null, condition: "new", priceNgn: null },
        { language, length },
      )
      const phrase = new Set((plain.match(own) ?? []).map((word) => word.toLowerCase()))
      const entered = { thing: "qthing", colour: "qcolour", material: "qmaterial", size: "qsize", use: "quse" }
      const full = proposeText(entered, { category: null, condition: "new", priceNgn: null }, { language, length })
      const labels = /^(material|colour|size|for|wetin|dem|use|make|am)$/
      for (const word of full.match(own) ?? []) {
        const bare = word.toLowerCase()
        expect([bare, /^q/.test(bare) || phrase.has(bare) || labels.test(bare.replace(/[,.]/g, ""))]).toEqual([
          bare,
          true,
        ])
      }
      expect(proposeText(nothing, known, { language, length })).toBe("")
    },
  )
})

test.each([
  [10, 10, 12, "black"],
  [200, 30, 30, "red"],
  [30, 40, 90, "navy"],
  [245, 245, 245, "white"],
  [120, 75, 45, "brown"],
])("a colour of %i, %i, %i is called %s", (red, green, blue, name) => {
  expect(nameColour(red, green, blue)).toBe(name)
})

test("the colour of a cut-out is that of most of its pixels, without what is see-through", () => {
  const pixels = new Uint8ClampedArray(400)
  for (let at = 0; at < 400; at += 4)
    pixels.set(at < 120 ? [200, 30, 30, 255] : at < 160 ? [20, 20, 20, 255] : [255, 255, 255, 0], at)
  expect(readColour(pixels)).toBe("red")
  expect(readColour(new Uint8ClampedArray(400))).toBe("")
  expect(readColour(new Uint8ClampedArray(400).fill(255))).toBe("")
})

test("of what a hosted model says, what is seen is left, and no claim", () => {
  for (const [said, seen] of [
    [
      "a red handbag on a white table, a digital rendering by Ada, trending on artstation",
      "a red handbag on a white table",
    ],
    ["Caption: a brand new genuine leather bag.", "a leather bag"],
    ["newborn's shoes", "newborn's shoes"],
    ["the best quality", "the"],
    ["", ""],
  ])
    expect(seenOf(said ?? "")).toBe(seen)
  const long = seenOf("bag ".repeat(400))
  expect([long.length <= maxSeenLetters, long.endsWith("bag")]).toEqual([true, true])
})
