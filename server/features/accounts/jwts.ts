import type { Person } from "#server/platform/caller.ts"
import { AppError } from "#server/platform/errors.ts"
import { jwtKey, signJwt } from "#server/platform/jwt.ts"
import type { Services } from "#server/services.ts"

/**
 * A token that stands for the caller's session for a while, and no longer than the session lives.
 * @throws AppError `user_session_not_found` for a caller who came by such a token: they do not beget others
 */
export function createJwt(s: Pick<Services, "tokenKey">, caller: Person, seconds: number): string {
  if (caller.isByJwt) throw new AppError("user_session_not_found", "A token is made by a session only.")
  const exp = Math.floor(Date.now() / 1000) + seconds
  return signJwt({ userId: caller.accountId, sessionId: caller.sessionId, exp }, jwtKey(s.tokenKey))
}
