import {
  addIntegers,
  andIntegers,
  anyTrue,
  atLeast,
  type Code,
  call,
  get,
  integer,
  isZero,
  load,
  loadCell,
  orIntegers,
  set,
  shiftLeft,
  splat,
  store,
  storeCell,
  tee,
  unsigned,
  until,
  vector,
  type WasmFunction,
  when,
} from "#imaging/wasm/writer.ts"
import type { Expression } from "./expression.ts"
import { codeOf } from "./expression-code.ts"
import type { Field } from "./field.ts"
import type { FieldTree } from "./field-tree.ts"
import { gradientOf } from "./gradient.ts"
import type { Bounds } from "./shape.ts"

/** Marching stops this near to a surface, per unit of distance from the ray's start plus one half. */
const hitTolerance = 3e-4
const maximumSteps = 120

/** Distance of each field, worked out once. */
export type Graphs = ReadonlyMap<Field, Expression>

/** Where the ray arrays lie in memory. */
export interface RayLayout {
  readonly capacity: number
  addressOf(name: string): number
}

// The first bytes of memory hold what distance functions need besides the point.
const insideCell = 0
const insideTooCell = 16
const maskCells = 32
/** Objects whose boxes a packet can tell apart; the rest are always asked. */
const maskedObjects = 256
/** First free byte of memory. */
export const firstFreeByte = maskCells + maskedObjects / 8

const maskWord = (bit: number): number => maskCells + (bit >> 5) * 4
const hasBit = (tree: FieldTree): boolean => tree.field !== undefined && tree.bit < maskedObjects

// Locals of the distance functions: 0 to 2 the point, 3 nearest so far, 4 its id.
const nearest = 3
const nearestId = 4

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

function insideMask(id: number): Code {
  const cell = (address: number): Code => [...integer(0), 0xfd, 0x00, 2, ...unsigned(address)]
  return [
    ...[...cell(insideCell), ...splat(id), ...vector("equal")],
    ...[...cell(insideTooCell), ...splat(id), ...vector("equal")],
    ...vector("or"),
  ]
}

/**
 * Distance to the nearest object, from where a ray is. With `withId` instead: number of the object whose
 * surface is nearest.
 */
export function distanceFunction(tree: FieldTree, withId: boolean, graphs: Graphs): WasmFunction {
  let next = 5
  const leaf = (field: Field): Code => {
    const graph = graphs.get(field)
    if (!graph) return []
    const distance = next++
    const { code, nextLocal } = codeOf([{ expression: graph, local: distance }], next)
    next = nextLocal
    const body = [...code]
    if (field.isGlass && !withId) {
      // A ray inside glass looks for the way out: the sign of that solid turns over.
      body.push(...get(distance), ...vector("negate"), ...get(distance))
      body.push(...insideMask(field.id), ...vector("select"), ...set(distance))
    }
    if (withId) {
      body.push(...get(distance), ...vector("absolute"), ...set(distance))
      body.push(...splat(field.id), ...get(nearestId), ...get(distance), ...get(nearest))
      body.push(...vector("less"), ...vector("select"), ...set(nearestId))
    }
    return [...body, ...get(distance), ...get(nearest), ...vector("minimum"), ...set(nearest)]
  }
  const part = (node: FieldTree): Code => {
    const temporary = next++
    const inner = when(mayMatter(node.bounds, temporary), node.field ? leaf(node.field) : node.parts.flatMap(part))
    if (withId || !hasBit(node)) return inner
    return when([...loadCell(maskWord(node.bit)), ...integer(1 << (node.bit & 31)), ...andIntegers], inner)
  }
  const objects = tree.field ? part(tree) : tree.parts.flatMap(part)
  const body = [...splat(1e9), ...set(nearest), ...(withId ? [...splat(-1), ...set(nearestId)] : []), ...objects]
  return { signature: "map", integers: 0, vectors: next - 3, body: [...body, ...get(withId ? nearestId : nearest)] }
}

/** Loop over packets of four: local 0 is the count, local 1 the byte address within each array. */
const overPackets = (body: Code): Code => [
  ...[...integer(0), ...set(1)],
  ...until(
    [...get(1), ...get(0), ...integer(2), ...shiftLeft, ...atLeast],
    [...body, ...get(1), ...integer(16), ...addIntegers, ...set(1)],
  ),
]

// Locals of the march functions.
const march = { step: 2, origin: 3, direction: 6, at: 9, end: 10, active: 11, hit: 12, found: 13, length: 14 } as const
const boxes = { inverse: 15, enter: 18, leave: 19, low: 20, high: 21, first: 22, last: 23 } as const

/** Leaves an integer: whether any ray of the packet crosses the box; `enter` and `leave` hold where. */
function crosses(bounds: Bounds): Code {
  const code: Code = []
  for (let axis = 0; axis < 3; axis++) {
    const plane = (value: number): Code => [
      ...[...splat(value), ...get(march.origin + axis), ...vector("subtract")],
      ...[...get(boxes.inverse + axis), ...vector("multiply")],
    ]
    code.push(...plane((bounds.min[axis] ?? 0) - 2e-3), ...set(boxes.low))
    code.push(...plane((bounds.max[axis] ?? 0) + 2e-3), ...set(boxes.high))
    code.push(...get(boxes.low), ...get(boxes.high), ...vector("minimum"))
    code.push(...(axis === 0 ? get(march.at) : get(boxes.enter)), ...vector("maximum"), ...set(boxes.enter))
    code.push(...get(boxes.low), ...get(boxes.high), ...vector("maximum"))
    code.push(...(axis === 0 ? get(march.end) : get(boxes.leave)), ...vector("minimum"), ...set(boxes.leave))
  }
  return [...code, ...get(boxes.enter), ...get(boxes.leave), ...vector("less"), ...tee(boxes.low), ...anyTrue]
}

/** Marks the objects whose boxes the packet crosses, and narrows the search to those boxes. */
function chooseObjects(tree: FieldTree): Code {
  const words = new Set<number>()
  const part = (node: FieldTree): Code => {
    if (!node.field) return when(crosses(node.bounds), node.parts.flatMap(part))
    const narrow = (to: number, value: number, how: "minimum" | "maximum"): Code => [
      ...[...get(value), ...get(to), ...vector(how)],
      ...[...get(to), ...get(boxes.low), ...vector("select"), ...set(to)],
    ]
    const mark: Code = hasBit(node)
      ? storeCell(maskWord(node.bit), [
          ...loadCell(maskWord(node.bit)),
          ...integer(1 << (node.bit & 31)),
          ...orIntegers,
        ])
      : []
    if (hasBit(node)) words.add(maskWord(node.bit))
    const body = [
      ...mark,
      ...narrow(boxes.first, boxes.enter, "minimum"),
      ...narrow(boxes.last, boxes.leave, "maximum"),
    ]
    return when(crosses(node.bounds), body)
  }
  const tests = tree.field ? part(tree) : tree.parts.flatMap(part)
  const clear = [...words].flatMap((word) => storeCell(word, integer(0)))
  const inverses = [0, 1, 2].flatMap((axis) => [
    ...[...splat(1), ...get(march.direction + axis), ...vector("divide"), ...set(boxes.inverse + axis)],
  ])
  return [
    ...[...clear, ...inverses, ...splat(1e9), ...set(boxes.first), ...splat(-1), ...set(boxes.last), ...tests],
    ...[...get(boxes.first), ...set(march.at), ...get(boxes.last), ...set(march.end)],
  ]
}

/** Sphere tracing (Hart 1996) of all queued rays over one distance function. */
export function marchFunction(
  map: number,
  tree: FieldTree,
  hasGlass: boolean,
  layout: RayLayout,
  exportName: string,
): WasmFunction {
  const packet: Code = []
  ;["ox", "oy", "oz", "dx", "dy", "dz", "from", "to"].forEach((name, i) => {
    packet.push(...load(1, layout.addressOf(name)), ...set(march.origin + i))
  })
  if (hasGlass) {
    packet.push(...integer(0), ...load(1, layout.addressOf("inside")), 0xfd, 0x0b, 2, ...unsigned(insideCell))
    packet.push(...integer(0), ...load(1, layout.addressOf("insideToo")), 0xfd, 0x0b, 2, ...unsigned(insideTooCell))
  }
  packet.push(...chooseObjects(tree))
  packet.push(...splat(-1), ...set(march.hit), ...integer(0), ...set(march.step))
  packet.push(...get(march.at), ...get(march.end), ...vector("less"), ...set(march.active))
  const step: Code = []
  for (let axis = 0; axis < 3; axis++) {
    step.push(...get(march.origin + axis), ...get(march.direction + axis))
    step.push(...get(march.at), ...vector("multiply"), ...vector("add"))
  }
  step.push(...call(map), ...tee(march.length))
  step.push(...get(march.at), ...splat(0.5), ...vector("add"), ...splat(hitTolerance), ...vector("multiply"))
  step.push(...vector("less"), ...get(march.active), ...vector("and"), ...set(march.found))
  step.push(...get(march.at), ...get(march.hit), ...get(march.found), ...vector("select"), ...set(march.hit))
  step.push(...get(march.active), ...get(march.found), ...vector("andNot"), ...set(march.active))
  step.push(...get(march.at), ...get(march.length), ...vector("add"), ...set(march.at))
  step.push(
    ...get(march.active),
    ...get(march.at),
    ...get(march.end),
    ...vector("less"),
    ...vector("and"),
    ...set(march.active),
  )
  step.push(...get(march.step), ...integer(1), ...addIntegers, ...set(march.step))
  const isDone: Code = [
    ...[...get(march.active), ...anyTrue, ...isZero],
    ...[...get(march.step), ...integer(maximumSteps), ...atLeast, ...orIntegers],
  ]
  packet.push(...until(isDone, step), ...store(1, layout.addressOf("hit"), get(march.hit)))
  return { signature: "pass", integers: 2, vectors: boxes.last - 2, body: overPackets(packet), exportName }
}

/** Object numbers and gradients at points on surfaces. */
export function identifyFunction(
  map: number,
  fields: readonly Field[],
  graphs: Graphs,
  layout: RayLayout,
): WasmFunction {
  // The point sits in locals 3 to 5, the object's number in 6, the gradient in 7 to 9.
  let next = 10
  const packet: Code = []
  ;["ox", "oy", "oz"].forEach((name, i) => {
    packet.push(...load(1, layout.addressOf(name)), ...set(3 + i))
  })
  packet.push(...get(3), ...get(4), ...get(5), ...call(map), ...set(6))
  packet.push(...store(1, layout.addressOf("id"), get(6)))
  for (let axis = 0; axis < 3; axis++) packet.push(...splat(0), ...set(7 + axis))
  for (const field of fields) {
    const graph = graphs.get(field)
    if (!graph) continue
    const mask = next++
    const roots = gradientOf(graph).map((expression) => ({ expression, local: next++ }))
    const { code, nextLocal } = codeOf(roots, next, 3)
    next = nextLocal
    const body = [...code]
    roots.forEach(({ local }, axis) => {
      body.push(...get(local), ...get(7 + axis), ...get(mask), ...vector("select"), ...set(7 + axis))
    })
    packet.push(...when([...get(6), ...splat(field.id), ...vector("equal"), ...tee(mask), ...anyTrue], body))
  }
  ;["nx", "ny", "nz"].forEach((name, i) => {
    packet.push(...store(1, layout.addressOf(name), get(7 + i)))
  })
  return { signature: "pass", integers: 2, vectors: next - 3, body: overPackets(packet), exportName: "identify" }
}
