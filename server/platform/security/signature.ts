import { createHash, createHmac, timingSafeEqual } from "node:crypto"

/** Base64 of the HMAC-SHA256 of a body. */
export function signBody(secret: string, body: Buffer): string {
  return createHmac("sha256", secret).update(body).digest("base64")
}

/** Compares in a time that tells nothing. @param given a header as it came; several of one name are none */
export function isEqual(given: string | string[] | undefined, right: string): boolean {
  if (typeof given !== "string" || right === "") return false
  return timingSafeEqual(digest(given), digest(right))
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
