import type { FastifyRequest } from "fastify"
import { declaredPieces, pieceBytes, pieceBytesHeader, pieceDigestHeader } from "#contract/hosted/files.ts"
import { RecordId } from "#contract/primitives.ts"
import { AppError } from "#server/platform/errors.ts"

/** Which piece of which whole an upload call brings. */
export interface PieceRange {
  number: number
  /** Bytes of this piece. */
  length: number
  /** Bytes of the whole file. */
  total: number
  /** Bytes of every piece but the last. */
  pieceBytes: number
}

/**
 * The length of pieces that a client declares.
 * @returns that of the SDKs without the header
 * @throws AppError `storage_invalid_content_range`
 */
export function readPieceBytes(header: string | string[] | undefined): number {
  if (header === undefined) return pieceBytes
  const { step, least, most } = declaredPieces
  const bytes = /^\d{1,8}$/.test(String(header)) ? Number(header) : Number.NaN
  if (bytes >= least && bytes <= most && bytes % step === 0) return bytes
  throw invalidRange(`${pieceBytesHeader} takes ${least} to ${most} bytes in steps of ${step}.`)
}

/**
 * The hash that a piece must have.
 * @returns null where its sender gave none
 * @throws AppError `general_argument_invalid` for a header that cannot be read
 */
export function readPieceDigest(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const [, digest] = String(header).match(/^sha-256=:([A-Za-z0-9+/]{43}=):$/) ?? []
  if (digest) return digest
  throw new AppError("general_argument_invalid", `${pieceDigestHeader} takes sha-256=:…:, with the digest in Base64.`)
}

/**
 * Reads `content-range`: whole pieces only, the last one shorter (docs/hosted-backend.md#uploads).
 * @param pieceBytes of every piece but the last
 * @returns null without the header
 * @throws AppError `storage_invalid_content_range`
 */
export function readPieceRange(
  header: FastifyRequest["headers"]["content-range"],
  pieceBytes: number,
): PieceRange | null {
  if (header === undefined) return null
  const [, start = Number.NaN, end = Number.NaN, total = Number.NaN] =
    header.match(/^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/)?.map(Number) ?? []
  const expectedEnd = Math.min(start + pieceBytes, total) - 1
  if (!(start <= end && end < total && start % pieceBytes === 0 && end === expectedEnd)) {
    throw invalidRange(`The content-range header does not name a piece of ${pieceBytes} bytes, or the last one.`)
  }
  return { number: start / pieceBytes, length: end - start + 1, total, pieceBytes }
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
