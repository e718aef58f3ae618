/** One line of a bench's table. */
export interface Figure {
  what: string
  measured: string
  /** Empty when nothing is promised. */
  bar: string
  isMet: boolean
}

/** A figure that must not be larger than its bar. */
export function atMost(what: string, value: number, most: number, unit: string): Figure {
  return { what, measured: `${show(value)} ${unit}`, bar: `≤ ${most} ${unit}`, isMet: value <= most }
}

/** A figure that must not be smaller than its bar. */
export function atLeast(what: string, value: number, least: number, unit: string): Figure {
  return { what, measured: `${show(value)} ${unit}`, bar: `≥ ${least} ${unit}`, isMet: value >= least }
}

/** Something that holds or does not. */
export function holds(what: string, isMet: boolean, measured: string, bar: string): Figure {
  return { what, measured, bar, isMet }
}

/** A figure to look at. */
export function plain(what: string, measured: string): Figure {
  return { what, measured, bar: "", isMet: true }
}

/** @returns the value that `share` of all are not above; 0.5 is the median */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export function show(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}

/** Prints the table and ends the process: with 1 when a bar was missed. */
export function report(figures: readonly Figure[]): never {
  print(figures)
  process.exit(figures.every((figure) => figure.isMet) ? 0 : 1)
}

/** Prints the table. */
export function print(figures: readonly Figure[]): void {
  const rows = [
    ["", "measured", "bar", ""],
    ...figures.map(({ what, measured, bar, isMet }) => [
      what,
      measured,
      bar,
      bar === "" ? "" : isMet ? "met" : "MISSED",
    ]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  )
  process.stdout.write(`${lines.join("\n")}\n`)
}
