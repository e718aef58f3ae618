import { linearToOklab, oklabToLinear } from "#imaging/colour/oklab.ts"
import { linear, type Rgb } from "#imaging/render/language/colours.ts"

/** The colours of one picture: one hue in several depths and one accent. */
export interface Palette {
  /** Wall and floor of a plain set. */
  backdrop: Rgb
  /** Podium and plinths, a little lighter than the backdrop. */
  stand: Rgb
  /** Deeper neighbour for props. */
  deep: Rgb
  /** Pale neighbour for props and cloth. */
  pale: Rgb
  /** Base colour of things whose colour the prompt leaves open. */
  product: Rgb
}

/** Moves a colour to a lightness and a chroma of Oklch, keeping its hue (turned by `turn` radians). */
export function retune(colour: Rgb, lightness: number, chroma: number, turn = 0): Rgb {
  const [, a, b] = linearToOklab(...colour)
  const hue = Math.atan2(b, a) + turn
  const [red, green, blue] = oklabToLinear(lightness, Math.cos(hue) * chroma, Math.sin(hue) * chroma)
  const clip = (x: number): number => Math.min(0.92, Math.max(0.004, x))
  return [clip(red), clip(green), clip(blue)]
}

/** Colourfulness of a colour, 0 for greys, about 0.3 for the purest. */
export function chromaOf(colour: Rgb): number {
  const [, a, b] = linearToOklab(...colour)
  return Math.hypot(a, b)
}

const quiet = ["#d9b8a4", "#c9a792", "#b9c2b0", "#c9b6d0", "#a9bccb", "#d9c6a5", "#cf9f94", "#b5aca0"].map(linear)
const products = ["#b8573d", "#2f6b5a", "#8a2f3c", "#c8922a", "#33507a", "#6b7038", "#d08c7a", "#3f7486"].map(linear)

/**
 * A tone-on-tone palette around the product's colour.
 * @param main the product's colour, null when the prompt names none
 * @param warmth 0 for white light to 1 for golden light, which colours the set by itself
 * @param wanted the backdrop's colour, when the prompt names one
 */
export function paletteFor(main: Rgb | null, wanted: Rgb | null, warmth: number, random: () => number): Palette {
  const pick = random()
  const product = main ?? products[Math.floor(random() * products.length)] ?? linear("#b8573d")
  const chroma = chromaOf(product)
  const isQuiet = chroma < 0.045
  const base = isQuiet ? (quiet[Math.floor(pick * quiet.length)] ?? product) : product
  const turn = isQuiet ? 0 : (pick - 0.5) * 0.5
  const soft = Math.min(0.038, 0.02 + chroma * 0.14) * (1 - 0.55 * warmth)
  const backdrop = wanted ?? retune(base, 0.8 + 0.03 * warmth, soft, turn)
  const wantedChroma = chromaOf(backdrop)
  const lightness = linearToOklab(...backdrop)[0]
  const near = (delta: number, share: number): Rgb =>
    retune(
      backdrop,
      Math.min(0.93, Math.max(0.1, lightness + delta)),
      Math.min(wantedChroma * share, Math.max(wantedChroma, 0.075)),
    )
  return {
    backdrop,
    stand: near(0.08, 0.7),
    deep: near(-0.17, 2),
    pale: near(0.15, 0.4),
    product,
  }
}
