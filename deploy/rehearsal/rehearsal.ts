/** What a rehearsal works with: a folder of its own, its rows, and what is undone at its end. */
export interface Stage {
  /** Gone afterwards. */
  dir: string
  /** Tries one thing, by itself for a minute at most, and prints whether it held. What fails keeps none of the next from being tried. */
  row(what: string, attempt: () => Promise<unknown>, options?: { seconds?: number }): Promise<void>
  /** Says what cannot be tried on this machine. */
  leaveOut(what: string, reason: string): void
  /** Undone at the end, the last first, whatever happened. */
  afterwards(undo: () => unknown): void
}

/** The product beside one real counterpart. */
export interface Rehearsal {
  name: string
  /** Programs that it starts, and the package of Debian that each comes with. */
  packages: Readonly<Record<string, string>>
  /** The longest that all rows may take together. */
  seconds: number
  run(stage: Stage): Promise<void>
}
