import type { ChipCategory } from "./categories.ts"

/** Words that a press puts into a prompt. Every one is understood by the engine of ours, alone and beside any others. */
export interface Chip {
  /** What is written before the words where they are put in, such as "on a ". */
  lead: string
  /** By these words the chip is found again. */
  words: string
}

/** @param lines chips as they are written, with the lead before a bar: "on a |marble surface" */
function chips(...lines: string[]): readonly Chip[] {
  return lines.map((line) => {
    const [lead = "", words = ""] = line.includes("|") ? line.split("|") : ["", line]
    return { lead, words }
  })
}

/** The chips of every category, those of the markets and balconies of here among them. */
export const promptChips: Readonly<Record<ChipCategory, readonly Chip[]>> = {
  product: chips(
    "a |perfume bottle",
    "a |cream jar",
    "an |ankara handbag",
    "leather sandals",
    "white sneakers",
    "adire fabric",
    "a |gold necklace",
    "a |wristwatch",
    "a |scented candle",
    "a |bar of soap",
    "a |bag of rice",
    "a |birthday cake",
  ),
  surface: chips(
    "on a |marble surface",
    "on a |wooden table",
    "on a |linen cloth",
    "on |ankara cloth",
    "on |adire cloth",
    "on a |stone surface",
    "on a |velvet cloth",
    "on a |rippling water surface",
  ),
  place: chips(
    "in a |photo studio",
    "at a |market stall",
    "on a |Lagos balcony",
    "in a |kitchen",
    "in a |living room",
    "in a |bathroom",
    "in a |cafe",
    "on a |beach",
    "in a |garden",
  ),
  light: chips(
    "soft light",
    "golden light",
    "harmattan light",
    "morning light",
    "dramatic light",
    "candlelight",
    "moonlight",
  ),
  mood: chips("minimal mood", "luxury mood", "rustic mood", "fresh mood", "festive mood"),
  camera: chips("close-up", "view from above", "eye level", "low angle", "wide shot"),
}
