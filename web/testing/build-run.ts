import type { Run } from "#contract/studio/runs.ts"

/** A run for tests; takes only what the test is about. */
export function buildRun(about: Partial<Run> = {}): Run {
  return {
    id: "run1",
    kind: "upscale",
    title: "Upscale",
    status: "waiting",
    progress: 0,
    count: 1,
    feeCredits: 2,
    previews: [],
    result: null,
    failure: null,
    parentRunId: null,
    createdAt: "2026-01-01T10:00:00.000Z",
    ...about,
  }
}
