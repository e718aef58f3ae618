import { z } from "zod"

/** Text that a PostgreSQL column can hold: no NUL, no lone surrogates (docs/security.md#input). */
export const PlainText = z.string().refine((text) => !text.includes("\u0000") && text.isWellFormed(), "Invalid text")

/** Ids of accounts, documents and files (docs/hosted-backend.md#dates-and-ids): 1 to 36 of `a-z A-Z 0-9 . - _`, not starting with `. - _`. */
export const RecordId = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/, "Invalid id")

/** The literal with which a client asks the server for an id. */
export const uniqueId = "unique()"

export const NewRecordId = z.union([z.literal(uniqueId), RecordId])

/** Stored and compared in lower case, without blanks around it and without invisible characters (docs/security.md#input). */
export const EmailAddress = PlainText.transform((text) => text.trim().toLowerCase()).pipe(
  z
    .email("Invalid email address")
    .max(254, "Invalid email address")
    .regex(/^[^\p{C}\s]+$/u, "Invalid email address"),
)

/** A number with its country, as `+2348012345678` (docs/hosted-backend.md#field-rules). */
export const PhoneNumber = z.string().regex(/^\+[1-9]\d{6,14}$/, "Invalid phone number")

/** `YYYY-MM-DDTHH:mm:ss.SSS+00:00`, or "" for something that never happened (docs/hosted-backend.md#dates-and-ids). */
export const SerialisedDate = z.string()

/** @returns the date as the hosted backend writes it: milliseconds and `+00:00`, "" for none */
export function serialiseDate(date: Date | null): string {
  return date === null ? "" : date.toISOString().replace("Z", "+00:00")
}
