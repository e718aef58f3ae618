import { reasonLength } from "#contract/identity/reason.ts"

/** Who reads why an operator did something. */
const readers = {
  team: "Our team reads it in the log; whom it is about, in the copy of their data.",
  mailed: "Mailed to the person word for word, and kept in the log.",
  person: "The person reads it word for word in the list of credits; kept in the log.",
} as const

/**
 * What stands at the field for a reason: how long it is, and who reads it.
 * @param isOptional for what an operator's work is made of
 */
export function reasonHint(reader: keyof typeof readers = "team", isOptional = false): string {
  const { min, max } = reasonLength
  return `${isOptional ? `At most ${max}` : `${min} to ${max}`} letters. ${readers[reader]}`
}
