import { z } from "zod"

/** Wire form of a generation document: one finished picture (docs/product-rules.md#records). */
export const GenerationDocument = z.object({
  $id: z.string(),
  $createdAt: z.string(),
  $updatedAt: z.string(),
  creator: z.string(),
  /** The person's own words; galleries show and copy these (docs/product-rules.md#two-prompts). */
  prompt: z.string(),
  /** The words that were sent, with the mode's prefix or template. */
  sent_prompt: z.string(),
  url: z.string(),
  mode: z.string(),
  /** Trade whose goods the prompt names; null until it is read. */
  trade: z.string().nullable(),
  /** Name of the engine that drew it; null where that was not written down yet. */
  engine: z.string().nullable(),
  is_public: z.boolean(),
  /** When a public picture of a new account reaches the showcase by itself; null when it may be there. */
  waits_until: z.string().nullable(),
  width: z.number(),
  height: z.number(),
  /** Bytes of the stored picture. */
  size: z.number(),
  aspect_ratio: z.string(),
  /** A tiny WebP as a data address, shown until the picture is there. */
  placeholder: z.string(),
  /** Previews of 320 and 640 pixels on the long side. */
  preview_320: z.string(),
  preview_640: z.string(),
})
export type GenerationDocument = z.infer<typeof GenerationDocument>
