import { z } from "zod"

/** What is read of a prediction. */
export const Prediction = z.object({
  id: z.string().regex(/^[a-z0-9]{1,64}$/i),
  status: z.enum(["starting", "processing", "succeeded", "failed", "canceled", "aborted"]),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  logs: z.string().nullish(),
  input: z.record(z.string(), z.unknown()).nullish(),
  webhook: z.string().nullish(),
  created_at: z.string().nullish(),
})
export type Prediction = z.infer<typeof Prediction>

export const PredictionList = z.object({ results: z.array(Prediction) })

/** What is read of a file that was uploaded as input. */
export const UploadedFile = z.object({ urls: z.object({ get: z.url() }) })

/** What is read of a model: its newest version. */
export const Model = z.object({ latest_version: z.object({ id: z.string() }).nullish() })

/** What a training gives. */
export const TrainingOutput = z.object({ version: z.string().regex(/^[\w.-]+\/[\w.-]+:[0-9a-f]{40,64}$/) })

export function isFinal({ status }: Prediction): boolean {
  return status !== "starting" && status !== "processing"
}
