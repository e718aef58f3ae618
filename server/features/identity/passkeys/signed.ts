import { createHash, createPublicKey, type JsonWebKey, type KeyObject, verify } from "node:crypto"
import { z } from "zod"
import type { Assertion, NewCredential } from "#contract/identity/passkeys.ts"

/** What a page says of the ceremony, in the form its browser wrote it (WebAuthn Level 3, 5.8.1). */
const ClientData = z.object({
  type: z.enum(["webauthn.create", "webauthn.get"]),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
})
export type ClientData = z.infer<typeof ClientData>

/** @returns null for what no browser writes */
export function readClientData(clientDataJSON: string): ClientData | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(clientDataJSON, "base64url"))
    return ClientData.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** What an authenticator says of itself (6.1). */
export interface AuthenticatorData {
  isPresent: boolean
  /** The device checked by finger, face or code that it is its person. */
  isVerified: boolean
  signCount: number
  /** What follows the 37 bytes that every one has. */
  rest: Buffer
}

/** @returns null for malformed bytes, and for those of another host name */
export function readAuthenticatorData(text: string, rpId: string): AuthenticatorData | null {
  const data = Buffer.from(text, "base64url")
  if (data.length < 37 || !data.subarray(0, 32).equals(createHash("sha256").update(rpId).digest())) return null
  const flags = data[32] ?? 0
  return {
    isPresent: (flags & 1) !== 0,
    isVerified: (flags & 4) !== 0,
    signCount: data.readUInt32BE(33),
    rest: (flags & 0x40) !== 0 ? data.subarray(37) : Buffer.alloc(0),
  }
}

/**
 * Keys as authenticators write them: CTAP2 prescribes the order and the shortest form, so each of the two algorithms that
 * are asked for has one layout, and nothing has to read CBOR at large.
 */
const keyLayouts: readonly {
  begins: Buffer
  parts: readonly (Buffer | number)[]
  jwk: (parts: Buffer[]) => JsonWebKey
}[] = [
  {
    // ES256: P-256, with both coordinates.
    begins: Buffer.from("a5010203262001215820", "hex"),
    parts: [32, Buffer.from("225820", "hex"), 32],
    jwk: ([x, y]) => ({ kty: "EC", crv: "P-256", x: encode(x), y: encode(y) }),
  },
  {
    // RS256: 2,048 bits, the exponent 65537.
    begins: Buffer.from("a401030339010020590100", "hex"),
    parts: [256, Buffer.from("2143010001", "hex")],
    jwk: ([n]) => ({ kty: "RSA", n: encode(n), e: "AQAB" }),
  },
]

function encode(bytes: Buffer | undefined): string {
  return (bytes ?? Buffer.alloc(0)).toString("base64url")
}

function readKey(cose: Buffer): KeyObject | null {
  for (const { begins, parts, jwk } of keyLayouts) {
    if (!cose.subarray(0, begins.length).equals(begins)) continue
    let at = begins.length
    const found: Buffer[] = []
    for (const part of parts) {
      const bytes = cose.subarray(at, at + (typeof part === "number" ? part : part.length))
      if (typeof part === "number" ? bytes.length < part : !bytes.equals(part)) return null
      if (typeof part === "number") found.push(bytes)
      at += bytes.length
    }
    try {
      return createPublicKey({ key: jwk(found), format: "jwk" })
    } catch {
      // A point that is not on the curve.
      return null
    }
  }
  return null
}

/**
 * The key of a new passkey, out of what the authenticator wrote (6.5.1): nothing a page says beside it counts.
 * @returns its key as DER; null for malformed bytes, another id and algorithms nobody asked for
 */
export function readNewKey({ rest }: AuthenticatorData, credential: NewCredential): Buffer | null {
  // 16 bytes name the model, two the length of the id.
  if (rest.length < 18) return null
  const end = 18 + rest.readUInt16BE(16)
  if (!rest.subarray(18, end).equals(Buffer.from(credential.id, "base64url"))) return null
  return readKey(rest.subarray(end))?.export({ type: "spki", format: "der" }) ?? null
}

/** Whether the passkey with this key signed what was sent (7.2, steps 20 and 21). */
export function isSigned(publicKey: Buffer, { response }: Assertion): boolean {
  const hash = createHash("sha256").update(Buffer.from(response.clientDataJSON, "base64url")).digest()
  const signed = Buffer.concat([Buffer.from(response.authenticatorData, "base64url"), hash])
  const key = createPublicKey({ key: publicKey, format: "der", type: "spki" })
  return verify("sha256", signed, key, Buffer.from(response.signature, "base64url"))
}
