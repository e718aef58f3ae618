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

/** Sends path `i` on from an opaque surface: mirrored or diffuse, or not at all. */
export function scatter(vertex: Vertex, paths: Paths, i: number, t: number, next: Paths): void {
  const { nx, ny, nz, dx, dy, dz, shine, depth, hash, number } = vertex
  const pair = directionPair(depth)
  const turn = pairTurn(hash, pair)
  const u1 = firstOf(turn, pair, number)
  const u2 = secondOf(turn, pair, number)
  const choices = choicePair(depth)
  let { red, green, blue } = vertex
  let density = 0
  let flags = paths.flags[i]! & ~firstPath
  if (firstOf(pairTurn(hash, choices), choices, number) < shine) {
    const a2 = vertex.width * vertex.width
    sampleFacet(nx, ny, nz, -dx, -dy, -dz, vertex.width, u1, u2)
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
    const weight = maskingOf(cosine, a2) / shine
    red *= (vertex.mirrorRed + (1 - vertex.mirrorRed) * rim) * weight
    green *= (vertex.mirrorGreen + (1 - vertex.mirrorGreen) * rim) * weight
    blue *= (vertex.mirrorBlue + (1 - vertex.mirrorBlue) * rim) * weight
    flags |= sharpPath
    if (vertex.samplesLampsForShine) {
      const facets = facetDensity(mx * nx + my * ny + mz * nz, a2)
      density = (shine * facets * maskingOf(vertex.facing, a2)) / (4 * vertex.facing)
    }
  } else {
    const weight = vertex.diffuse / (1 - shine)
    red *= vertex.colorRed * weight
    green *= vertex.colorGreen * weight
    blue *= vertex.colorBlue * weight
    sampleCosine(nx, ny, nz, u1, u2)
    flags = softPath
  }
  const peak = Math.max(red, green, blue)
  if (depth >= rouletteDepth) {
    const survival = Math.min(0.95, peak)
    const u = (pairTurn(hash, 23 + depth) >>> 8) / 16777216 + 0.618034 * number
    if (u - Math.floor(u) > survival) return
    red /= survival
    green /= survival
    blue /= survival
  } else if (peak < darkest) return

  const j = next.count++
  next.ox[j] = vertex.x + nx * surfaceStep
  next.oy[j] = vertex.y + ny * surfaceStep
  next.oz[j] = vertex.z + nz * surfaceStep
  next.dx[j] = sampled.x
  next.dy[j] = sampled.y
  next.dz[j] = sampled.z
  next.red[j] = red
  next.green[j] = green
  next.blue[j] = blue
  next.density[j] = density
  next.travelled[j] = paths.travelled[i]! + t
  next.sample[j] = vertex.sample
  next.inside[j] = paths.inside[i]!
  next.insideToo[j] = paths.insideToo[i]!
  next.depth[j] = depth + 1
  next.flags[j] = flags
}
