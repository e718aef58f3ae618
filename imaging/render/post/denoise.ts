import { absolute, add, type Expression, maximum, multiply, square, subtract } from "#imaging/render/sdf/expression.ts"
import { codeOf } from "#imaging/render/sdf/expression-code.ts"
import { type Film, filmPages, margin, type PlaneName, planeAddress } from "#imaging/render/trace/film.ts"
import {
  addIntegers,
  atLeast,
  type Code,
  get,
  integer,
  load,
  multiplyIntegers,
  set,
  splat,
  store,
  until,
  vector,
  type WasmFunction,
  writeModule,
} from "#imaging/wasm/writer.ts"

/**
 * Rounds of the filter; each looks twice as far as the one before (reach 32 pixels in all). An odd number:
 * the result ends in the next planes, where `measure.ts` reads it.
 */
export const denoiseLevels = 5

/** Smooths one row in round `level`; rounds go in order, rows of one round in any. */
export type RowFilter = (level: number, row: number) => void

/** Pages that a film's memory may have at most (4 GiB): a film may lie in a larger memory than it needs. */
const largestMemory = 65536
const kernel = [0.375, 0.25, 0.0625]
/** How many standard deviations of its noise a pixel may differ and still count as the same. */
const noiseTolerance = 3
const noiseFloor = 0.006
const normalWeight = 16
const albedoWeight = 8
const depthWeight = 1.2

// Locals: 0 row, 1 address, 2 end (integers); then vectors.
const center = 3 // red green blue, normal ×3, depth, albedo ×3
const noiseScale = center + 10
const depthScale = center + 11
const tap = center + 12 // red green blue, normal ×3, depth, albedo ×3
const sums = tap + 10 // red green blue weight variance
const weight = sums + 5
const scratch = weight + 1
const firstFree = scratch + 1

const features: readonly PlaneName[] = [
  "normalX",
  "normalY",
  "normalZ",
  "depth",
  "albedoRed",
  "albedoGreen",
  "albedoBlue",
]

const input = (local: number): Expression => ({ kind: "input", index: local })
const difference = (k: number): Expression => subtract(input(center + k), input(tap + k))

/** How alike a neighbour is, 0 to 1: exp(-distance) as an eighth power. */
function likeness(): Expression {
  const light = add(add(multiply(difference(0), 0.3), multiply(difference(1), 0.6)), multiply(difference(2), 0.1))
  const normal = add(add(square(difference(3)), square(difference(4))), square(difference(5)))
  const albedo = add(add(absolute(difference(7)), absolute(difference(8))), absolute(difference(9)))
  const distance = add(
    add(multiply(absolute(light), input(noiseScale)), multiply(absolute(difference(6)), input(depthScale))),
    add(multiply(normal, normalWeight / 2), multiply(albedo, albedoWeight)),
  )
  return square(square(square(maximum(subtract(1, multiply(distance, 1 / 8)), 0))))
}

/** One round of the edge-avoiding à-trous filter (Dammertz et al. 2010), guided by variance (Schied et al. 2017). */
function levelFunction(film: Film, level: number): WasmFunction {
  const { width, height, stride } = film
  const reach = 1 << level
  const from = level % 2 === 0 ? "work" : "next"
  const to = level % 2 === 0 ? "next" : "work"
  const plane = (name: PlaneName, dx = 0, dy = 0): Code =>
    load(1, planeAddress(width, height, name) + (dy * stride + dx) * 4)
  const light = (["Red", "Green", "Blue"] as const).map((c): PlaneName => `${from}${c}`)
  const likenessCode = codeOf([{ expression: likeness(), local: weight }], firstFree)

  const packet: Code = []
  ;[...light, ...features].forEach((name, k) => {
    packet.push(...plane(name), ...set(center + k))
  })
  // The variance estimate is itself noisy: mean over 3 × 3.
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      packet.push(...plane(`${from}Variance`, dx, dy))
      if (dx > -1 || dy > -1) packet.push(...vector("add"))
    }
  }
  packet.push(...splat((noiseTolerance * noiseTolerance) / 9), ...vector("multiply"), ...vector("root"))
  packet.push(...splat(noiseFloor), ...vector("add"), ...set(scratch))
  packet.push(...splat(1), ...get(scratch), ...vector("divide"), ...set(noiseScale))
  packet.push(...splat(depthWeight), ...plane("slope"), ...splat(reach * 1.5), ...vector("multiply"))
  packet.push(
    ...get(center + 6),
    ...splat(0.004),
    ...vector("multiply"),
    ...vector("add"),
    ...splat(0.004),
    ...vector("add"),
  )
  packet.push(...vector("divide"), ...set(depthScale))
  for (let k = 0; k < 5; k++) packet.push(...splat(0), ...set(sums + k))

  const accumulate = (k: number, value: Code, factor: Code): Code => [
    ...[...get(sums + k), ...value, ...factor, ...vector("multiply"), ...vector("add"), ...set(sums + k)],
  ]
  for (let j = -2; j <= 2; j++) {
    for (let i = -2; i <= 2; i++) {
      const share = (kernel[Math.abs(i)] ?? 0) * (kernel[Math.abs(j)] ?? 0)
      ;[...light, ...features].forEach((name, k) => {
        packet.push(...plane(name, i * reach, j * reach), ...set(tap + k))
      })
      packet.push(...likenessCode.code, ...get(weight), ...splat(share), ...vector("multiply"), ...set(weight))
      for (let k = 0; k < 3; k++) packet.push(...accumulate(k, get(tap + k), get(weight)))
      packet.push(...accumulate(3, splat(1), get(weight)))
      const variance = plane(`${from}Variance`, i * reach, j * reach)
      packet.push(...accumulate(4, [...variance, ...get(weight), ...vector("multiply")], get(weight)))
    }
  }
  packet.push(...splat(1), ...get(sums + 3), ...vector("divide"), ...set(weight))
  ;(["Red", "Green", "Blue"] as const).forEach((c, k) => {
    const value: Code = [...get(sums + k), ...get(weight), ...vector("multiply")]
    packet.push(...store(1, planeAddress(width, height, `${to}${c}`), value))
  })
  const spread: Code = [...get(sums + 4), ...get(weight), ...vector("multiply"), ...get(weight), ...vector("multiply")]
  packet.push(...store(1, planeAddress(width, height, `${to}Variance`), spread))

  const begin: Code = [
    ...[...get(0), ...integer(margin), ...addIntegers, ...integer(stride), ...multiplyIntegers],
    ...[...integer(margin), ...addIntegers, ...integer(4), ...multiplyIntegers, ...set(1)],
    ...[...get(1), ...integer(Math.ceil(width / 4) * 16), ...addIntegers, ...set(2)],
  ]
  const body = [
    ...begin,
    ...until([...get(1), ...get(2), ...atLeast], [...packet, ...get(1), ...integer(16), ...addIntegers, ...set(1)]),
  ]
  return { signature: "pass", integers: 2, vectors: likenessCode.nextLocal - 3, body, exportName: `level${level}` }
}

/** Compiles the filter for one film. */
export function createDenoiser(film: Film): RowFilter {
  const pages = filmPages(film.width, film.height)
  const functions = Array.from({ length: denoiseLevels }, (_, level) => levelFunction(film, level))
  const module = new WebAssembly.Module(writeModule(functions, pages, largestMemory))
  const { exports } = new WebAssembly.Instance(module, { host: { memory: film.memory } })
  const rounds = functions.map((f) => exports[f.exportName ?? ""] as (row: number) => void)
  return (level, row) => rounds[level]?.(row)
}
