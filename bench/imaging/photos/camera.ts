import type { Ground } from "./grounds.ts"
import type { Part, Rgb, Shape } from "./shapes.ts"

/** A product on a ground, seen and lit. Angles in radians; `side` is the picture's side in pixels. */
export interface Shot {
  parts: Part[]
  ground: Ground
  yaw: number
  pitch: number
  /** Share of the picture's height that two scene units fill. */
  fill: number
  side: number
  /** Size of the lamp: 1.8 casts soft shadows, 0.3 hard ones. */
  lamp: number
  /** The lamp's near left corner; high up on the left in front by default. */
  lampAt?: Rgb
  /** Light lost in the picture's corners, 0 to 1. */
  vignette: number
  random: () => number
}

const reach = 14
const wallAt = -3.2
const usualLamp: Rgb = [-3, 4.2, 2]

/** Draws the shot by sphere tracing (Hart, 1996) with an area light. @returns sRGB bytes and exact coverage */
export function takeShot(shot: Shot): { rgb: Uint8Array; coverage: Uint8Array } {
  const { side, random } = shot
  const rgb = new Uint8Array(side * side * 3)
  const coverage = new Uint8Array(side * side)
  const scene = buildScene(shot)
  const middles = Array.from({ length: side * side }, (_, p) =>
    scene.trace((p % side) + 0.5, Math.floor(p / side) + 0.5),
  )
  const hits = Uint8Array.from(middles, (hit) => (hit.isProduct ? 1 : 0))
  for (let y = 0, p = 0; y < side; y++) {
    for (let x = 0; x < side; x++, p++) {
      const isEdge = [p - 1, p + 1, p - side, p + side, p - side - 1, p + side + 1, p - side + 1, p + side - 1].some(
        (q) => q >= 0 && q < hits.length && hits[q] !== hits[p],
      )
      const middle = isEdge ? undefined : middles[p]
      const grid = middle === undefined ? 4 : 1
      const sum: Rgb = [0, 0, 0]
      let product = 0
      for (let i = 0; i < grid * grid; i++) {
        const sample = middle ?? scene.trace(x + ((i % grid) + 0.5) / grid, y + (Math.floor(i / grid) + 0.5) / grid)
        if (sample.isProduct) product++
        const colour = scene.shade(sample, random)
        for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (colour[c] ?? 0)
      }
      coverage[p] = Math.round((255 * product) / (grid * grid))
      const fall = 1 - shot.vignette * 2 * ((x / side - 0.5) ** 2 + (y / side - 0.5) ** 2)
      for (let c = 0; c < 3; c++) rgb[p * 3 + c] = toneByte((fall * (sum[c] ?? 0)) / (grid * grid))
    }
  }
  return { rgb, coverage }
}

function toneByte(light: number): number {
  const value = Math.min(1, light)
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
}

interface Hit {
  isProduct: boolean
  at: Rgb
  ray: Rgb
}

interface Traced {
  trace(px: number, py: number): Hit
  shade(hit: Hit, random: () => number): Rgb
}

function buildScene(shot: Shot): Traced {
  const { parts, ground, side } = shot
  const product: Shape = (x, y, z) => {
    // a bound that is cheap to test: no product reaches beyond 2.2 units from its middle
    const away = Math.hypot(x, y - 0.9, z) - 2.2
    if (away > 0.3) return away
    let least = Number.POSITIVE_INFINITY
    for (const part of parts) least = Math.min(least, part.shape(x, y, z))
    return least
  }
  const floor: Shape = (_x, y, z) => {
    const toWall = z - wallAt
    if (ground.hasCorner) return Math.min(y, toWall)
    const bend = 1.8
    const h = Math.max(0, bend - Math.abs(y - toWall)) / bend
    return Math.min(y, toWall) - (h * h * bend) / 4
  }
  const distance = 2 / shot.fill / (2 * Math.tan(0.22))
  const [cp, sp] = [Math.cos(shot.pitch), Math.sin(shot.pitch)]
  const [cy, sy] = [Math.cos(shot.yaw), Math.sin(shot.yaw)]
  const forward: Rgb = [-sy * cp, -sp, -cy * cp]
  const right: Rgb = [cy, 0, -sy]
  const up: Rgb = [-sy * sp, cp, -cy * sp]
  const eye: Rgb = [-forward[0] * distance, 0.85 - forward[1] * distance, -forward[2] * distance]
  const trace = (px: number, py: number): Hit => {
    const [u, v] = [(px / side - 0.5) * 2 * Math.tan(0.22), (0.5 - py / side) * 2 * Math.tan(0.22)]
    const ray = unit([0, 1, 2].map((i) => (forward[i] ?? 0) + u * (right[i] ?? 0) + v * (up[i] ?? 0)) as Rgb)
    let t = Math.max(0, distance - 3)
    for (let step = 0; step < 200 && t < distance + reach; step++) {
      const at: Rgb = [eye[0] + t * ray[0], eye[1] + t * ray[1], eye[2] + t * ray[2]]
      const near = product(...at)
      const below = floor(...at)
      if (near < 0.001) return { isProduct: true, at, ray }
      if (below < 0.001) return { isProduct: false, at, ray }
      t += Math.min(near, below)
    }
    return { isProduct: false, at: [eye[0] + t * ray[0], eye[1] + t * ray[1], eye[2] + t * ray[2]], ray }
  }
  return { trace, shade: (hit, random) => shade(hit, shot, product, floor, random) }
}

function shade(
  hit: Hit,
  { parts, ground, lamp: wide, lampAt = usualLamp }: Shot,
  product: Shape,
  floor: Shape,
  random: () => number,
): Rgb {
  const { at, ray } = hit
  const surface = hit.isProduct ? product : floor
  const normal = slope(surface, at)
  const part = hit.isProduct ? nearestPart(parts, at) : undefined
  const colour =
    part?.paint?.(...at) ??
    part?.colour ??
    ground.colour(at[0], at[2], at[1] > 0.02 && at[2] < wallAt + 0.05 ? at[1] : Math.max(0, at[1] - 0.9))
  const from: Rgb = [at[0] + 0.01 * normal[0], at[1] + 0.01 * normal[1], at[2] + 0.01 * normal[2]]
  let light = 0
  const samples = 4
  for (let i = 0; i < samples; i++) {
    const lamp: Rgb = [
      lampAt[0] + wide * ((i % 2) / 2 + random() / 2),
      lampAt[1],
      lampAt[2] + wide * (Math.floor(i / 2) / 2 + random() / 2),
    ]
    const to = unit([lamp[0] - at[0], lamp[1] - at[1], lamp[2] - at[2]])
    const facing = dot(to, normal)
    if (facing > 0 && !isBlocked(product, from, to)) light += facing / samples
  }
  let open = 1
  for (const d of [0.05, 0.15, 0.4])
    open -=
      Math.max(
        0,
        d -
          Math.min(
            product(at[0] + d * normal[0], at[1] + d * normal[1], at[2] + d * normal[2]),
            floor(at[0] + d * normal[0], at[1] + d * normal[1], at[2] + d * normal[2]),
          ),
      ) *
      (0.35 / d)
  const sky = ground.ambient * (0.75 + 0.25 * normal[1]) * Math.max(0.15, open)
  const out = colour.map((value) => value * (sky + ground.key * light)) as Rgb
  if (part === undefined || part.gloss === 0) return out
  const mirror = unit([0, 1, 2].map((i) => (ray[i] ?? 0) - 2 * dot(ray, normal) * (normal[i] ?? 0)) as Rgb)
  const lamp = Math.max(0, dot(mirror, unit([lampAt[0] + 0.9, lampAt[1], lampAt[2] + 0.9]))) ** (10 + 90 * part.gloss)
  const behind = ground.colour(mirror[0], mirror[2], Math.max(0, mirror[1]))
  const edge = 0.04 + 0.5 * part.gloss ** 2 * (1 - Math.max(0, -dot(ray, normal))) ** 3
  return out.map((value, c) => value + part.gloss * (0.7 * lamp + edge * (behind[c] ?? 0) * 0.8)) as Rgb
}

function nearestPart(parts: Part[], at: Rgb): Part | undefined {
  return parts.reduce<Part | undefined>(
    (best, part) => (best === undefined || part.shape(...at) < best.shape(...at) ? part : best),
    undefined,
  )
}

function isBlocked(product: Shape, from: Rgb, to: Rgb): boolean {
  for (let t = 0.01, step = 0; t < 6 && step < 80; step++) {
    const near = product(from[0] + t * to[0], from[1] + t * to[1], from[2] + t * to[2])
    if (near < 0.002) return true
    t += near
  }
  return false
}

function slope(shape: Shape, [x, y, z]: Rgb): Rgb {
  const e = 0.002
  return unit([
    shape(x + e, y, z) - shape(x - e, y, z),
    shape(x, y + e, z) - shape(x, y - e, z),
    shape(x, y, z + e) - shape(x, y, z - e),
  ])
}

function unit([x, y, z]: Rgb): Rgb {
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}

function dot(a: Rgb, b: Rgb): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
