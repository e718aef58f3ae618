// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import { facetDensity, fifth, maskingOf, sampleCosine, sampled, sampleFacet } from "./bsdf.ts"
import { choicePair, directionPair, surfaceStep } from "./lamplight.ts"
import { firstPath, type Paths, sharpPath, softPath } from "./paths.ts"
import { firstOf, pairTurn, secondOf } from "./sampler.ts"
import type { Vertex } from "./vertex.ts"

/** From this depth on dim paths end by chance, the others carry their light. */
const rouletteDepth = 2
/** Before that, paths end when less than this could come back. */
const darkest = 0.003

/**
 * Sends path `i` on from an opaque surface: mirrored or diffuse, or not at all. Where the lens sees paint or glaze it
 * goes both ways: mirrored lamps met by chance alone would be white specks.
 */
export function scatter(vertex: Vertex, paths: Paths, i: number, t: number, next: Paths): void {
  const { shine, depth, hash, number } = vertex
  const goesBothWays = depth === 0 && shine > 0 && shine < 1 && !vertex.samplesLampsForShine
  if (goesBothWays) {
    mirror(vertex, paths, i, t, next, 1)
    spread(vertex, paths, i, t, next, 1)
    return
  }
  const choices = choicePair(depth)
  if (firstOf(pairTurn(hash, choices), choices, number) < shine) mirror(vertex, paths, i, t, next, shine)
  else spread(vertex, paths, i, t, next, 1 - shine)
}

/** @param chance of having come here */
function mirror(vertex: Vertex, paths: Paths, i: number, t: number, next: Paths, chance: number): void {
  const { nx, ny, nz, dx, dy, dz, shine, depth, hash, number } = vertex
  const pair = directionPair(depth)
  const turn = pairTurn(hash, pair)
  const a2 = vertex.width * vertex.width
  sampleFacet(nx, ny, nz, -dx, -dy, -dz, vertex.width, firstOf(turn, pair, number), secondOf(turn, pair, number))
  const mx = sampled.x
  const my = sampled.y
  const mz = sampled.z
  const toFacet = -(dx * mx + dy * my + dz * mz)
  if (toFacet <= 0) return
  sampled.x = dx + 2 * toFacet * mx
  sampled.y = dy + 2 * toFacet * my
  sampled.z = dz + 2 * toFacet * mz
  const cosine = sampled.x * nx + sampled.y * ny + sampled.z * nz
  if (cosine <= 0) return
  const rim = fifth(1 - toFacet)
  const weight = maskingOf(cosine, a2) / chance
  let density = 0
  if (vertex.samplesLampsForShine) {
    const facets = facetDensity(mx * nx + my * ny + mz * nz, a2)
    density = (shine * facets * maskingOf(vertex.facing, a2)) / (4 * vertex.facing)
  }
  const flags = (paths.flags[i]! & ~firstPath) | sharpPath
  const red = vertex.red * (vertex.mirrorRed + (1 - vertex.mirrorRed) * rim) * weight
  const green = vertex.green * (vertex.mirrorGreen + (1 - vertex.mirrorGreen) * rim) * weight
  const blue = vertex.blue * (vertex.mirrorBlue + (1 - vertex.mirrorBlue) * rim) * weight
  send(vertex, paths, i, t, next, red, green, blue, density, flags)
}

/** @param chance of having come here */
function spread(vertex: Vertex, paths: Paths, i: number, t: number, next: Paths, chance: number): void {
  const { nx, ny, nz, depth, hash, number } = vertex
  const pair = directionPair(depth)
  const turn = pairTurn(hash, pair)
  const weight = vertex.diffuse / chance
  sampleCosine(nx, ny, nz, firstOf(turn, pair, number), secondOf(turn, pair, number))
  const red = vertex.red * vertex.colorRed * weight
  const green = vertex.green * vertex.colorGreen * weight
  const blue = vertex.blue * vertex.colorBlue * weight
  send(vertex, paths, i, t, next, red, green, blue, 0, softPath)
}

/** Sends a path on in the sampled direction, or ends it when too little could come back. */
function send(
  vertex: Vertex,
  paths: Paths,
  i: number,
  t: number,
  next: Paths,
  red: number,
  green: number,
  blue: number,
  density: number,
  flags: number,
): void {
  const { nx, ny, nz, depth } = vertex
  const peak = Math.max(red, green, blue)
  let gain = 1
  if (depth >= rouletteDepth) {
    const survival = Math.min(0.95, peak)
    const u = (pairTurn(vertex.hash, 23 + depth) >>> 8) / 16777216 + 0.618034 * vertex.number
    if (u - Math.floor(u) > survival) return
    gain = 1 / survival
  } else if (peak < darkest) return
  const j = next.count++
  next.ox[j] = vertex.x + nx * surfaceStep
  next.oy[j] = vertex.y + ny * surfaceStep
  next.oz[j] = vertex.z + nz * surfaceStep
  next.dx[j] = sampled.x
  next.dy[j] = sampled.y
  next.dz[j] = sampled.z
  next.red[j] = red * gain
  next.green[j] = green * gain
  next.blue[j] = blue * gain
  next.density[j] = density
  next.travelled[j] = paths.travelled[i]! + t
  next.sample[j] = vertex.sample
  next.inside[j] = paths.inside[i]!
  next.insideToo[j] = paths.insideToo[i]!
  next.depth[j] = depth + 1
  next.flags[j] = flags
}
