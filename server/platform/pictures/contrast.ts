/** Contrast that text of any size has to its ground: WCAG 2.2, level AA. */
export const leastContrast = 4.5

/** Relative luminance (WCAG 2.2) of a colour as `#rrggbb`, 0 to 1. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio (WCAG 2.2) of two colours as `#rrggbb`, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(one) + 0.05, luminanceOf(other) + 0.05]
  return Math.max(first, second) / Math.min(first, second)
}

/** Black or white, whichever is read better on a colour: one of them always has 4.5:1. */
export function textOn(colour: string): "#000000" | "#ffffff" {
  return contrastOf(colour, "#000000") > contrastOf(colour, "#ffffff") ? "#000000" : "#ffffff"
}

/** The colour that is wanted for text on a ground where it can be read there, else black or white. */
export function inkOn(ground: string, wanted: string): string {
  return contrastOf(ground, wanted) >= leastContrast ? wanted : textOn(ground)
}
