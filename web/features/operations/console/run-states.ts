import type { RunState } from "#contract/studio/runs-admin.ts"

/** States of runs in the words of the desk, those that need somebody first. */
export const runStates: Readonly<Record<RunState, string>> = {
  failed: "Failed",
  waiting: "Waiting",
  running: "At work",
  ready: "Ready",
  cancelled: "Cancelled",
}
