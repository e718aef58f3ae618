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

/** Distance of a shape's field at the asked point. */
export const fieldOf = (shape: { distance(p: typeof askedPoint): Expression }): Expression => shape.distance(askedPoint)
