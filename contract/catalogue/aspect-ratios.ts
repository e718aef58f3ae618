import { z } from "zod"

/** The eleven shapes of docs/product-rules.md#numbers, with the sides of a picture of about one megapixel (multiples of 16 pixels). */
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

/** The same shapes with about four megapixels, for modes that draw large. */
const largeSizes: Readonly<Record<keyof typeof aspectRatios, { width: number; height: number }>> = {
  "1:1": { width: 2048, height: 2048 },
  "4:5": { width: 1824, height: 2272 },
  "3:4": { width: 1760, height: 2368 },
  "2:3": { width: 1664, height: 2496 },
  "9:16": { width: 1536, height: 2720 },
  "3:2": { width: 2496, height: 1664 },
  "16:9": { width: 2720, height: 1536 },
  "5:4": { width: 2272, height: 1824 },
  "4:3": { width: 2368, height: 1760 },
  "21:9": { width: 3120, height: 1336 },
  "9:21": { width: 1336, height: 3120 },
}

export type AspectRatio = keyof typeof aspectRatios

const labels = Object.keys(aspectRatios) as [AspectRatio, ...AspectRatio[]]

export const AspectRatio = z.enum(labels)

/** Sides of a picture of this shape, in pixels. */
export function pictureSize(mode: { isLarge?: true }, ratio: AspectRatio): { width: number; height: number } {
  const { width, height } = mode.isLarge ? largeSizes[ratio] : aspectRatios[ratio]
  return { width, height }
}

/** The seven tiles of the generator; the other four stand in a list below them (docs/product-rules.md#shapes). */
export const tileRatios: readonly AspectRatio[] = ["1:1", "4:5", "3:4", "2:3", "9:16", "3:2", "16:9"]

export const moreRatios: readonly AspectRatio[] = labels.filter((label) => !tileRatios.includes(label))

/** The shape whose sides are most like these: a large picture has its small one's shape. */
export function nearestRatio(width: number, height: number): AspectRatio {
  const distance = (label: AspectRatio): number =>
    Math.abs(Math.log((aspectRatios[label].width * height) / (aspectRatios[label].height * width)))
  return labels.reduce((best, label) => (distance(label) < distance(best) ? label : best))
}
