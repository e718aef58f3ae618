import { linearToOklab } from "#imaging/colour/oklab.ts"
import { linear, type Rgb, scale } from "#imaging/render/language/colours.ts"
import { chromaOf, type Palette, retune } from "#imaging/render/settings/palette.ts"
import type { SetColours, WallColour } from "./templates.ts"

/** Wall colours that suit a product without a colour of its own, by seed. */
const companions = ["#e0a98f", "#a9b8a0", "#b8a9c9", "#d9bd8a", "#93b0bf", "#cf9f94"].map(linear)

/** Products this close to grey have no hue to answer. */
const leastChroma = 0.035

/** What the colours of a set follow from. */
interface Wanted {
  wall: WallColour
  /** Of the seller's own, instead of `wall`. */
  colours?: SetColours | undefined
  /** How bright walls are in the set's light. */
  gain: number
  random: () => number
}

/**
 * Colours of a set around a product: the wall as the template asks, stands and props as its neighbours; or the wall in one colour of a
 * seller's own, with white in it, and the rest in the other.
 */
export function setPalette(product: Rgb, { wall, colours, gain, random }: Wanted): Palette {
  // Asked in either case: with the same seed the same things stand around the product.
  const usual = wallColour(product, wall, random)
  const wanted = colours ? ownWall(linear(colours.wall), product) : usual
  const accent = colours ? ownAccent(linear(colours.accent), product) : null
  return {
    backdrop: scale(wanted, gain),
    stand: accent ? scale(accent, gain) : wall === "white" ? wanted : scale(near(wanted, 0.07, 0.75), gain),
    deep: scale(accent ? near(accent, -0.12, 1) : near(wanted, -0.15, 1.2), gain),
    pale: scale(near(wanted, 0.14, 0.45), gain),
    product,
  }
}

function near(colour: Rgb, step: number, share: number): Rgb {
  const lightness = linearToOklab(...colour)[0] + step
  return retune(colour, Math.min(0.93, Math.max(0.12, lightness)), chromaOf(colour) * share)
}

/** Walls in a colour of one's own have this share of its chroma, and at most so much: full colours would outshine the product. */
const ownChroma = { share: 0.6, most: 0.09 }

/** Stands keep to this: plaster that is blacker or purer looks like a hole or like light. */
const accentRange = { darkest: 0.32, lightest: 0.9, mostChroma: 0.16 }

function ownWall(colour: Rgb, product: Rgb): Rgb {
  const chroma = Math.min(ownChroma.most, chromaOf(colour) * ownChroma.share)
  return retune(colour, lightnessBehind(product), chroma)
}

/** Two colours nearer than this in Oklab are hard to tell apart where they meet. */
const leastDistance = 0.15

/** The colour of stands: as it is where it is seen below the product, else lighter or darker. */
function ownAccent(colour: Rgb, product: Rgb): Rgb {
  const { darkest, lightest, mostChroma } = accentRange
  const lightness = Math.min(lightest, Math.max(darkest, linearToOklab(...colour)[0]))
  const wanted = retune(colour, lightness, Math.min(mostChroma, chromaOf(colour)))
  const [one, other] = [linearToOklab(...wanted), linearToOklab(...product)]
  const distance = Math.hypot(...one.map((value, i) => value - (other[i] ?? 0)))
  return distance < leastDistance ? retune(wanted, lightnessBehind(product), chromaOf(wanted)) : wanted
}

/** A step lighter or darker than the product, so that it never melts into what is behind it. */
function lightnessBehind(product: Rgb): number {
  const lightness = linearToOklab(...product)[0]
  return lightness > 0.82 ? 0.68 : lightness > 0.6 ? 0.9 : 0.8
}

function wallColour(product: Rgb, wall: WallColour, random: () => number): Rgb {
  if (typeof wall === "object") return linear(wall.hex)
  const chroma = chromaOf(product)
  const lightness = linearToOklab(...product)[0]
  const pick = random()
  const base = chroma < leastChroma ? (companions[Math.floor(pick * companions.length)] ?? product) : product
  switch (wall) {
    case "white":
      return [0.92, 0.92, 0.92]
    case "grey":
      return [0.6, 0.6, 0.605]
    case "dark":
      return [0.11, 0.11, 0.12]
    case "pale":
      return retune(base, 0.88, 0.022, (pick - 0.5) * 0.6)
    case "tonal":
      return retune(base, lightnessBehind(product), 0.045, (pick - 0.5) * 0.3)
    case "complement":
      return retune(base, lightness > 0.78 ? 0.66 : 0.8, 0.062, base === product ? Math.PI + (pick - 0.5) * 0.7 : 0)
  }
}
