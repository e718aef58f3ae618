/** A colour as tokens.css writes it: lightness 0 to 1, chroma, hue in degrees. */
export interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

/** Relative luminance (WCAG 2.2) through OKLab and linear sRGB; matrices: Björn Ottosson, "A perceptual color space". */
function relativeLuminance({ lightness, chroma, hue }: Oklch): number {
  const radians = (hue * Math.PI) / 180
  const a = chroma * Math.cos(radians)
  const b = chroma * Math.sin(radians)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = inGamut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = inGamut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = inGamut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function inGamut(channel: number): number {
  return Math.min(1, Math.max(0, channel))
}

/** WCAG 2.2 contrast ratio of two opaque colours, 1 to 21. */
export function contrastRatio(one: Oklch, other: Oklch): number {
  const first = relativeLuminance(one) + 0.05
  const second = relativeLuminance(other) + 0.05
  return Math.max(first, second) / Math.min(first, second)
}
