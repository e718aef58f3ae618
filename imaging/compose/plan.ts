import type { Template } from "./set/templates.ts"

/** One shot of a shoot. */
export interface PlannedShot {
  /** Which of the photos. */
  photo: number
  template: Template
  seed: number
}

/**
 * Spreads photos over shots: every template in turn, and each time round the next photo with it, so that a shoot shows
 * the product from all the sides it was photographed from. Repeated templates get other seeds, so no two shots are equal.
 * @param photos how many photos there are, best first
 */
export function planShoot(photos: number, templates: readonly Template[], count: number, seed: number): PlannedShot[] {
  return Array.from({ length: count }, (_, i) => {
    const template = templates[i % templates.length]
    if (!template || photos < 1) throw new RangeError("A shoot needs a photo and a template.")
    const round = Math.floor(i / templates.length)
    return { photo: (i + (templates.length % photos === 0 ? round : 0)) % photos, template, seed: seed + round }
  })
}
