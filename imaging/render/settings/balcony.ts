import { linear, mix } from "#imaging/render/language/colours.ts"
import { smoothStep } from "#imaging/render/trace/noise.ts"
import { city, isLitByDay } from "./far-places.ts"
import { blendTo, type Place, softBox, wallOf } from "./stage.ts"
import { surfaceMaterial } from "./surfaces.ts"

/** A tiled balcony high above a city: a painted balustrade with an iron rail, towers and sky behind, plants in the corners. */
export const balcony: Place = (request) => {
  const { floor, light, side } = request
  const far = city(request)
  const isDay = isLitByDay(light)
  const gain = isDay ? 1 : 0.16
  const dim = (hex: string) => mix([0, 0, 0], linear(hex), gain)
  const [wall, iron, leaf, pot] = [dim("#e6dccb"), dim("#2e3136"), dim("#3f6b35"), dim("#a9573a")]
  return {
    ...far,
    ground: { material: floor ?? surfaceMaterial("stone", null, 6), fade: { from: 4.5, to: 10 } },
    paint: (x, y, z, out) => {
      far.paint(x, y, z, out)
      const [gx, gy] = wallOf(x, y, z)
      const along = gx / 0.058
      const bar = Math.abs(along - Math.floor(along) - 0.5) * 0.058
      blendTo(out, iron, smoothStep(0.006, 0.0035, bar) * softBox(gx, gy, 0, 0.12, 3, 0.1, 0.006))
      blendTo(out, iron, softBox(gx, gy, 0, 0.222, 3, 0.009, 0.004))
      blendTo(out, wall, softBox(gx, gy, 0, -0.02, 3, 0.055, 0.006))
      blendTo(out, wall, softBox(gx, gy, side * -0.62, 0.3, 0.085, 0.6, 0.01) * 0.96)
      for (let i = 0; i < 7; i += 1) {
        const lean = (i - 3) * 0.3
        const up = gy - 0.05
        const stem = side * 0.43 + up * lean
        const width = 0.017 * Math.max(0, 1 - Math.abs(up / (0.2 - Math.abs(lean) * 0.06) - 0.5) * 1.6)
        if (up > 0)
          blendTo(out, leaf, smoothStep(width + 0.005, width - 0.005, Math.abs(gx - stem)) * (width > 0 ? 1 : 0))
      }
      blendTo(out, pot, softBox(gx, gy, side * 0.43, 0.01, 0.05, 0.05, 0.006))
    },
  }
}
