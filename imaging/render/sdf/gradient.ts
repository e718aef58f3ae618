import {
  add,
  askedPoint,
  constant,
  divide,
  type Expression,
  less,
  maximum,
  multiply,
  negate,
  select,
  subtract,
} from "./expression.ts"

const zero = constant(0)
const one = constant(1)
const isZero = (e: Expression): boolean => e.kind === "number" && e.value === 0

/** `select` that folds when both sides are the same number. */
function choose(mask: () => Expression, a: Expression, b: Expression): Expression {
  if (a.kind === "number" && b.kind === "number" && a.value === b.value) return a
  return select(mask(), a, b)
}

/** Change of a field along one axis, as a graph: exact normals at the price of one evaluation. */
function derivative(e: Expression, axis: number, known: Map<Expression, Expression>): Expression {
  const before = known.get(e)
  if (before) return before
  const result = e.kind === "number" ? zero : e.kind === "input" ? (e.index === axis ? one : zero) : ofOperation()
  known.set(e, result)
  return result

  function ofOperation(): Expression {
    if (e.kind !== "operation") return zero
    const [a = zero, b = zero, mask = zero] = e.operands
    const da = derivative(a, axis, known)
    const db = derivative(b, axis, known)
    switch (e.operator) {
      case "add":
        return add(da, db)
      case "subtract":
        return isZero(da) ? negate(db) : subtract(da, db)
      case "multiply":
        return add(multiply(da, b), multiply(db, a))
      case "divide":
        return divide(subtract(da, multiply(e, db)), b)
      case "minimum":
        return choose(() => less(b, a), db, da)
      case "maximum":
        return choose(() => less(a, b), db, da)
      case "absolute":
        return choose(() => less(a, 0), negate(da), da)
      case "root":
        return isZero(da) ? zero : divide(multiply(da, 0.5), maximum(e, 1e-7))
      case "negate":
        return negate(da)
      case "select":
        return choose(() => mask, da, db)
      case "floor":
      case "less":
        return zero
    }
  }
}

/** Gradient of a distance: points away from the solid, not of unit length. */
export function gradientOf(distance: Expression): [Expression, Expression, Expression] {
  const along = (axis: number): Expression => derivative(distance, axis, new Map())
  return [along(0), along(1), along(2)]
}

/** Value of a graph at one point, in plain numbers: for meshing and tests, not for drawing. */
export function evaluate(e: Expression): (x: number, y: number, z: number) => number {
  const order: { e: Expression; operands: number[] }[] = []
  const slots = new Map<Expression, number>()
  const visit = (term: Expression): number => {
    const slot = slots.get(term)
    if (slot !== undefined) return slot
    const operands = term.kind === "operation" ? term.operands.map(visit) : []
    order.push({ e: term, operands })
    slots.set(term, order.length - 1)
    return order.length - 1
  }
  visit(e)
  const values = new Float64Array(order.length)
  return (x, y, z) => {
    order.forEach(({ e: term, operands }, i) => {
      const a = values[operands[0] ?? 0] ?? 0
      const b = values[operands[1] ?? 0] ?? 0
      values[i] =
        term.kind === "number"
          ? term.value
          : term.kind === "input"
            ? ([x, y, z][term.index] ?? 0)
            : operate(term.operator, a, b, values[operands[2] ?? 0] ?? 0)
    })
    return values[values.length - 1] ?? 0
  }
}

function operate(
  operator: (Expression & { kind: "operation" })["operator"],
  a: number,
  b: number,
  mask: number,
): number {
  switch (operator) {
    case "add":
      return a + b
    case "subtract":
      return a - b
    case "multiply":
      return a * b
    case "divide":
      return a / b
    case "minimum":
      return Math.min(a, b)
    case "maximum":
      return Math.max(a, b)
    case "absolute":
      return Math.abs(a)
    case "root":
      return Math.sqrt(a)
    case "negate":
      return -a
    case "floor":
      return Math.floor(a)
    case "less":
      return a < b ? 1 : 0
    case "select":
      return mask ? a : b
  }
}

/** Distance of a shape's field at the asked point. */
export const fieldOf = (shape: { distance(p: typeof askedPoint): Expression }): Expression => shape.distance(askedPoint)
