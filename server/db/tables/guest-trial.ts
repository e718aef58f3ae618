import type { Generated } from "kysely"

export interface TryTables {
  tries: TriesTable
}

/** One free picture of somebody without an account. */
interface TriesTable {
  id: string
  /** SHA-256 of the secret in the visitor's cookie. */
  secretHash: Buffer
  prompt: string
  status: Generated<"waiting" | "drawing" | "ready" | "failed">
  /** 0 to 1. */
  progress: Generated<number>
  hasPreview: Generated<boolean>
  width: number
  height: number
  /** The picture; null until it is ready. */
  storageKey: string | null
  mimeType: string | null
  byteSize: number | null
  placeholder: string | null
  createdAt: Generated<Date>
}
