import type { ColumnType, Generated } from "kysely"

export interface FileTables {
  files: FilesTable
  fileObjects: FileObjectsTable
  fileLeftovers: FileLeftoversTable
  fileUsage: FileUsageTable
}

/** A file of a bucket, from its first piece on. */
export interface FilesTable {
  sequence: Generated<string>
  id: string
  bucketId: string
  /** Who uploaded it; null when a server key did. */
  accountId: string | null
  name: string
  permissions: string[]
  /** Found in the content; empty until the file is ready. */
  mimeType: Generated<string>
  /** MD5 of the content; empty until the file is ready. */
  signature: Generated<string>
  byteSize: ColumnType<string, number, never>
  chunksTotal: number
  /** Reaches `chunksTotal` only when the file is ready. */
  chunksUploaded: Generated<number>
  isReady: Generated<boolean>
  /** When somebody last began to finish it; a second one waits. */
  finishingAt: Date | null
  /** Of pictures, in pixels. */
  width: number | null
  height: number | null
  /** Whether its content says where it was taken, which only its owner gets to see. */
  hasPlace: Generated<boolean>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

/** One object in storage. Its row comes before its bytes and goes before them, so that no byte is ever forgotten. */
interface FileObjectsTable {
  storageKey: string
  /** Null while it is being written. */
  fileSequence: string | null
  /** What it is to its file: `piece-0`, `shared` or a preview. */
  slot: string | null
  byteSize: number | null
  createdAt: Generated<Date>
}

/** Objects whose row is gone and whose bytes are still to be removed; filled by a trigger. */
interface FileLeftoversTable {
  storageKey: string
  createdAt: Generated<Date>
}

/** What each person keeps; counted by a trigger. */
interface FileUsageTable {
  accountId: string
  files: number
  bytes: string
  unfinished: number
}
