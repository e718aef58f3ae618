// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { linearOfByte } from "./srgb.ts"

/** Lightness 0 to 1; a and b about -0.4 to 0.4. */
export type Oklab = [lightness: number, a: number, b: number]
/** Red, green and blue in linear light; 0 to 1 inside the sRGB gamut, outside it below or above. */
export type LinearRgb = [red: number, green: number, blue: number]

/** Oklab of a linear sRGB colour. Matrices: Björn Ottosson, "A perceptual color space for image processing", 2020. */
export function linearToOklab(red: number, green: number, blue: number): Oklab {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** The linear sRGB colour of an Oklab colour; may lie outside 0 to 1 when the colour is outside the gamut. */
export function oklabToLinear(lightness: number, a: number, b: number): LinearRgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** Oklab of an sRGB colour given as bytes. */
export function bytesToOklab(red: number, green: number, blue: number): Oklab {
  return linearToOklab(linearOfByte[red]!, linearOfByte[green]!, linearOfByte[blue]!)
}
