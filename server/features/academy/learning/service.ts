import * as progress from "./progress-queries.ts"

/** How many tasks wait for an answer, of some cohorts or of all. */
export const { countWaiting } = progress
