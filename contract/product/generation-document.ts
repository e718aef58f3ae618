/** Wire form of a generation document: one finished picture (docs/product-rules.md#records). */
export interface GenerationDocument {
  $id: string
  $createdAt: string
  $updatedAt: string
  creator: string
  /** The person's own words; galleries show and copy these (docs/product-rules.md#two-prompts). */
  prompt: string
  /** The words that were sent, with the mode's prefix or template. */
  sent_prompt: string
  url: string
  mode: string
  /** Trade whose goods the prompt names; null until it is read. */
  trade: string | null
  /** Name of the engine that drew it; null where that was not written down yet. */
  engine: string | null
  is_public: boolean
  /** When a public picture of a new account reaches the showcase by itself; null when it may be there. */
  waits_until: string | null
  width: number
  height: number
  /** Bytes of the stored picture. */
  size: number
  aspect_ratio: string
  /** A tiny WebP as a data address, shown until the picture is there. */
  placeholder: string
  /** Previews of 320 and 640 pixels on the long side. */
  preview_320: string
  preview_640: string
}
