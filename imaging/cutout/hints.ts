// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** A line that a person drew over a cut-out: along it there is product, or there is none. */
export interface Stroke {
  kind: "keep" | "erase"
  /** Half the brush's width, in pixels of the picture. */
  radius: number
  /** x and y in turn, in pixels of the picture; a single pair is a dot. */
  points: readonly number[]
}

/** What strokes say of each pixel. */
export interface Hints {
  width: number
  height: number
  /** The middle of strokes: 1 is product for certain, 2 is not, 0 is open. */
  sure: Uint8Array
  /** All that was painted over: 1 to keep, 2 to erase. */
  painted: Uint8Array
  /** 1 where the outline may move: what was painted over, and some way around it. */
  reach: Uint8Array
}

/** Share of the brush that is certain; a hand is not exact, so the rim is only a wish. */
const sureShare = 0.4
/** How far around a stroke its edge is looked for, in brush radii and in bands. */
const reachRadii = 0.35
const reachBands = 3

/** How far from its middle a stroke changes anything. @param band see `bandOf`, in the same pixels */
export function reachOf(radius: number, band: number): number {
  return radius * (1 + reachRadii) + reachBands * band
}

/** Draws strokes as hints, later ones over earlier ones. @param band see `bandOf` */
export function drawHints(strokes: readonly Stroke[], width: number, height: number, band: number): Hints {
  const size = width * height
  const hints = {
    width,
    height,
    sure: new Uint8Array(size),
    painted: new Uint8Array(size),
    reach: new Uint8Array(size),
  }
  for (const { kind, radius, points } of strokes) {
    const wanted = kind === "keep" ? 1 : 2
    const core = Math.max(sureShare * radius, Math.min(radius, 1))
    const reach = reachOf(radius, band)
    for (let i = 0; i < points.length; i += 2) {
      const from = Math.max(0, i - 2)
      const line = { x0: points[from]!, y0: points[from + 1]!, x1: points[i]!, y1: points[i + 1]! }
      if (i === 0 && points.length > 2) continue
      along(line, reach, width, height, (p, distance) => {
        hints.reach[p] = 1
        if (distance > radius) return
        hints.painted[p] = wanted
        if (distance <= core) hints.sure[p] = wanted
        else if (hints.sure[p] !== wanted) hints.sure[p] = 0
      })
    }
  }
  return hints
}

interface Line {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Visits every pixel whose middle is at most `most` away from a line. */
function along(
  { x0, y0, x1, y1 }: Line,
  most: number,
  width: number,
  height: number,
  visit: (p: number, distance: number) => void,
): void {
  const [dx, dy] = [x1 - x0, y1 - y0]
  const squaredLength = dx * dx + dy * dy
  const top = Math.max(0, Math.floor(Math.min(y0, y1) - most))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(y0, y1) + most))
  const left = Math.max(0, Math.floor(Math.min(x0, x1) - most))
  const right = Math.min(width - 1, Math.ceil(Math.max(x0, x1) + most))
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5 - x0, y + 0.5 - y0]
      const share = squaredLength === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squaredLength))
      const distance = Math.hypot(px - share * dx, py - share * dy)
      if (distance <= most) visit(y * width + x, distance)
    }
  }
}
