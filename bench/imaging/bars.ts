/** A measured figure beside what every release must reach and what we aim for. */
export interface Bar {
  what: string
  value: number
  unit: string
  must: number
  aim: number
  /** Whether a larger figure is the better one. */
  isMoreBetter: boolean
}

/** A figure that must not be larger than `must`. */
export function atMost(what: string, value: number, unit: string, must: number, aim: number): Bar {
  return { what, value, unit, must, aim, isMoreBetter: false }
}

/** A figure that must not be smaller than `must`. */
export function atLeast(what: string, value: number, unit: string, must: number, aim: number): Bar {
  return { what, value, unit, must, aim, isMoreBetter: true }
}

function reaches({ value, isMoreBetter }: Bar, bar: number): boolean {
  return isMoreBetter ? value >= bar : value <= bar
}

function wordFor(bar: Bar): string {
  // an empty group (no unsure picture, say) has no mean and misses no bar
  if (Number.isNaN(bar.value)) return "none"
  if (!reaches(bar, bar.must)) return "MISSED"
  return reaches(bar, bar.aim) ? "aim" : "must"
}

/** Prints a line per figure: measured, must, aim and which of them is met. A missed must makes the process end with 1. */
export function report(bars: readonly Bar[]): void {
  const show = (value: number): string => String(Number(value.toPrecision(3)))
  const wide = Math.max(...bars.map(({ what }) => what.length))
  for (const bar of bars) {
    const sign = bar.isMoreBetter ? "≥" : "≤"
    const measured = `${show(bar.value)} ${bar.unit}`.trim().padStart(12)
    const limits = `must ${sign} ${show(bar.must)}, aim ${sign} ${show(bar.aim)}`.padEnd(28)
    console.info(`${bar.what.padEnd(wide)} ${measured}   ${limits} ${wordFor(bar)}`)
    if (wordFor(bar) === "MISSED") process.exitCode = 1
  }
}
