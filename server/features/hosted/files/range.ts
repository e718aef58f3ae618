import type { FastifyRequest } from "fastify"
import { pieceBytes } from "#contract/hosted/files.ts"
import { RecordId } from "#contract/primitives.ts"
import { AppError } from "#server/platform/errors.ts"

/** Which piece of which whole an upload call brings. */
export interface PieceRange {
  number: number
  /** Bytes of this piece. */
  length: number
  /** Bytes of the whole file. */
  total: number
}

/**
 * Reads `content-range`: whole pieces only, the last one shorter (docs/hosted-backend.md#uploads).
 * @returns null without the header
 * @throws AppError `storage_invalid_content_range`
 */
export function readPieceRange(header: FastifyRequest["headers"]["content-range"]): PieceRange | null {
  if (header === undefined) return null
  const [, start = Number.NaN, end = Number.NaN, total = Number.NaN] =
    header.match(/^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/)?.map(Number) ?? []
  const expectedEnd = Math.min(start + pieceBytes, total) - 1
  if (!(start <= end && end < total && start % pieceBytes === 0 && end === expectedEnd)) {
    throw invalidRange("The content-range header does not name a piece of 5 MiB, or the last one.")
  }
  return { number: start / pieceBytes, length: end - start + 1, total }
}

export function invalidRange(message: string): AppError {
  return new AppError("storage_invalid_content_range", message)
}

/**
 * The id that later pieces carry.
 * @throws AppError `storage_invalid_appwrite_id`, also for the literal that asks for a new id
 */
export function readUploadId(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const id = RecordId.safeParse(header)
  if (!id.success) throw new AppError("storage_invalid_appwrite_id", "The x-appwrite-id header is not an id.")
  return id.data
}
