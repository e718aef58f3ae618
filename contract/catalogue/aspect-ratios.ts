import { z } from "zod"

/** The eleven shapes of specification §9, with the sides of a picture of about one megapixel (multiples of 16 pixels). */
export const aspectRatios = {
  "1:1": { width: 1024, height: 1024, use: "Catalogue" },
  "4:5": { width: 912, height: 1136, use: "Instagram, Jumia" },
  "3:4": { width: 880, height: 1184, use: "WhatsApp" },
  "2:3": { width: 832, height: 1248, use: "Portrait" },
  "9:16": { width: 768, height: 1360, use: "Status, story" },
  "3:2": { width: 1248, height: 832, use: "Landscape" },
  "16:9": { width: 1360, height: 768, use: "Banner" },
  "5:4": { width: 1136, height: 912, use: "Print" },
  "4:3": { width: 1184, height: 880, use: "Slide" },
  "21:9": { width: 1568, height: 672, use: "Cover" },
  "9:21": { width: 672, height: 1568, use: "Tall cover" },
} as const

export type AspectRatio = keyof typeof aspectRatios

const labels = Object.keys(aspectRatios) as [AspectRatio, ...AspectRatio[]]

export const AspectRatio = z.enum(labels)

/** The seven tiles of the generator; the other four stand in a list below them (decision 29). */
export const tileRatios: readonly AspectRatio[] = ["1:1", "4:5", "3:4", "2:3", "9:16", "3:2", "16:9"]

export const moreRatios: readonly AspectRatio[] = labels.filter((label) => !tileRatios.includes(label))
