import { type Code, get, set, splat, tee, vector } from "#imaging/wasm/writer.ts"
import type { Expression } from "./expression.ts"

/** Gives every distinct term one number, so that terms written twice are computed once. */
class Numbering {
  readonly #numbers = new Map<string, number>()
  readonly #known = new Map<Expression, number>()

  numberOf(e: Expression): number {
    const known = this.#known.get(e)
    if (known !== undefined) return known
    const key =
      e.kind === "number"
        ? `#${e.value}`
        : e.kind === "input"
          ? `@${e.index}`
          : `${e.operator} ${e.operands.map((o) => this.numberOf(o)).join(" ")}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#numbers.size
      this.#numbers.set(key, number)
    }
    this.#known.set(e, number)
    return number
  }
}

/**
 * Code that leaves each root's value in its local. Temporaries start at `firstLocal`; the point's x, y, z
 * are the three locals from `firstInput` on.
 * @returns the code and the first local that is free after it
 */
export function codeOf(
  roots: readonly { expression: Expression; local: number }[],
  firstLocal: number,
  firstInput = 0,
): { code: Code; nextLocal: number } {
  const numbering = new Numbering()
  const uses = new Map<number, number>()
  const count = (e: Expression): void => {
    const number = numbering.numberOf(e)
    const before = uses.get(number) ?? 0
    uses.set(number, before + 1)
    if (before === 0 && e.kind === "operation") for (const operand of e.operands) count(operand)
  }
  for (const root of roots) count(root.expression)

  const code: Code = []
  const locals = new Map<number, number>()
  let nextLocal = firstLocal
  const emit = (e: Expression): void => {
    if (e.kind === "input") {
      code.push(...get(firstInput + e.index))
      return
    }
    if (e.kind === "number") {
      code.push(...splat(e.value))
      return
    }
    const number = numbering.numberOf(e)
    const local = locals.get(number)
    if (local !== undefined) {
      code.push(...get(local))
      return
    }
    for (const operand of e.operands) emit(operand)
    code.push(...vector(e.operator))
    if ((uses.get(number) ?? 0) > 1) {
      code.push(...tee(nextLocal))
      locals.set(number, nextLocal++)
    }
  }
  for (const { expression, local } of roots) {
    emit(expression)
    code.push(...set(local))
  }
  return { code, nextLocal }
}
