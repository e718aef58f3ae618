/**
 * Arithmetic of distance fields as immutable graphs. Equal subterms are found again when a graph is
 * compiled (`value-numbering.ts`), so builders may write the same term as often as they like.
 */
export type Operator =
  | "add"
  | "subtract"
  | "multiply"
  | "divide"
  | "minimum"
  | "maximum"
  | "absolute"
  | "root"
  | "negate"
  | "floor"
  | "less"
  | "select"

/** One term: a number, a coordinate of the asked point (0 = x, 1 = y, 2 = z) or an operation. */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "input"; readonly index: number }
  | { readonly kind: "operation"; readonly operator: Operator; readonly operands: readonly Expression[] }

/** What builders accept: a term or a plain number. */
export type Term = Expression | number

/** The asked point, or any point derived from it. */
export type Point = readonly [Expression, Expression, Expression]

/** A number as a term, rounded to the single precision in which graphs are evaluated. */
export const constant = (value: number): Expression => ({ kind: "number", value: Math.fround(value) })

const toExpression = (term: Term): Expression => (typeof term === "number" ? constant(term) : term)

/** The point at which a field is asked. */
export const askedPoint: Point = [
  { kind: "input", index: 0 },
  { kind: "input", index: 1 },
  { kind: "input", index: 2 },
]

const numberIn = (e: Expression): number | undefined => (e.kind === "number" ? e.value : undefined)

const operation = (operator: Operator, ...operands: Expression[]): Expression => ({
  kind: "operation",
  operator,
  operands,
})

function binary(operator: Operator, fold: (a: number, b: number) => number) {
  return (left: Term, right: Term): Expression => {
    const a = toExpression(left)
    const b = toExpression(right)
    const x = numberIn(a)
    const y = numberIn(b)
    if (x !== undefined && y !== undefined) return constant(fold(x, y))
    if (operator === "add" && x === 0) return b
    if ((operator === "add" || operator === "subtract") && y === 0) return a
    if (operator === "multiply") {
      if (x === 1) return b
      if (y === 1) return a
      if (x === 0 || y === 0) return constant(0)
    }
    return operation(operator, a, b)
  }
}

function unary(operator: Operator, fold: (a: number) => number) {
  return (term: Term): Expression => {
    const a = toExpression(term)
    const x = numberIn(a)
    return x === undefined ? operation(operator, a) : constant(fold(x))
  }
}

export const add = binary("add", (a, b) => a + b)
export const subtract = binary("subtract", (a, b) => a - b)
export const multiply = binary("multiply", (a, b) => a * b)
export const divide = binary("divide", (a, b) => a / b)
export const minimum = binary("minimum", Math.min)
export const maximum = binary("maximum", Math.max)
export const absolute = unary("absolute", Math.abs)
export const root = unary("root", Math.sqrt)
export const negate = unary("negate", (a) => -a)
export const floor = unary("floor", Math.floor)

/** A mask for `select`: all bits set where `a < b`. */
export const less = (a: Term, b: Term): Expression => operation("less", toExpression(a), toExpression(b))

/** `whenTrue` where the mask is set, else `whenFalse`. */
export const select = (mask: Expression, whenTrue: Term, whenFalse: Term): Expression =>
  operation("select", toExpression(whenTrue), toExpression(whenFalse), mask)

export const clamp = (a: Term, low: Term, high: Term): Expression => minimum(maximum(a, low), high)
export const square = (a: Term): Expression => multiply(a, a)

/** Euclidean length of two or more components. */
export const length = (...components: readonly Term[]): Expression =>
  root(components.map(square).reduce((sum, term) => add(sum, term)))

/** Smaller of two, rounded over a width of about `k` (polynomial blend of Inigo Quilez). */
export function smoothMinimum(a: Term, b: Term, k: number): Expression {
  if (k <= 0) return minimum(a, b)
  const overlap = maximum(subtract(k, absolute(subtract(a, b))), 0)
  return subtract(minimum(a, b), multiply(square(overlap), 0.25 / k))
}

/** Larger of two, rounded over a width of about `k`. */
export const smoothMaximum = (a: Term, b: Term, k: number): Expression => negate(smoothMinimum(negate(a), negate(b), k))

/** Sine of an angle in radians; error below 0.0012, enough for waves and ridges. */
export function sine(angle: Term): Expression {
  const turns = multiply(angle, 1 / (2 * Math.PI))
  const t = subtract(turns, floor(add(turns, 0.5)))
  const parabola = subtract(multiply(t, 8), multiply(multiply(t, 16), absolute(t)))
  return add(parabola, multiply(0.225, subtract(multiply(parabola, absolute(parabola)), parabola)))
}

export const cosine = (angle: Term): Expression => sine(add(angle, Math.PI / 2))

/** Angle of (x, y) in radians, -π to π; error below 0.0004. */
export function angleOf(y: Expression, x: Expression): Expression {
  const ax = absolute(x)
  const ay = absolute(y)
  const ratio = divide(minimum(ax, ay), maximum(maximum(ax, ay), 1e-9))
  const s = square(ratio)
  const series = add(multiply(subtract(multiply(add(multiply(s, -0.0464964749), 0.15931422), s), 0.327622764), s), 1)
  const first = multiply(series, ratio)
  const half = select(less(ax, ay), subtract(Math.PI / 2, first), first)
  const whole = select(less(x, 0), subtract(Math.PI, half), half)
  return select(less(y, 0), negate(whole), whole)
}
