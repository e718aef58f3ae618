import type { Field } from "./field.ts"
import { type Bounds, joinBounds } from "./shape.ts"

/** Objects by neighbourhood: a crowd is passed over with one test. */
export interface FieldTree {
  bounds: Bounds
  /** A single object with its bit in the packet's mask, or the parts of a crowd. */
  field?: Field
  bit: number
  parts: FieldTree[]
}

/** Crowds up to this size get no box of their own. */
const crowdSize = 3

const centerOf = (b: Bounds, axis: 0 | 1 | 2): number => (b.min[axis] + b.max[axis]) / 2

/** Halves a crowd across its widest side. */
function halves(fields: readonly Field[]): [Field[], Field[]] {
  const spread = ([0, 1, 2] as const).map((axis) => {
    const centers = fields.map((f) => centerOf(f.shape.bounds, axis))
    return Math.max(...centers) - Math.min(...centers)
  })
  const axis = spread[0] === Math.max(...spread) ? 0 : spread[1] === Math.max(...spread) ? 1 : 2
  const sorted = [...fields].sort((a, b) => centerOf(a.shape.bounds, axis) - centerOf(b.shape.bounds, axis))
  return [sorted.slice(0, sorted.length >> 1), sorted.slice(sorted.length >> 1)]
}

/** Groups objects; bits count up in the order of the tree. */
export function growFieldTree(fields: readonly Field[], firstBit = 0): FieldTree {
  const [only] = fields
  if (fields.length === 1 && only) return { bounds: only.shape.bounds, field: only, bit: firstBit, parts: [] }
  const groups = fields.length <= crowdSize ? fields.map((f) => [f]) : halves(fields)
  let bit = firstBit
  const parts = groups.map((group) => {
    const part = growFieldTree(group, bit)
    bit += group.length
    return part
  })
  const all = fields.map((f) => f.shape.bounds)
  const bounds: Bounds = all.length > 0 ? joinBounds(all) : { min: [0, 0, 0], max: [0, 0, 0] }
  return { bounds, bit: firstBit, parts }
}
