import { createHmac, randomInt } from "node:crypto"
import { factorCode } from "#contract/hosted/account-factors.ts"

/** Letters of a code: none that is read as another one. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

/** Letters in one code: 32 to the power of 12, too many to be tried. */
const codeLetters = 12

/** New codes as people write them down, in three groups each. */
export function newRecoveryCodes(): string[] {
  const group = (): string => Array.from({ length: codeLetters / 3 }, () => letters[randomInt(letters.length)]).join("")
  return Array.from({ length: factorCode.recoveryCodes }, () => [group(), group(), group()].join("-"))
}

/** How a code is kept: with the installation's key, so that a copy of the database alone gives no chance to guess. */
export function hashRecoveryCode(key: Buffer, accountId: string, code: string): Buffer {
  const plain = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")
  return createHmac("sha256", key).update(`recovery-code:${accountId}:${plain}`).digest()
}
