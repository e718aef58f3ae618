import { z } from "zod"
import { bearer, type Question } from "#server/platform/providers/live-question.ts"
import type { ReplicateSettings } from "./settings.ts"
import { Model, Prediction, PredictionList, TrainingOutput, UploadedFile } from "./shapes.ts"

const Trainings = z.object({ results: z.array(z.object({ status: z.string(), output: z.unknown() })) })

/** It costs one picture. A training is looked at, not started: it would cost dollars. */
export function replicateQuestions({ baseUrl, token, models }: ReplicateSettings): Question[] {
  const headers = bearer(token)
  const create = `${baseUrl}/models/${models.pro}/predictions`
  const [trainer = ""] = models.trainer.split(":")
  const picture = { prompt: "a clay pot on a table", aspect_ratio: "1:1", output_format: "webp", seed: 1 }
  return [
    {
      shape: "replicate/unauthenticated",
      request: () => ({ url: `${baseUrl}/predictions`, headers: bearer("wrong") }),
      schema: null,
    },
    {
      shape: "replicate/webhook-secret",
      request: () => ({ url: `${baseUrl}/webhooks/default/secret`, headers }),
      schema: z.object({ key: z.string().regex(/^whsec_/) }),
    },
    {
      shape: "replicate/model",
      request: () => ({ url: `${baseUrl}/models/${trainer}`, headers }),
      schema: Model,
    },
    {
      shape: "replicate/training-succeeded",
      request: () => ({ url: `${baseUrl}/trainings`, headers }),
      schema: TrainingOutput,
      part: (body) => Trainings.parse(body).results.find(({ status }) => status === "succeeded")?.output,
    },
    {
      shape: "replicate/file",
      request: () => {
        const form = new FormData()
        form.append("content", new Blob(["a text"], { type: "text/plain" }), "contract.txt")
        return { url: `${baseUrl}/files`, headers, body: form }
      },
      schema: UploadedFile,
    },
    {
      shape: "replicate/invalid-input",
      request: () => ({ url: create, headers, body: { input: { ...picture, output_format: "gif" } } }),
      schema: null,
    },
    {
      shape: "replicate/prediction",
      request: () => ({ url: create, headers, body: { input: picture } }),
      schema: Prediction,
    },
    // After it, so that the list is not empty.
    {
      shape: "replicate/predictions",
      request: () => ({ url: `${baseUrl}/predictions`, headers }),
      schema: PredictionList,
    },
  ]
}
