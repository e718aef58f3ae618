import { z } from "zod"
import { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"

/** An order for pictures, with what the server decided about it. */
export const PictureInput = z.object({
  mode: z.string(),
  prompt: z.string(),
  sentPrompt: z.string(),
  aspectRatio: AspectRatio,
  width: z.number(),
  height: z.number(),
  count: z.number().int().default(1),
  seed: z.number(),
  format: z.enum(["webp", "png"]),
  isRaw: z.boolean(),
  isPublic: z.boolean(),
  /** True: nobody looked at the words, so that a public picture waits for an operator. */
  mustWait: z.boolean().optional(),
  /** The own model that draws it; absent for the modes. */
  trainingId: z.string().optional(),
})

/** What is kept of a finished order beside its pictures. */
export interface PictureResult {
  understood: string[] | null
  ignored: string[] | null
}
