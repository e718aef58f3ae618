import { z } from "zod"
import { BatchRecipe } from "#contract/studio/batches.ts"
import { engineQueue, runKind } from "#server/declarations/run-kind.ts"

/** What a batch was asked for; its photos are runs of their own. */
export const BatchInput = z.object({ recipe: BatchRecipe })

/** Several photos worked on in the same way. It has no work, no fee and no job of its own. */
export const batchKind = runKind({
  name: "batch",
  input: BatchInput,
  queue: engineQueue,
  words: { made: "Batch", fewer: "Batch", notMade: "Batch", started: "Stop the batch instead." },
  title: () => "Batch",
  price: () => ({ feeCredits: 0, count: 1 }),
  failure: () => "No photo could be worked on.",
  work: () => Promise.reject(new Error("A batch has no work of its own.")),
  keep: async () => null,
  finish: async () => ({ pieces: 0 }),
})
