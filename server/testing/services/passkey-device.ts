import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

/** What a device writes differently from what it should; all else is as the standard has it. */
export interface Faults {
  origin?: string
  rpId?: string
  type?: string
  crossOrigin?: boolean
  isUnverified?: boolean
  isAbsent?: boolean
  /** In place of its own next count. */
  signCount?: number
  userHandle?: string | null
  /** Bytes in place of the key that it made. */
  key?: Buffer
  /** In the place of the id that goes with the key. */
  id?: string
  /** A signature of another key. */
  isForged?: boolean
}

/** A passkey that a device keeps. */
interface Kept {
  id: Buffer
  userHandle: string
  privateKey: KeyObject
  signCount: number
}

const b64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString("base64url")

/** The key as CTAP2 writes it: COSE in canonical CBOR. @param algorithm ES256, or RS256 of older Windows */
function coseKey(publicKey: KeyObject, algorithm: "ES256" | "RS256"): Buffer {
  const jwk = publicKey.export({ format: "jwk" })
  const part = (text: string | undefined): Buffer => Buffer.from(text ?? "", "base64url")
  if (algorithm === "RS256") {
    return Buffer.concat([Buffer.from("a401030339010020590100", "hex"), part(jwk.n), Buffer.from("2143010001", "hex")])
  }
  return Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    part(jwk.x),
    Buffer.from("225820", "hex"),
    part(jwk.y),
  ])
}

/**
 * A browser with a device that keeps passkeys, on a page of an origin: real keys, COSE and signatures, attestation none.
 * @param counts whether it counts its uses, as security keys do and synchronised passkeys do not
 */
export function openPasskeyDevice(
  origin: string,
  { counts = true, algorithm = "ES256" }: { counts?: boolean; algorithm?: "ES256" | "RS256" } = {},
) {
  const kept: Kept[] = []
  const authenticatorData = (rpId: string, signCount: number, faults: Faults, attested = Buffer.alloc(0)): Buffer => {
    const flags = (faults.isAbsent ? 0 : 1) | (faults.isUnverified ? 0 : 4) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(faults.signCount ?? signCount)
    const host = createHash("sha256")
      .update(faults.rpId ?? rpId)
      .digest()
    return Buffer.concat([host, Buffer.from([flags]), count, attested])
  }
  const clientData = (type: string, challenge: string, faults: Faults): string =>
    JSON.stringify({
      type: faults.type ?? type,
      challenge,
      origin: faults.origin ?? origin,
      crossOrigin: faults.crossOrigin ?? false,
    })
  return {
    /** Makes a passkey, as `navigator.credentials.create` does. */
    create(offer: { challenge: string; rpId: string; user: { id: string } }, faults: Faults = {}) {
      const pair =
        algorithm === "ES256"
          ? generateKeyPairSync("ec", { namedCurve: "P-256" })
          : generateKeyPairSync("rsa", { modulusLength: 2048 })
      const passkey = { id: randomBytes(32), userHandle: offer.user.id, privateKey: pair.privateKey, signCount: 0 }
      kept.push(passkey)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(passkey.id.length)
      const key = faults.key ?? coseKey(pair.publicKey, algorithm)
      const attested = Buffer.concat([Buffer.alloc(16), length, passkey.id, key])
      return {
        id: faults.id ?? b64(passkey.id),
        response: {
          clientDataJSON: b64(clientData("webauthn.create", offer.challenge, faults)),
          authenticatorData: b64(authenticatorData(offer.rpId, 0, faults, attested)),
          transports: ["internal"],
        },
      }
    },
    /** Signs with the newest passkey, as `navigator.credentials.get` does. */
    get({ challenge, rpId }: { challenge: string; rpId: string }, faults: Faults = {}) {
      const passkey = kept.at(-1)
      if (!passkey) throw new Error("This device has no passkey.")
      if (counts) passkey.signCount++
      const client = clientData("webauthn.get", challenge, faults)
      const data = authenticatorData(rpId, passkey.signCount, faults)
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()])
      const key = faults.isForged ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey : passkey.privateKey
      const userHandle = faults.userHandle === undefined ? passkey.userHandle : faults.userHandle
      return {
        id: faults.id ?? b64(passkey.id),
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(data),
          signature: b64(sign("sha256", signed, key)),
          userHandle,
        },
      }
    },
  }
}
