import type { Texture } from "#imaging/render/scene/scene.ts"
import { hash } from "#imaging/render/trace/noise.ts"

/** Cells of the grid on which grains are scattered, world units. */
const cell = 0.062
/** Half length and half width of a grain. */
const [halfLong, halfWide] = [0.052, 0.019]

/** Grains of cooked rice lying over one another as seen from above, each a little lighter or darker than the next. */
export const riceTexture: Texture = (s, x, _y, z) => {
  const i0 = Math.floor(x / cell)
  const j0 = Math.floor(z / cell)
  let uppermost = -1
  let tone = 0.34
  let [slopeX, slopeZ] = [0, 0]
  for (let j = j0 - 1; j <= j0 + 1; j += 1) {
    for (let i = i0 - 1; i <= i0 + 1; i += 1) {
      const height = hash(i, j, 3)
      if (height <= uppermost) continue
      const dx = x - (i + 0.1 + 0.8 * hash(i, j, 5)) * cell
      const dz = z - (j + 0.1 + 0.8 * hash(i, j, 7)) * cell
      const turn = hash(i, j, 11) * Math.PI
      const [c, sn] = [Math.cos(turn), Math.sin(turn)]
      const along = (dx * c + dz * sn) / halfLong
      const across = (dz * c - dx * sn) / halfWide
      const far = along * along + across * across
      if (far > 1) continue
      uppermost = height
      tone = (0.72 + 0.42 * hash(i, j, 13)) * (0.62 + 0.38 * height) * (1 - 0.3 * far * far)
      slopeX = (along * c * 0.35 - across * sn) * 0.8
      slopeZ = (along * sn * 0.35 + across * c) * 0.8
    }
  }
  // Red stays in the gaps longest: shadows between warm grains are warm.
  for (let k = 0; k < 3; k += 1) s.color[k] = (s.color[k] ?? 0) * (k === 0 ? 0.25 + 0.75 * tone : tone)
  s.bump[0] += slopeX
  s.bump[2] += slopeZ
}
