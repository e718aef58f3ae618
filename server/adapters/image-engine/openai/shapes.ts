import { z } from "zod"

/** What is read of an answer of the images API. */
export const Images = z.object({
  data: z.array(z.object({ url: z.string().nullish(), b64_json: z.string().nullish() })).min(1),
})

/** What is read of a refusal. */
export const Refused = z.object({
  error: z.object({ message: z.string().nullish(), type: z.string().nullish(), code: z.string().nullish() }),
})
