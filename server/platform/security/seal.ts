import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"

const algorithm = "aes-256-gcm"
const ivBytes = 12
const tagBytes = 16

/** A key for one purpose, so that nothing sealed for another opens with it. */
function keyFor(installationKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", installationKey, "", `seal:${purpose}`, 32))
}

/**
 * Encrypts a secret that is kept in the database, with the installation's key, which is not.
 * @param owner whose it is: in somebody else's row it does not open
 */
export function seal(installationKey: Buffer, purpose: string, owner: string, secret: Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, keyFor(installationKey, purpose), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** @returns null for what was sealed with another key, for another purpose or owner, or was changed */
export function unseal(installationKey: Buffer, purpose: string, owner: string, sealed: Buffer): Buffer | null {
  try {
    const options = { authTagLength: tagBytes }
    const iv = sealed.subarray(0, ivBytes)
    const decipher = createDecipheriv(algorithm, keyFor(installationKey, purpose), iv, options)
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
