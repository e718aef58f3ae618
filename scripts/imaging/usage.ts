/** The person typed something we cannot act on; the message says what. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

/**
 * A whole number typed as an option.
 * @throws UsageError when it is not one between `least` and `most`
 */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`)
  }
  return value
}

/** Sizes that drawing accepts, in pixels per side. */
export const sides = { least: 64, most: 4096 }

/** Prints a result as one line of JSON. */
export function printLine(facts: object): void {
  process.stdout.write(`${JSON.stringify(facts)}\n`)
}

/** Seconds since `start` (of `performance.now()`), to a hundredth. */
export function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 10) / 100
}
