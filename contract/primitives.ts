import { z } from "zod"

/** Text that a PostgreSQL column can hold: no NUL, no lone surrogates (docs/security.md#input). */
export const PlainText = z.string().refine((text) => !text.includes("\u0000") && text.isWellFormed(), "Invalid text")

/** A whole address of the web. @param protocol without the colon, as `/^https$/` @param mostCharacters that are kept of one */
export function webAddress(protocol: RegExp, mostCharacters: number) {
  // Parsers of addresses escape what a column cannot hold, and keep the text as it came.
  return PlainText.max(mostCharacters).pipe(z.url({ protocol, error: "Invalid address" }))
}

/** Ids of accounts, documents and files (docs/hosted-backend.md#dates-and-ids): 1 to 36 of `a-z A-Z 0-9 . - _`, not starting with `. - _`. */
export const RecordId = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/, "Invalid id")

/** The literal with which a client asks the server for an id. */
export const uniqueId = "unique()"

export const NewRecordId = z.union([z.literal(uniqueId), RecordId])

/** What stands before the `@` without quotes (RFC 5322, 3.2.3), letters of every script with it (RFC 6531). */
const mailbox = /^(?!\.)(?!.*\.\.)[\w!#$%&'*+/=?^`{|}~.\u00a1-\u{10ffff}-]{1,64}(?<!\.)$/u

/** A name of a domain in the letters that are sent: parts of letters, digits and hyphens, the last not of digits alone. */
const domain = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

const Site = z.url({ normalize: true })

/** @returns a domain in the letters that are sent; "" for what is none */
function asSent(name: string): string {
  if (!/^[^\p{C}\s/?#:\\@[\]]+$/u.test(name)) return ""
  return Site.safeParse(`http://${name}`).data?.slice("http://".length, -1) ?? ""
}

/**
 * Stored and compared in lower case, without blanks around it and without invisible characters (docs/security.md#input). A
 * domain of other letters is kept as it is sent (`xn--`), so that both ways of writing it are one address.
 */
export const EmailAddress = PlainText.transform((text) => {
  const address = text.trim().toLowerCase().normalize("NFC")
  const at = address.lastIndexOf("@")
  return `${address.slice(0, at)}@${asSent(address.slice(at + 1))}`
}).pipe(z.string().refine(isAddress, "Invalid email address"))

function isAddress(address: string): boolean {
  const at = address.lastIndexOf("@")
  return (
    address.length <= 254 &&
    !/[\p{C}\s]/u.test(address) &&
    mailbox.test(address.slice(0, at)) &&
    domain.test(address.slice(at + 1))
  )
}

/** A number with its country, as `+2348012345678` (docs/hosted-backend.md#field-rules). */
export const PhoneNumber = z.string().regex(/^\+[1-9]\d{6,14}$/, "Invalid phone number")

/** A day that exists, as `YYYY-MM-DD` from the year 1 on. */
export const Day = z.iso.date("Please give a date").refine((day) => day >= "0001", "Please give a date")

/** `YYYY-MM-DDTHH:mm:ss.SSS+00:00`, or "" for something that never happened (docs/hosted-backend.md#dates-and-ids). */
export const SerialisedDate = z.string()

/** @returns the date as the hosted backend writes it: milliseconds and `+00:00`, "" for none */
export function serialiseDate(date: Date | null): string {
  return date === null ? "" : date.toISOString().replace("Z", "+00:00")
}
