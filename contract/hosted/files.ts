import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { NewRecordId, PlainText, RecordId, SerialisedDate } from "#contract/primitives.ts"
import { queryLimits } from "#contract/query.ts"

/** Length of every piece of an upload but the last, in bytes (docs/product-rules.md#calls). */
export const pieceBytes = 5 * 1024 * 1024

/**
 * Header with which a client declares shorter pieces, in bytes: a line that is cut then loses less. SDKs know nothing of it
 * and send `pieceBytes` (docs/hosted-backend.md#uploads).
 */
export const pieceBytesHeader = "x-aworan-piece-bytes"

/** What such a header may say: whole steps between these. */
export const declaredPieces = { step: 32 * 1024, least: 128 * 1024, most: pieceBytes } as const

/** Header with the hash of one piece as RFC 9530 writes it; what arrives otherwise is refused. */
export const pieceDigestHeader = "x-aworan-piece-digest"

/** Pieces that a file is sent in at most by our own client: what a cut loses is that part of the file. */
const mostPieces = 80

/** Length of the pieces in which our client sends a file, in bytes: an eightieth of it, so that three cuts cost less than a twentieth from 8 MB on. */
export function pieceBytesFor(fileBytes: number): number {
  const { step, least, most } = declaredPieces
  return Math.min(most, Math.max(least, Math.ceil(fileBytes / mostPieces / step) * step))
}

/** Largest body of an upload call: one piece and the form around it, in bytes (docs/security.md#input). */
export const uploadBodyBytes = 6 * 1024 * 1024

/** What one person may keep (docs/security.md#pictures-and-files). */
export const fileQuota = {
  files: 20_000,
  bytes: 5_000_000_000,
  /** Uploads begun and not ended. */
  unfinished: 50,
  /** What an account keeps that confirmed neither an address nor a number. */
  unconfirmed: { files: 200, bytes: 200_000_000 },
} as const

/** Buckets by name; conformance tests have one of their own. */
export const imagesBucketId = "images"
/** Documents that learners hand in, and what comes with lessons. */
export const documentsBucketId = "documents"
export const scratchBucketId = "scratch"

/** Endings of the documents that are taken. */
export const documentEndings = ["pdf", "docx", "odt", "xlsx", "ods", "csv", "pptx", "odp", "txt"] as const

/** Endings of the sounds and films that come with lessons. */
export const mediaEndings = ["mp3", "m4a", "mp4", "webm"] as const

/** Largest file of each bucket, in bytes. */
export const bucketBytes = {
  [imagesBucketId]: 30_000_000,
  [documentsBucketId]: 15_000_000,
  [scratchBucketId]: 12 * 1024 * 1024,
} as const

/** "15 MB": what screens promise of a bucket, from its one limit. */
export function sizeLimitWords(bucketId: keyof typeof bucketBytes): string {
  return `${Math.floor(bucketBytes[bucketId] / 1_000_000)} MB`
}

/** A file as SDK clients know it (docs/hosted-backend.md#files). */
export const StoredFile = z
  .object({
    $id: z.string(),
    bucketId: z.string(),
    $createdAt: SerialisedDate,
    $updatedAt: SerialisedDate,
    $permissions: z.array(z.string()),
    name: z.string(),
    folder: z.string(),
    key: z.string(),
    signature: z.string(),
    mimeType: z.string(),
    sizeOriginal: z.number(),
    sizeActual: z.number(),
    chunksTotal: z.number(),
    chunksUploaded: z.number(),
    encryption: z.boolean(),
    compression: z.string(),
    /** Pixels as it is shown; null for what is no picture, and while it is uploaded. */
    width: z.number().nullable(),
    height: z.number().nullable(),
  })
  .meta({ id: "File" })
export type StoredFile = z.infer<typeof StoredFile>

/** A file's name as its owner gave it: shown and offered when saving, never part of a path. */
export const FileName = PlainText.min(1)
  .max(255)
  .regex(/^\P{Cc}+$/u, "Invalid name")

export const FilePermissions = z.array(z.string().max(200)).max(100)

const bucketPath = "/v1/storage/buckets/:bucketId/files"
const BucketParams = z.object({ bucketId: RecordId })
export const FileParams = BucketParams.extend({ fileId: RecordId })

const QueryTexts = z
  .union([z.array(z.string()), z.string().transform((text) => [text])])
  .pipe(z.array(z.string().max(queryLimits.charactersPerQuery)).max(queryLimits.queries))
  .optional()

export const listFiles = endpoint({
  method: "GET",
  path: bucketPath,
  access: "anyone",
  summary: "Files of a bucket that the caller may read, by query",
  params: BucketParams,
  query: z.object({ queries: QueryTexts, search: PlainText.max(256).optional(), total: z.string().optional() }),
  reply: z.object({ total: z.number(), files: z.array(StoredFile) }),
})

/** A multipart form of `fileId`, `file` and `permissions[]`; pieces of longer files come with `content-range`. */
export const createFile = endpoint({
  method: "POST",
  path: bucketPath,
  access: "anyone",
  summary: "Uploads a file, or one piece of it",
  params: BucketParams,
  reply: StoredFile,
  status: 201,
})

/** The form's fields beside the file; they may come after it. */
export const UploadFields = z.object({ fileId: NewRecordId.optional(), permissions: FilePermissions.optional() })

export const getFile = endpoint({
  method: "GET",
  path: `${bucketPath}/:fileId`,
  access: "anyone",
  summary: "A file's description; the upload may still go on",
  params: FileParams,
  reply: StoredFile,
})

export const updateFile = endpoint({
  method: "PUT",
  path: `${bucketPath}/:fileId`,
  access: "anyone",
  summary: "Renames a file or says anew who may do what with it",
  params: FileParams,
  body: z.object({ name: FileName.nullish(), permissions: FilePermissions.nullish() }),
  reply: StoredFile,
})

export const deleteFile = endpoint({
  method: "DELETE",
  path: `${bucketPath}/:fileId`,
  access: "anyone",
  summary: "Removes a file, also an unfinished one",
  params: FileParams,
  reply: z.null(),
  status: 204,
})

/** The preview of an upload that lists show, made once for all of them. */
export const smallPreview = { width: 320, quality: 80, output: "webp" } as const

/** @returns the path of a file's bytes, to be put behind the product's address */
export function viewPath(bucketId: string, fileId: string, project: string): string {
  return `/v1/storage/buckets/${bucketId}/files/${fileId}/view?project=${project}`
}
