import type { Layout } from "#imaging/render/settings/finishes.ts"
import { onSpine, onTrunk, type Spine, type Trunk } from "./garment.ts"

const columns = 96
const heights = 40

/**
 * How a print lies on a trunk: its middle runs down the front, and folds take it along as cloth does.
 * @param scale how many units of the print one of the garment is
 */
export function layOnTrunk(trunk: Trunk, scale: number): Layout {
  const low = trunk.rows[0]?.[0] ?? 0
  const high = trunk.rows.at(-1)?.[0] ?? 1
  const lay = (): Float32Array => {
    const table = new Float32Array((heights + 1) * (columns + 1))
    for (let j = 0; j <= heights; j++) {
      const y = low + ((high - low) * j) / heights
      for (const side of [-1, 1]) {
        let length = 0
        let [px, , pz] = onTrunk(trunk, 0, y)
        let angle = 0
        let next = 1
        const steps = columns * 2
        for (let i = 1; i <= steps; i++) {
          const [x, , z] = onTrunk(trunk, (side * i * Math.PI) / steps, y)
          const before = angle
          const reached = length
          length += Math.hypot(x - px, z - pz)
          angle = i === steps ? Math.PI : Math.max(before, Math.abs(Math.atan2(x, z)))
          ;[px, pz] = [x, z]
          while (next <= columns / 2 && angle >= (next * 2 * Math.PI) / columns - 1e-6) {
            const wanted = (next * 2 * Math.PI) / columns
            const t = angle > before ? (wanted - before) / (angle - before) : 1
            table[j * (columns + 1) + columns / 2 + side * next] =
              side * (reached + (length - reached) * Math.min(1, t))
            next += 1
          }
        }
      }
    }
    return table
  }
  let laid: Float32Array | undefined
  return (x, y, z, out) => {
    const i = Math.min(columns - 1e-3, (Math.atan2(x, z) / (2 * Math.PI) + 0.5) * columns)
    const j = Math.max(0, Math.min(heights - 1e-3, ((y - low) / (high - low)) * heights))
    const [i0, j0] = [Math.floor(i), Math.floor(j)]
    laid ??= lay()
    const table = laid
    const at = (di: number, dj: number): number => table[(j0 + dj) * (columns + 1) + i0 + di] ?? 0
    const [s, t] = [i - i0, j - j0]
    const below = at(0, 0) + (at(1, 0) - at(0, 0)) * s
    const above = at(0, 1) + (at(1, 1) - at(0, 1)) * s
    out[0] = (below + (above - below) * t) * scale
    out[1] = y * scale
  }
}

/** How a print lies on a sleeve or a leg: around it and along it. */
export function layOnSleeve(spine: Spine, side: 1 | -1, scale: number): Layout {
  const places = Array.from({ length: 13 }, (_, i) => onSpine(spine, i / 12).at)
  const length = places.map((_, i) =>
    places
      .slice(1, i + 1)
      .reduce(
        (sum, p, k) => sum + Math.hypot((p[0] ?? 0) - (places[k]?.[0] ?? 0), (p[1] ?? 0) - (places[k]?.[1] ?? 0)),
        0,
      ),
  )
  return (x, y, z, out) => {
    let best = Infinity
    for (let i = 0; i + 1 < places.length; i++) {
      const [ax = 0, ay = 0, wide = 0] = places[i] ?? []
      const [bx = 0, by = 0] = places[i + 1] ?? []
      const [dx, dy] = [bx - ax, by - ay]
      const span = Math.hypot(dx, dy) || 1
      const [px, py] = [x * side - ax, y - ay]
      const t = Math.max(0, Math.min(1, (px * dx + py * dy) / (span * span)))
      const across = (py * dx - px * dy) / span
      const away = Math.hypot(px - dx * t, py - dy * t)
      if (away >= best) continue
      best = away
      out[0] = Math.atan2(across, z) * wide * side * scale
      out[1] = -((length[i] ?? 0) + span * t) * scale
    }
  }
}
