import { createHmac, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import { AppError } from "./errors.ts"

/** What a token of ours says: whose session it stands for, and until when in epoch seconds (contract §2.8). */
const Claims = z.object({ userId: z.string(), sessionId: z.string(), exp: z.number() })
export type Claims = z.infer<typeof Claims>

/** The one kind that is made and taken: another algorithm in a token's head is refused (checklist 2.7). */
const head = encode({ alg: "HS256", typ: "JWT" })

/** A key for tokens only, so that nothing else signed with the installation's key passes for one. */
export function jwtKey(installationKey: Buffer): Buffer {
  return createHmac("sha256", installationKey).update("jwt").digest()
}

export function signJwt(claims: Claims, key: Buffer): string {
  const said = `${head}.${encode(claims)}`
  return `${said}.${signature(said, key).toString("base64url")}`
}

/** @throws AppError `user_jwt_invalid` for a token that is not ours, was changed, or is too old */
export function readJwt(text: string, key: Buffer, now = Date.now()): Claims {
  const [givenHead = "", body = "", given = "", ...rest] = text.length <= 2_000 ? text.split(".") : []
  const right = signature(`${givenHead}.${body}`, key)
  const stated = Buffer.from(given, "base64url")
  const isSigned = stated.length === right.length && timingSafeEqual(stated, right)
  if (!isSigned || rest.length > 0 || givenHead !== head) throw invalid()
  const claims = Claims.safeParse(decode(body))
  if (!claims.success || claims.data.exp * 1000 <= now) throw invalid()
  return claims.data
}

function invalid(): AppError {
  return new AppError("user_jwt_invalid", "The token is wrong or too old.")
}

function signature(said: string, key: Buffer): Buffer {
  return createHmac("sha256", key).update(said).digest()
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url")
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"))
  } catch {
    return null
  }
}
