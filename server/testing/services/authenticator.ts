import { stepOf, totpCode } from "#server/features/identity/second-factor/totp.ts"

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** An authenticator app that holds the secret a person typed in. */
export function openAuthenticator(secret: string): { codeAt(epochMs: number): string } {
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("")
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return { codeAt: (epochMs) => totpCode(bytes, stepOf(epochMs)) }
}
