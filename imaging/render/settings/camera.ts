import type { ViewWord } from "#imaging/render/language/scenery-words.ts"
import type { Camera } from "#imaging/render/scene/scene.ts"
import type { Bounds, Vector3 } from "#imaging/render/sdf/shape.ts"
import type { Take } from "./takes.ts"

/** What a camera is aimed at. */
export interface Framing {
  view: ViewWord | null
  /** Box around the product. */
  subject: Bounds
  /** Height the thing likes to be seen from, radians above the horizon. */
  elevation: number
  /** How far below the middle of the picture the product stands, radians: more of the place is seen over it. */
  sunk: number
  take: Pick<Take, "turn" | "raised" | "fill">
  /** Furniture and cars may come closer to the edges. */
  isLarge: boolean
  width: number
  height: number
  random: () => number
}

/** Share of the frame's height (or width) that the product fills, by view. */
const fills: Readonly<Record<ViewWord, number>> = {
  front: 0.6,
  top: 0.62,
  close: 0.86,
  low: 0.6,
  side: 0.6,
  wide: 0.34,
  "three-quarter": 0.6,
}

/** Places the lens so that the product fills 45 to 65 % of the frame, and more or less when the prompt says so. */
export function frameSubject(framing: Framing): Camera {
  const { view, subject, random } = framing
  const fov = view === "wide" ? 36 : view === "close" ? 22 : 27
  const elevation = elevationOf(view, framing.elevation) + (random() - 0.5) * 0.05
  const azimuth = azimuthOf(view) + framing.take.turn + (random() - 0.5) * 0.16
  const fill = fills[view ?? "front"] * framing.take.fill * (framing.isLarge ? 1.16 : 1)
  const middle: Vector3 = [
    (subject.min[0] + subject.max[0]) / 2,
    subject.min[1] + (subject.max[1] - subject.min[1]) * (view === "top" ? 0.4 : 0.47),
    (subject.min[2] + subject.max[2]) / 2,
  ]
  const away: Vector3 = [
    Math.sin(azimuth) * Math.cos(elevation),
    Math.sin(elevation),
    Math.cos(azimuth) * Math.cos(elevation),
  ]
  const half = Math.tan((fov * Math.PI) / 360)
  const aspect = framing.width / framing.height
  const halfX = aspect >= 1 ? half : half * aspect
  const halfY = aspect >= 1 ? half / aspect : half
  const distance = distanceFor(subject, middle, away, halfX * Math.min(0.9, fill + 0.14), halfY * fill)
  const position: Vector3 = [
    middle[0] + away[0] * distance,
    Math.max(0.12, middle[1] + away[1] * distance),
    middle[2] + away[2] * distance,
  ]
  const depth = (subject.max[2] - subject.min[2]) / 2
  const target: Vector3 = [middle[0], middle[1] + distance * framing.sunk, middle[2]]
  return { position, target, fov, aperture: distance * 0.0052, focus: distance - Math.min(depth * 0.55, 0.6) }
}

function elevationOf(view: ViewWord | null, liked: number): number {
  if (view === "top") return 1.32
  if (view === "low") return 0.02
  if (view === "front") return Math.min(liked, 0.12)
  if (view === "three-quarter") return Math.max(liked, 0.42)
  return liked
}

function azimuthOf(view: ViewWord | null): number {
  if (view === "side") return 1.15
  if (view === "three-quarter") return 0.62
  return 0
}

/** Things seldom fill the corners of their box: round ones reach 0.71 of the way, square ones all of it. */
const cornerShare = 0.86

/** Smallest distance at which every corner of the box lies inside the wanted share of the frame. */
function distanceFor(box: Bounds, middle: Vector3, away: Vector3, halfX: number, halfY: number): number {
  const flat = Math.hypot(away[0], away[2]) || 1
  const right: Vector3 = [away[2] / flat, 0, -away[0] / flat]
  const up: Vector3 = [
    away[1] * right[2] - away[2] * right[1],
    away[2] * right[0] - away[0] * right[2],
    away[0] * right[1] - away[1] * right[0],
  ]
  const along = (p: Vector3, axis: Vector3): number => p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2]
  let distance = 1.5
  for (const x of [box.min[0], box.max[0]]) {
    for (const y of [box.min[1], box.max[1]]) {
      for (const z of [box.min[2], box.max[2]]) {
        const p: Vector3 = [(x - middle[0]) * cornerShare, y - middle[1], (z - middle[2]) * cornerShare]
        const toward = along(p, away)
        distance = Math.max(
          distance,
          toward + Math.abs(along(p, right)) / halfX,
          toward + Math.abs(along(p, up)) / halfY,
        )
      }
    }
  }
  return distance
}
