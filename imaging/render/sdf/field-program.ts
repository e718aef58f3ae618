import { type WasmFunction, writeModule } from "#imaging/wasm/writer.ts"
import type { Field } from "./field.ts"
import { distanceFunction, firstFreeByte, identifyFunction, marchFunction, type RayLayout } from "./field-code.ts"
import { growFieldTree } from "./field-tree.ts"
import { fieldOf } from "./gradient.ts"

/** Rays go in and hits come out through these arrays, one entry per ray. */
export interface FieldProgram {
  readonly capacity: number
  readonly ox: Float32Array
  readonly oy: Float32Array
  readonly oz: Float32Array
  readonly dx: Float32Array
  readonly dy: Float32Array
  readonly dz: Float32Array
  /** Where the search begins and ends along the ray. */
  readonly from: Float32Array
  readonly to: Float32Array
  /** Ids of the glass solids the ray is inside of, or -1. */
  readonly inside: Float32Array
  readonly insideToo: Float32Array
  /** Distance of the hit, or -1. */
  readonly hit: Float32Array
  readonly nx: Float32Array
  readonly ny: Float32Array
  readonly nz: Float32Array
  readonly id: Float32Array
  /** First hit of anything. */
  march(count: number): void
  /** First hit of anything the lens sees. */
  marchVisible(count: number): void
  /** First hit of anything that is not glass. */
  marchOpaque(count: number): void
  /** Reads ox, oy, oz as points on surfaces; writes id and outward gradient (not of unit length). */
  identify(count: number): void
}

const arrays = [
  ...["ox", "oy", "oz", "dx", "dy", "dz", "from", "to"],
  ...["inside", "insideToo", "hit", "nx", "ny", "nz", "id"],
] as const

/** Compiles solids into a WebAssembly SIMD program that follows four rays at a time. */
export function compileFields(fields: readonly Field[], capacity: number): FieldProgram {
  const graphs = new Map(fields.map((f) => [f, fieldOf(f.shape)] as const))
  const hasGlass = fields.some((f) => f.isGlass)
  const layout: RayLayout = {
    capacity,
    addressOf: (name) => firstFreeByte + (arrays as readonly string[]).indexOf(name) * capacity * 4,
  }
  const all = growFieldTree(fields)
  const visible = growFieldTree(fields.filter((f) => !f.isProxy))
  const opaque = growFieldTree(fields.filter((f) => !f.isGlass))
  const functions: WasmFunction[] = [
    distanceFunction(all, false, graphs),
    distanceFunction(visible, false, graphs),
    distanceFunction(opaque, false, graphs),
    distanceFunction(all, true, graphs),
    marchFunction(0, all, hasGlass, layout, "march"),
    marchFunction(1, visible, hasGlass, layout, "marchVisible"),
    marchFunction(2, opaque, false, layout, "marchOpaque"),
    identifyFunction(3, fields, graphs, layout),
  ]
  const pages = Math.ceil((firstFreeByte + arrays.length * capacity * 4) / 65536)
  const memory = new WebAssembly.Memory({ initial: pages })
  const program = new WebAssembly.Instance(new WebAssembly.Module(writeModule(functions, pages)), { host: { memory } })
  const views = Object.fromEntries(
    arrays.map((name) => [name, new Float32Array(memory.buffer, layout.addressOf(name), capacity)]),
  )
  return { capacity, ...views, ...program.exports } as unknown as FieldProgram
}
