import type { Film } from "#imaging/render/trace/film.ts"

/**
 * One step of drawing. Its parts may run in any order and on any thread; the next phase begins when
 * all are done.
 */
export interface Phase {
  readonly name: string
  /** How many parts there are; asked when the phase begins. */
  parts(): number
  run(part: number): void
  /** May be cut short when time is up. */
  readonly isOptional: boolean
  /** Expected share of the whole, not normalised. */
  readonly weight: number
}

const bandRows = 32

/** Steps over bands of rows. */
export function overRows(film: Film, name: string, weight: number, run: (from: number, to: number) => void): Phase {
  return {
    name,
    weight,
    isOptional: false,
    parts: () => Math.ceil(film.height / bandRows),
    run: (part) => run(part * bandRows, Math.min(film.height, (part + 1) * bandRows)),
  }
}
