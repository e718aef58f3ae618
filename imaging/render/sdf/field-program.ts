import { codeOf } from "./expression-code.ts"
import type { Expression } from "./expression.ts"
import { fieldOf, gradientOf } from "./gradient.ts"
import { type Bounds, joinBounds, type Shape } from "./shape.ts"
import {
  addIntegers,
  anyTrue,
  atLeast,
  type Code,
  call,
  get,
  integer,
  isZero,
  load,
  set,
  shiftLeft,
  splat,
  store,
  tee,
  until,
  unsigned,
  vector,
  type WasmFunction,
  when,
  writeModule,
} from "./wasm-writer.ts"

/** One solid of a scene as the marcher sees it. */
export interface Field {
  shape: Shape
  /** Number that comes back from `identify`. */
  id: number
  /** Rays can be inside; shadows ask for it separately. */
  isGlass: boolean
  /** Left out of what the lens sees. */
  isProxy: boolean
}

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

/** Marching stops this near to a surface, per unit of distance from the ray's start plus one half. */
const hitTolerance = 3e-4
const maximumSteps = 120
/** Objects below this number are tested one by one, above they get a common box. */
const groupSize = 3

// Locals of the distance functions: 0 to 2 the point, 3 nearest so far, 4 its id, 5 and 6 inside ids.
const nearest = 3
const nearestId = 4
const firstTemporary = 5

/** Leaves an integer: whether any of the four points may be nearer to the box than `nearest`. */
function mayMatter(bounds: Bounds, temporary: number): Code {
  const code: Code = []
  for (let axis = 0; axis < 3; axis++) {
    const low = bounds.min[axis] ?? 0
    const high = bounds.max[axis] ?? 0
    code.push(...get(axis), ...splat((low + high) / 2), ...vector("subtract"), ...vector("absolute"))
    code.push(...splat((high - low) / 2), ...vector("subtract"), ...splat(0), ...vector("maximum"))
    code.push(...tee(temporary), ...get(temporary), ...vector("multiply"))
    if (axis > 0) code.push(...vector("add"))
  }
  code.push(...get(nearest), ...splat(1e-3), ...vector("maximum"), ...tee(temporary), ...get(temporary))
  return [...code, ...vector("multiply"), ...vector("less"), ...anyTrue]
}

const centerOf = (b: Bounds, axis: 0 | 1 | 2): number => (b.min[axis] + b.max[axis]) / 2

/** Halves a crowd of objects across its widest side. */
function halves(fields: readonly Field[]): [Field[], Field[]] {
  const spread = ([0, 1, 2] as const).map((axis) => {
    const centers = fields.map((f) => centerOf(f.shape.bounds, axis))
    return Math.max(...centers) - Math.min(...centers)
  })
  const axis = spread[0] === Math.max(...spread) ? 0 : spread[1] === Math.max(...spread) ? 1 : 2
  const sorted = [...fields].sort((a, b) => centerOf(a.shape.bounds, axis) - centerOf(b.shape.bounds, axis))
  return [sorted.slice(0, sorted.length >> 1), sorted.slice(sorted.length >> 1)]
}

/** Distance of one function's objects; `insideAddress` gives the arrays of inside ids when glass is among them. */
function distanceFunction(fields: readonly Field[], withId: boolean, graphs: Map<Field, Expression>): WasmFunction {
  let next = firstTemporary
  const one = (field: Field): Code => {
    const distance = next++
    const { code, nextLocal } = codeOf(
      [{ expression: graphs.get(field) ?? fieldOf(field.shape), local: distance }],
      next,
    )
    next = nextLocal
    const body = [...code]
    if (field.isGlass && !withId) {
      // A ray inside glass looks for the way out: the sign of that solid turns over.
      body.push(...get(distance), ...vector("negate"), ...get(distance))
      body.push(...insideMask(field.id), ...vector("select"), ...set(distance))
    }
    if (withId) {
      // Distances from outside and inside alike: what is nearest to its surface is what was hit.
      body.push(...get(distance), ...vector("absolute"), ...set(distance))
      body.push(...splat(field.id), ...get(nearestId), ...get(distance), ...get(nearest))
      body.push(...vector("less"), ...vector("select"), ...set(nearestId))
    }
    return [...body, ...get(distance), ...get(nearest), ...vector("minimum"), ...set(nearest)]
  }
  const group = (members: readonly Field[]): Code => {
    const temporary = next++
    const first = members[0]
    if (!first) return []
    const body =
      members.length === 1
        ? one(first)
        : members.length <= groupSize
          ? members.flatMap((m) => group([m]))
          : halves(members).flatMap(group)
    if (members.length > 1 && members.length <= groupSize) return body
    return when(mayMatter(joinBounds(members.map((m) => m.shape.bounds)), temporary), body)
  }
  const body = [...splat(1e9), ...set(nearest), ...(withId ? [...splat(-1), ...set(nearestId)] : []), ...group(fields)]
  return { signature: "map", integers: 0, vectors: next - 3, body: [...body, ...get(withId ? nearestId : nearest)] }
}

/** Inside ids are handed to distance functions through two fixed memory cells, so that maps keep three parameters. */
const insideCell = 0
const insideTooCell = 16
const firstArray = 32

function insideMask(id: number): Code {
  const cell = (address: number): Code => [...integer(0), 0xfd, 0x00, 2, ...unsigned(address)]
  return [
    ...[...cell(insideCell), ...splat(id), ...vector("equal")],
    ...[...cell(insideTooCell), ...splat(id), ...vector("equal")],
    ...vector("or"),
  ]
}

const addressOf = (name: (typeof arrays)[number], capacity: number): number =>
  firstArray + arrays.indexOf(name) * capacity * 4

/** Loop over packets of four: local 0 is the count, local 1 the byte address within each array. */
const overPackets = (body: Code): Code => [
  ...[...integer(0), ...set(1)],
  ...until(
    [...get(1), ...get(0), ...integer(2), ...shiftLeft, ...atLeast],
    [...body, ...[...get(1), ...integer(16), ...addIntegers, ...set(1)]],
  ),
]

function marchFunction(map: number, hasGlass: boolean, capacity: number, exportName: string): WasmFunction {
  // Locals: 2 step, 3-5 origin, 6-8 direction, 9 distance along, 10 end, 11 active, 12 hit, 13 found, 14 step length
  const at = (name: (typeof arrays)[number]): Code => load(1, addressOf(name, capacity))
  const packet: Code = []
  const names = ["ox", "oy", "oz", "dx", "dy", "dz", "from", "to"] as const
  names.forEach((name, i) => {
    packet.push(...at(name), ...set(3 + i))
  })
  if (hasGlass) {
    packet.push(...integer(0), ...at("inside"), 0xfd, 0x0b, 2, ...unsigned(insideCell))
    packet.push(...integer(0), ...at("insideToo"), 0xfd, 0x0b, 2, ...unsigned(insideTooCell))
  }
  packet.push(...splat(-1), ...set(12), ...get(9), ...get(10), ...vector("less"), ...set(11), ...integer(0), ...set(2))
  const step: Code = []
  for (let axis = 0; axis < 3; axis++) {
    step.push(...get(3 + axis), ...get(6 + axis), ...get(9), ...vector("multiply"), ...vector("add"))
  }
  step.push(...call(map), ...tee(14))
  step.push(
    ...get(9),
    ...splat(0.5),
    ...vector("add"),
    ...splat(hitTolerance),
    ...vector("multiply"),
    ...vector("less"),
  )
  step.push(...get(11), ...vector("and"), ...set(13))
  step.push(...get(9), ...get(12), ...get(13), ...vector("select"), ...set(12))
  step.push(...get(11), ...get(13), ...vector("andNot"), ...set(11))
  step.push(...get(9), ...get(14), ...vector("add"), ...set(9))
  step.push(...get(11), ...get(9), ...get(10), ...vector("less"), ...vector("and"), ...set(11))
  step.push(...get(2), ...integer(1), ...addIntegers, ...set(2))
  const done: Code = [...get(11), ...anyTrue, ...isZero, ...get(2), ...integer(maximumSteps), ...atLeast, 0x72]
  packet.push(...until(done, step), ...store(1, addressOf("hit", capacity), get(12)))
  return { signature: "pass", integers: 2, vectors: 12, body: overPackets(packet), exportName }
}

function identifyFunction(
  map: number,
  fields: readonly Field[],
  graphs: Map<Field, Expression>,
  capacity: number,
): WasmFunction {
  // The point sits in locals 3 to 5 here, so graphs are written for inputs shifted by three.
  let next = 10
  const packet: Code = []
  ;(["ox", "oy", "oz"] as const).forEach((name, i) => {
    packet.push(...load(1, addressOf(name, capacity)), ...set(3 + i))
  })
  packet.push(...get(3), ...get(4), ...get(5), ...call(map), ...set(6))
  packet.push(...store(1, addressOf("id", capacity), get(6)))
  for (let axis = 0; axis < 3; axis++) packet.push(...splat(0), ...set(7 + axis))
  for (const field of fields) {
    const mask = next++
    const gradient = gradientOf(graphs.get(field) ?? fieldOf(field.shape))
    const locals = [next++, next++, next++]
    const { code, nextLocal } = codeOf(
      gradient.map((expression, axis) => ({ expression, local: locals[axis] ?? 0 })),
      next,
      3,
    )
    next = nextLocal
    const body = [...code]
    locals.forEach((local, axis) => {
      body.push(...get(local), ...get(7 + axis), ...get(mask), ...vector("select"), ...set(7 + axis))
    })
    packet.push(...when([...get(6), ...splat(field.id), ...vector("equal"), ...tee(mask), ...anyTrue], body))
  }
  ;(["nx", "ny", "nz"] as const).forEach((name, i) => {
    packet.push(...store(1, addressOf(name, capacity), get(7 + i)))
  })
  return { signature: "pass", integers: 2, vectors: next - 3, body: overPackets(packet), exportName: "identify" }
}

/** Compiles solids into a WebAssembly SIMD program that follows four rays at a time. */
export function compileFields(fields: readonly Field[], capacity: number): FieldProgram {
  const graphs = new Map(fields.map((f) => [f, fieldOf(f.shape)] as const))
  const hasGlass = fields.some((f) => f.isGlass)
  const functions: WasmFunction[] = [
    distanceFunction(fields, false, graphs),
    distanceFunction(
      fields.filter((f) => !f.isProxy),
      false,
      graphs,
    ),
    distanceFunction(
      fields.filter((f) => !f.isGlass),
      false,
      graphs,
    ),
    distanceFunction(fields, true, graphs),
    marchFunction(0, hasGlass, capacity, "march"),
    marchFunction(1, hasGlass, capacity, "marchVisible"),
    marchFunction(2, false, capacity, "marchOpaque"),
    identifyFunction(3, fields, graphs, capacity),
  ]
  const pages = Math.ceil((firstArray + arrays.length * capacity * 4) / 65536)
  const memory = new WebAssembly.Memory({ initial: pages })
  const program = new WebAssembly.Instance(new WebAssembly.Module(writeModule(functions, pages)), { host: { memory } })
  const views = Object.fromEntries(
    arrays.map((name) => [name, new Float32Array(memory.buffer, addressOf(name, capacity), capacity)]),
  )
  return { capacity, ...views, ...program.exports } as unknown as FieldProgram
}
