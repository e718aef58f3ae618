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
  /** A poster of the words was asked for, on purpose. */
  isPoster: z.boolean().optional(),
  /** The own model that draws it; absent for the modes. */
  trainingId: z.string().optional(),
  /** What the engine makes of the words, told before the order; null where it cannot tell, absent in older orders. */
  reading: z
    .object({ understood: z.array(z.string()), substituted: z.array(z.string()), ignored: z.array(z.string()) })
    .nullish(),
})

/** What is stored of a finished order beside its pictures: how many were made; absent in older ones, of which all were. */
export const MadePictures = z.object({ made: z.number().int().optional() })

/** What was stored of the words with orders that have no `reading`. */
export interface OlderReading {
  understood: string[] | null
  ignored: string[] | null
}
