import { createHash, randomBytes } from "node:crypto"

/** A new record id: 20 hex characters, ordered by time to the millisecond (docs/hosted-backend.md#dates-and-ids). */
export function newId(): string {
  return Date.now().toString(16).padStart(11, "0") + randomBytes(5).toString("hex").slice(0, 9)
}

/** SHA-256, the only form in which secrets of sessions and mail tokens are stored. */
export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}

/** @param bytes of randomness; the text is twice as long */
export function newSecret(bytes: number): string {
  return randomBytes(bytes).toString("hex")
}
