import { ModelRefused } from "#server/adapters/image-engine/port.ts"
import { job } from "#server/declarations/job.ts"
import { addModelJob } from "./job-declaration.ts"
import { carryOut, giveUp } from "./service.ts"

/** Adds a model in the background. A worker that dies half way leaves what came, and the next goes on with it. */
export const addModel = job({
  ...addModelJob,
  concurrency: () => 1,
  async run(s, { id }, signal) {
    try {
      await carryOut(s, id, signal)
      s.log.info({ model: id }, "a model was added and put to work")
    } catch (error) {
      // Operators read why; trying the same again would end the same.
      if (!(error instanceof ModelRefused)) throw error
      s.log.warn({ model: id, err: error }, "a model was not added")
    }
  },
  giveUp: (s, { id }) => giveUp(s, id),
})
