// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Expression, Operator } from "./expression.ts"

const codes: readonly (Operator | "number" | "input")[] = [
  "number",
  "input",
  "add",
  "subtract",
  "multiply",
  "divide",
  "minimum",
  "maximum",
  "absolute",
  "root",
  "negate",
  "floor",
  "less",
  "select",
]

/** Value of a graph at a point, in plain numbers: for meshing and tests; drawing has its compiled form. */
export function evaluate(e: Expression): (x: number, y: number, z: number) => number {
  const terms: { code: number; operands: number[]; value: number }[] = []
  const slots = new Map<Expression, number>()
  const visit = (term: Expression): number => {
    const slot = slots.get(term)
    if (slot !== undefined) return slot
    const operands = term.kind === "operation" ? term.operands.map(visit) : []
    const code = codes.indexOf(term.kind === "operation" ? term.operator : term.kind)
    const value = term.kind === "number" ? term.value : term.kind === "input" ? term.index : 0
    terms.push({ code, operands, value })
    slots.set(term, terms.length - 1)
    return terms.length - 1
  }
  visit(e)
  const count = terms.length
  const operation = Uint8Array.from(terms, (t) => t.code)
  const first = Int32Array.from(terms, (t) => t.operands[0] ?? 0)
  const second = Int32Array.from(terms, (t) => t.operands[1] ?? 0)
  const third = Int32Array.from(terms, (t) => t.operands[2] ?? 0)
  const values = Float64Array.from(terms, (t) => t.value)
  const inputs = terms.flatMap((t, i) => (codes[t.code] === "input" ? [{ at: i, axis: t.value }] : []))
  return (x, y, z) => {
    for (const { at, axis } of inputs) values[at] = axis === 0 ? x : axis === 1 ? y : z
    for (let i = 0; i < count; i++) {
      const code = operation[i]!
      if (code < 2) continue
      const a = values[first[i]!]!
      const b = values[second[i]!]!
      values[i] = operate(code, a, b, values[third[i]!]!)
    }
    return values[count - 1]!
  }
}

function operate(code: number, a: number, b: number, mask: number): number {
  switch (code) {
    case 2:
      return a + b
    case 3:
      return a - b
    case 4:
      return a * b
    case 5:
      return a / b
    case 6:
      return Math.min(a, b)
    case 7:
      return Math.max(a, b)
    case 8:
      return Math.abs(a)
    case 9:
      return Math.sqrt(a)
    case 10:
      return -a
    case 11:
      return Math.floor(a)
    case 12:
      return a < b ? 1 : 0
    default:
      return mask ? a : b
  }
}
