/**
 * The mailbox that an address in lower case is a name of: what follows a `+`, and at Gmail every dot, counts for nothing.
 * @returns the text itself where it is no address
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@")
  if (at < 0) return email
  const [box = ""] = email.slice(0, at).split("+")
  const host = email.slice(at + 1)
  const isGmail = host === "gmail.com" || host === "googlemail.com"
  return isGmail ? `${box.replaceAll(".", "")}@gmail.com` : `${box}@${host}`
}
