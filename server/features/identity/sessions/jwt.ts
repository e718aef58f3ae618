import { createHmac } from "node:crypto"
import { errors, jwtVerify, SignJWT } from "jose"
import { z } from "zod"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"

/** What a token says: whose session it stands for, and until when in epoch seconds. */
const Claims = z.object({ userId: z.string(), sessionId: z.string(), exp: z.number() })
type Claims = z.infer<typeof Claims>

/** The one algorithm that is made and taken. */
const algorithm = "HS256"

/** Longest text that is looked at. */
const maxLength = 2_000

/** A key for tokens only, so that nothing else signed with the installation's key passes for one. */
export function jwtKey(installationKey: Buffer): Buffer {
  return createHmac("sha256", installationKey).update("jwt").digest()
}

/**
 * A token that stands for the caller's session for a while, and no longer than the session lives.
 * @throws AppError `user_session_not_found` for a caller who came by such a token: a token makes no other tokens
 */
export async function createJwt(s: Pick<Services, "tokenKey">, caller: Person, seconds: number): Promise<string> {
  if (caller.isByJwt) throw new AppError("user_session_not_found", "A token is made by a session only.")
  return new SignJWT({ userId: caller.accountId, sessionId: caller.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: "JWT" })
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(jwtKey(s.tokenKey))
}

/** @throws AppError `user_jwt_invalid` for a token that is not ours, was changed, or is too old */
export async function readJwt(text: string, key: Buffer): Promise<Claims> {
  if (text.length > maxLength) throw invalid()
  try {
    const { payload } = await jwtVerify(text, key, { algorithms: [algorithm] })
    return Claims.parse(payload)
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw invalid()
    throw error
  }
}

function invalid(): AppError {
  return new AppError("user_jwt_invalid", "The token is wrong or too old.")
}
