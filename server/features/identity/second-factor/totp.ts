import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { factorCode } from "#contract/identity/account-factors.ts"

/** What every authenticator app assumes (RFC 6238): SHA-1, steps of half a minute, six digits. */
const stepSeconds = 30

/** Bytes of a secret, as many as SHA-1 gives (RFC 4226, section 4). */
const secretBytes = 20

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes)
}

/** The time step of a moment. */
export function stepOf(epochMs: number): number {
  return Math.floor(epochMs / 1000 / stepSeconds)
}

/** The code of one time step (RFC 4226, section 5.3). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac("sha1", secret).update(counter).digest()
  const offset = (hash[19] ?? 0) & 15
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** factorCode.digits).padStart(factorCode.digits, "0")
}

/**
 * Finds the step a code is of. Clocks may differ by one step; what counted before, or is older, counts no more.
 * @returns null for a wrong code
 */
export function findStep(secret: Buffer, code: string, { now, after }: { now: number; after: number }): number | null {
  const current = stepOf(now)
  const given = Buffer.from(code)
  let found: number | null = null
  for (const step of [current - 1, current, current + 1]) {
    const right = Buffer.from(totpCode(secret, step))
    const isIt = right.length === given.length && timingSafeEqual(right, given)
    if (isIt && step > after) found = step
  }
  return found
}

/** Bytes as people can type them (RFC 4648, section 6), without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? []).map((part) => letters[Number.parseInt(part.padEnd(5, "0"), 2)]).join("")
}

/** The address that apps read from the QR code. */
export function totpUri(secret: Buffer, issuer: string, account: string): string {
  const facts = { secret: base32(secret), issuer, algorithm: "SHA1", digits: factorCode.digits, period: stepSeconds }
  const query = Object.entries(facts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.join("&")}`
}
