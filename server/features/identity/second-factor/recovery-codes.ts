import { createHmac } from "node:crypto"
import { factorCode } from "#contract/identity/account-factors.ts"
import { newPaperCode } from "#server/platform/security/random-letters.ts"

/** New codes as people write them down: too many are possible to be tried. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: factorCode.recoveryCodes }, newPaperCode)
}

/** How a code is kept: with the installation's key, so that a copy of the database alone gives no chance to guess. */
export function hashRecoveryCode(key: Buffer, accountId: string, code: string): Buffer {
  const plain = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")
  return createHmac("sha256", key).update(`recovery-code:${accountId}:${plain}`).digest()
}
