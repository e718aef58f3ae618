import { AppError } from "#server/platform/errors.ts"

/** @returns the credits that a person agreed to, null where a request does not say. @throws AppError `general_argument_invalid` */
export function readAgreedCredits(header: string | string[] | undefined): number | null {
  if (header === undefined) return null
  if (typeof header === "string" && /^\d{1,7}$/.test(header)) return Number(header)
  throw new AppError("general_argument_invalid", "The agreed credits must be a whole number.")
}
