import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from "node:crypto"
import { z } from "zod"
import type { SafePost } from "#server/platform/providers/safe-fetch.ts"

/** A browser that asked to be pushed to. */
export interface PushedBrowser {
  /** What it hands to the site. */
  keys: { p256dh: string; auth: string }
  /** Opens what came for it (RFC 8291). @throws Error when it was sealed for another, or changed on the way */
  open(body: Buffer): unknown
}

/** Makes one, with keys of its own. */
export function newBrowser(): PushedBrowser {
  const pair = createECDH("prime256v1")
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: own.toString("base64url"), auth: auth.toString("base64url") },
    open(body) {
      const salt = body.subarray(0, 16)
      const keyEnd = 21 + body.readUInt8(20)
      const sender = body.subarray(21, keyEnd)
      const derive = (secret: Uint8Array, salted: Uint8Array, info: Uint8Array, bytes: number): Buffer =>
        Buffer.from(hkdfSync("sha256", secret, salted, info, bytes))
      const shared = pair.computeSecret(sender)
      const secret = derive(shared, auth, Buffer.concat([Buffer.from("WebPush: info\0"), own, sender]), 32)
      const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16)
      const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12)
      const cipher = createDecipheriv("aes-128-gcm", key, nonce)
      cipher.setAuthTag(body.subarray(-16))
      const padded = Buffer.concat([cipher.update(body.subarray(keyEnd, -16)), cipher.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    },
  }
}

const Claims = z.object({ aud: z.string(), exp: z.number(), sub: z.url() })

/**
 * What a push service says to a push (RFC 8030), once it has looked at who sends it (RFC 8292).
 * @param seconds what its clock shows
 */
export function answerPush(address: URL, { headers, body }: SafePost, seconds: number): 201 | 400 | 403 | 413 {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  if (!/^\d+$/.test(named.get("ttl") ?? "") || !/^[\w-]{1,32}$/.test(named.get("topic") ?? "")) return 400
  if (body.length > 4_096) return 413
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(named.get("authorization") ?? "") ?? []
  const [head = "", claims = "", signature = ""] = token.split(".")
  const point = Buffer.from(key, "base64url")
  if (point.length !== 65) return 403
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")]
  const signer = { key: { kty: "EC", crv: "P-256", x, y }, format: "jwk", dsaEncoding: "ieee-p1363" } as const
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, "base64url"))) return 403
  const { aud, exp } = Claims.parse(JSON.parse(Buffer.from(claims, "base64url").toString()))
  return aud === address.origin && exp > seconds && exp <= seconds + 24 * 60 * 60 ? 201 : 403
}
