import type { Generated, JSONColumnType } from "kysely"
import type { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"

export interface GenerationTables {
  generationOrders: GenerationOrdersTable
  generations: GenerationsTable
}

interface GenerationOrdersTable {
  id: string
  accountId: string
  mode: string
  prompt: string
  sentPrompt: string
  aspectRatio: AspectRatio
  width: number
  height: number
  count: number
  seed: number
  format: "webp" | "png"
  isRaw: boolean
  isPublic: boolean
  /** Credits per picture. */
  feeCredits: number
  status: Generated<"waiting" | "drawing" | "ready" | "failed" | "cancelled">
  progress: Generated<number>
  /** How many previews are stored. */
  previewCount: Generated<number>
  failure: string | null
  understood: JSONColumnType<string[] | null, string | null | undefined, string | null>
  ignored: JSONColumnType<string[] | null, string | null | undefined, string | null>
  idempotencyKey: string | null
  /** SHA-256 of the body the key came with. */
  bodyHash: string
  createdAt: Generated<Date>
  startedAt: Date | null
  finishedAt: Date | null
}

/** One finished picture. */
interface GenerationsTable {
  id: string
  orderId: string
  position: number
  accountId: string
  prompt: string
  sentPrompt: string
  mode: string
  aspectRatio: AspectRatio
  isPublic: boolean
  isTakenDown: Generated<boolean>
  storageKey: string
  mimeType: string
  width: number
  height: number
  byteSize: number
  placeholder: string
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}
