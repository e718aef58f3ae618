import type { ColumnType, Generated } from "kysely"

export interface FileTables {
  imageHostUploads: ImageHostUploadsTable
  files: FilesTable
  fileObjects: FileObjectsTable
  fileUsage: FileUsageTable
  usedIds: UsedIdsTable
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
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

/** One object of a file in storage. */
interface FileObjectsTable {
  storageKey: string
  fileSequence: string
  /** What it is to its file: `piece-0`, `shared` or a preview. */
  slot: string
  byteSize: number
  createdAt: Generated<Date>
  /** When somebody last asked for it, to within a day; of previews only. */
  askedAt: Generated<Date>
  /** Of a preview: for whom it counts. */
  previewOf: string | null
}

/** What each person keeps; counted by a trigger. */
interface FileUsageTable {
  accountId: string
  files: number
  bytes: string
  unfinished: number
}

/** What may lie at the outside image host; removed there some hours after it was permitted. */
interface ImageHostUploadsTable {
  id: string
  publicId: string
  /** Null when the account is deleted. */
  accountId: string | null
  name: string
  /** As it was announced; the picture must be exactly as long. */
  byteSize: number
  createdAt: Generated<Date>
}

/** Ids of files, models and accounts that were used, by triggers: they are free for their first account alone. */
interface UsedIdsTable {
  /** Keyed hash of what it was for and the id. */
  idHash: Buffer
  /** Whose it was; null for an account itself, for a server key, and when the account is deleted. */
  accountId: string | null
}
