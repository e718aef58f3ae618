import { type AspectRatio, aspectRatios, pictureSize } from "#contract/catalogue/aspect-ratios.ts"
import type { Mode } from "#contract/catalogue/modes.ts"

/** Whether a picture of this shape can be asked for in this mode (docs/product-rules.md#shapes). */
export function isRatioOpen(mode: Mode, ratio: AspectRatio): boolean {
  return mode.onlyRatios === undefined || mode.onlyRatios.includes(ratio)
}

/** Why some shapes are closed in this mode; undefined when all are open. */
export function closedRatiosReason(mode: Mode): string | undefined {
  return mode.onlyRatios && `${mode.title} draws ${mode.onlyRatios.join(" and ")} only, so the other shapes are off.`
}

/** The shape most shops ask for. */
const usualRatio: AspectRatio = "4:5"

/** The shape a form starts with: the one that was wished for or used last, else the usual one, else the mode's first. */
export function firstRatio(mode: Mode, wish: AspectRatio | undefined): AspectRatio | undefined {
  if (wish !== undefined && isRatioOpen(mode, wish)) return wish
  return isRatioOpen(mode, usualRatio) ? usualRatio : mode.onlyRatios?.[0]
}

/** What a shape is good for and the size of its file in this mode, in one line, such as "Instagram, Jumia · 912 × 1136". */
export function ratioFacts(mode: Mode, ratio: AspectRatio): string {
  const { width, height } = pictureSize(mode, ratio)
  return `${aspectRatios[ratio].use} · ${width} × ${height}`
}
