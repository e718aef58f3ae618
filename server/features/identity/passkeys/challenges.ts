import { randomBytes } from "node:crypto"
import { passkeyLimits } from "#contract/identity/passkey-limits.ts"
import type { Db } from "#server/db/open.ts"
import { AppError } from "#server/platform/errors.ts"
import { sha256 } from "#server/platform/ids.ts"
import { insertChallenge, type Purpose, takeChallenge } from "./queries.ts"

/** Who has to answer: the session, or the browser by the seed in its cookie. */
type Holder = { sessionId: string } | { seed: string }

function hashOf(holder: Holder): Buffer {
  return sha256("sessionId" in holder ? `session:${holder.sessionId}` : `browser:${holder.seed}`)
}

/** @returns what has to be signed, for one purpose, by one holder, once */
export async function makeChallenge(db: Db, purpose: Purpose, holder: Holder): Promise<string> {
  const challenge = randomBytes(32).toString("base64url")
  const expiresAt = new Date(Date.now() + passkeyLimits.challengeMinutes * 60_000)
  await insertChallenge(db, { challengeHash: sha256(challenge), purpose, holderHash: hashOf(holder), expiresAt })
  return challenge
}

/**
 * Uses a challenge up, whatever comes of the answer.
 * @throws AppError `user_invalid_token` for one that is used, too old, or another holder's or purpose's
 */
export async function spendChallenge(db: Db, purpose: Purpose, holder: Holder, challenge: string): Promise<void> {
  if (await takeChallenge(db, { challengeHash: sha256(challenge), purpose, holderHash: hashOf(holder) })) return
  throw new AppError("user_invalid_token", "This took too long, or was done before. Please try again.")
}
