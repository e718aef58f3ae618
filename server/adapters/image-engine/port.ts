/** How a picture is to look, in the words of the catalogue (`contract/catalogue/modes.ts`). */
export type EngineStyle =
  | "plain"
  | "realism"
  | "ultra"
  | "half-illustration"
  | "ghibsky"
  | "cinestill"
  | "video-game"
  | "embedded-text"

/** What can be asked of an engine; screens and services ask before they promise. */
export interface EngineCapabilities {
  /** Largest picture, in pixels (width × height). */
  maxPixels: number
  /** Orders worth drawing at once in one process; more wait in line. */
  concurrency: number
  /** True when `DrawWatch.onPreview` is called before the result. */
  previews: boolean
  /** True when a person must be told that no photographic AI model is behind the pictures. */
  isLocal: boolean
}

/** One order of one or more pictures of the same prompt. */
export interface DrawOrder {
  /** Slug of the mode (specification §2), for engines that choose a hosted model by it. */
  mode: string
  style: EngineStyle
  /** The person's own words. Engines that read language themselves use these. */
  prompt: string
  /** The words with the mode's prefix or template (decision 36). Hosted models get these. */
  sentPrompt: string
  /** Pixels. */
  width: number
  /** Pixels. */
  height: number
  /** How many pictures, 1 to 4. */
  count: number
  /** Same order, same seed: same picture, where the engine can. */
  seed: number
  format: "webp" | "png"
  /** Less processed look (flux1.1-ultra only). */
  raw: boolean
}

/** What an engine tells while it draws. */
export interface DrawWatch {
  /** Aborted when the order is cancelled or its time is over; `draw` then rejects. */
  signal: AbortSignal
  /** @param fraction 0 to 1 over the whole order */
  onProgress(fraction: number): void
  /** A small encoded WebP of picture number `index`, long before the result. */
  onPreview(index: number, preview: Uint8Array): void
}

export interface DrawnPicture {
  bytes: Uint8Array
  /** Words of the prompt the engine acted on; absent when it does not know. */
  understood?: string[]
  /** Words of the prompt it passed over; absent when it does not know. */
  ignored?: string[]
}

/** Draws pictures. One implementation per provider; `server/compose.ts` picks one. */
export interface ImageEngine {
  readonly name: string
  readonly capabilities: EngineCapabilities
  /**
   * @returns the encoded pictures; fewer than asked when a provider withheld some, never none
   * @throws AppError `engine_failed` when the provider refuses, answers garbage or is too late
   */
  draw(order: DrawOrder, watch: DrawWatch): Promise<DrawnPicture[]>
  /** Ends what runs and frees threads and connections. */
  stop(): Promise<void>
}
