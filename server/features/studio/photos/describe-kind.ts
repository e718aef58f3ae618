import { z } from "zod"
import { messages } from "#contract/messages.ts"
import { engineQueue, runKind } from "#server/declarations/run-kind.ts"
import { AppError } from "#server/platform/errors.ts"
import { PhotoSource, readSource } from "./source.ts"

/** Words for a picture, to draw it again. */
export const describeKind = runKind({
  name: "description",
  input: z.object({ source: PhotoSource }),
  queue: engineQueue,
  words: {
    made: "Prompt written",
    fewer: "Nothing written",
    notMade: "The picture could not be described",
    started: "The picture is being described already.",
  },
  canStopAtWork: true,
  title: () => "Image to prompt",
  price: (s) => ({ feeCredits: s.config.fees["image-to-prompt"], count: 1 }),
  needs: () => ({ kind: "description" }),
  failure: (error) =>
    error instanceof AppError && error.type !== "engine_failed" ? error.message : messages.photoFailed,
  work: async (s, { input }, watch) =>
    s.engine.run({ kind: "description", file: await readSource(s, input.source) }, watch),
  async keep(_s, _run, { text }) {
    if (text.trim() === "") throw new AppError("engine_failed", "The engine found no words.")
    return text.trim()
  },
  finish: async (_s, _tx, _run, text) => ({ pieces: 1, result: { text } }),
})
