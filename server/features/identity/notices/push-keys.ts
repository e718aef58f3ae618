import { createECDH, ECDH, hkdfSync } from "node:crypto"
import type { Services } from "#server/declarations/services.ts"
import { isPublicAddress } from "#server/platform/providers/public-address.ts"

/** The pair of keys with which push services know this installation (RFC 8292), as base64url. */
interface PushKeys {
  publicKey: string
  privateKey: string
}

/**
 * Made of the installation's own key, which is made at its first start and kept: every process has the same pair, and browsers
 * that were subscribed stay so.
 */
export function pushKeys({ tokenKey }: Pick<Services, "tokenKey">): PushKeys {
  for (let number = 0; ; number++) {
    const secret = Buffer.from(hkdfSync("sha256", tokenKey, "", `web push ${number}`, 32))
    const pair = createECDH("prime256v1")
    try {
      pair.setPrivateKey(secret)
    } catch {
      // One of 2^32 is no key of this curve.
      continue
    }
    return { publicKey: pair.getPublicKey("base64url"), privateKey: secret.toString("base64url") }
  }
}

/**
 * The public key for browsers.
 * @returns null where there is no push: browsers allow it on https only, and push services want to know whose it is
 */
export function pushKeyOf(s: Pick<Services, "tokenKey" | "config">): string | null {
  const { protocol, hostname } = new URL(s.config.publicUrl)
  const isNamed = /\./.test(hostname) && !/^[\d.]+$|\.(?:local|localhost|internal|test)$/.test(hostname)
  const isPublic = protocol === "https:" && (isNamed || isPublicAddress(hostname))
  return isPublic ? pushKeys(s).publicKey : null
}

/** Whether a browser's key, as base64url, is a point of the curve: nothing can be sealed for another. */
export function isBrowserKey(key: string): boolean {
  try {
    ECDH.convertKey(key, "prime256v1", "base64url")
    return true
  } catch {
    return false
  }
}
