import { linear, type Rgb } from "#imaging/render/language/colours.ts"
import { smoothStep } from "#imaging/render/trace/noise.ts"
import { printOf } from "./patterns.ts"
import { blendTo, type Place, softBox, wallOf } from "./stage.ts"
import { surfaceMaterial } from "./surfaces.ts"

/** A market stall: wax-print cloths hang behind, a striped awning above, baskets of fruit at the sides, all softly blurred. */
export const market: Place = ({ floor, random, side }) => {
  const sets: Rgb[][] = [
    ["#173a7a", "#e58a1c", "#f3e0ae"],
    ["#8e1f2a", "#f0b62e", "#f4e8cc"],
    ["#0f6a5a", "#f29a2c", "#f7e7b8"],
    ["#5a2a6a", "#e6b422", "#f1d9c0"],
    ["#c4531c", "#1f4a8a", "#f6ead0"],
  ].map((set) => set.map(linear))
  const prints = sets.map((colours) => printOf("ankara", colours))
  const start = Math.floor(random() * 5)
  const awning = [linear("#c23b2a"), linear("#f0e6d2")]
  const fruit = ["#e0871c", "#c9402a", "#7a9a34", "#e8c02e"].map(linear)
  const ink: [number, number, number] = [0, 0, 0]
  return {
    ground: { material: floor ?? surfaceMaterial("wood", null, 9), fade: { from: 4, to: 9 } },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      const width = 0.26
      const column = Math.floor(gx / width + 100.5)
      const within = gx / width + 100.5 - column
      const print = prints[(column + start) % prints.length]
      print?.(gx * 3.6 + column * 0.31, gy * 3.6, ink)
      const fold = 0.62 + 0.26 * Math.sin(within * 6.28 * 2 + column) + 0.12 * Math.sin(within * 6.28 * 5)
      const gap = smoothStep(0, 0.04, Math.min(within, 1 - within))
      for (let i = 0; i < 3; i += 1) out[i] = (ink[i] ?? 0) * fold * (0.35 + 0.65 * gap) * 0.95
      const stripe = awning[Math.abs(Math.floor(gx * 11)) % 2] ?? [1, 1, 1]
      const scallop = 0.46 + 0.014 * Math.abs(Math.sin(gx * 34))
      blendTo(out, stripe, smoothStep(scallop - 0.006, scallop + 0.006, gy))
      for (let k = 0; k < 14; k += 1) {
        const cx = side * (0.3 + (k % 7) * 0.052)
        const cy = 0.025 + Math.floor(k / 7) * 0.04
        const r = Math.hypot(gx - cx, gy - cy)
        const color = fruit[k % 4] ?? [1, 1, 1]
        const shine = 0.6 + 0.6 * smoothStep(0.03, 0, Math.hypot(gx - cx + 0.008, gy - cy - 0.012))
        blendTo(out, [color[0] * shine, color[1] * shine, color[2] * shine], smoothStep(0.031, 0.024, r))
      }
      blendTo(out, linear("#7a5230"), softBox(gx, gy, side * 0.46, -0.015, 0.2, 0.026, 0.008))
      blendTo(out, [0.14, 0.09, 0.06], smoothStep(-0.03, -0.14, gy))
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.6,
  }
}
