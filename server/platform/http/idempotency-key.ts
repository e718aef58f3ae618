import { AppError } from "#server/platform/errors.ts"

/** @returns the key of a request that may come twice, null without one. @throws AppError `general_argument_invalid` */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header === "string" && /^[\x21-\x7e]{8,128}$/.test(header)) return header
  throw new AppError("general_argument_invalid", "The Idempotency-Key must have 8 to 128 printable characters.")
}
