import { linearToOklab } from "#imaging/colour/oklab.ts"
import { linear, type Rgb, scale } from "#imaging/render/language/colours.ts"
import { chromaOf, type Palette, retune } from "#imaging/render/settings/palette.ts"
import type { WallColour } from "./templates.ts"

/** Wall colours that suit a product without a colour of its own, by seed. */
const companions = ["#e0a98f", "#a9b8a0", "#b8a9c9", "#d9bd8a", "#93b0bf", "#cf9f94"].map(linear)

/** Products this close to grey have no hue to answer. */
const leastChroma = 0.035

/** Colours of a set around a product: the wall as the template asks, stands and props as its neighbours. */
export function setPalette(product: Rgb, wall: WallColour, gain: number, random: () => number): Palette {
  const wanted = wallColour(product, wall, random)
  const lightness = linearToOklab(...wanted)[0]
  const chroma = chromaOf(wanted)
  const near = (step: number, share: number): Rgb =>
    scale(retune(wanted, Math.min(0.93, Math.max(0.12, lightness + step)), chroma * share), gain)
  return {
    backdrop: scale(wanted, gain),
    stand: wall === "white" ? wanted : near(0.07, 0.75),
    deep: near(-0.15, 1.2),
    pale: near(0.14, 0.45),
    product,
  }
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
      // A step lighter or darker than the product, so that it never melts into the wall.
      return retune(base, lightness > 0.82 ? 0.68 : lightness > 0.6 ? 0.9 : 0.8, 0.045, (pick - 0.5) * 0.3)
    case "complement":
      return retune(base, lightness > 0.78 ? 0.66 : 0.8, 0.062, base === product ? Math.PI + (pick - 0.5) * 0.7 : 0)
  }
}
