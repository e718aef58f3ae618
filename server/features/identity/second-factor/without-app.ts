import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { requireFreshProof, setSecondFactor } from "#server/features/identity/accounts/service.ts"
import { writeLog } from "#server/features/identity/activity/service.ts"
import { endSessions } from "#server/features/identity/sessions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Actor } from "#server/platform/http/visitor.ts"
import { sendFactorNotice } from "./factor-mail.ts"
import { hasAuthenticator, makeCodes, passHere, switchOff } from "./service.ts"

/**
 * Switches the second step on for somebody who has another one than an app, and signs out everywhere else; where it is
 * on, only makes new recovery codes. With a second step, a fresh proof is that step.
 * @param requireOther throws where there is no other one
 * @returns recovery codes, which nobody is shown again
 * @throws AppError `proof_required`; `step_not_allowed` with an app, whose own way asks for its code
 */
export async function turnOnWithoutApp(
  s: Services,
  actor: Actor,
  requireOther: (tx: Tx) => Promise<void>,
): Promise<string[]> {
  return transact(s.db, async (tx) => {
    const account = await requireFreshProof(tx, actor)
    await requireOther(tx)
    if (await hasAuthenticator(tx, account.id)) throw hasApp()
    if (account.secondFactorAt === null) {
      await setSecondFactor(tx, account.id, new Date())
      await passHere(tx, actor)
      await endSessions(tx, account.id, actor.sessionId)
      await sendFactorNotice(s, tx, account, "on-by-passkey")
    }
    await writeLog(tx, account.id, "user.update.mfa", actor.visitor)
    return makeCodes(s, tx, account.id)
  })
}

/** Switches it off again. @throws AppError `proof_required`; `step_not_allowed` with an app; `user_authenticator_not_found` */
export async function turnOffWithoutApp(s: Services, actor: Actor): Promise<void> {
  await transact(s.db, async (tx) => {
    const account = await requireFreshProof(tx, actor)
    if (await hasAuthenticator(tx, account.id)) throw hasApp()
    await switchOff(tx, account)
    // A sign-in that waited for its second step must not be let in by this.
    await endSessions(tx, account.id, actor.sessionId)
    await writeLog(tx, account.id, "user.update.mfa", actor.visitor)
    await sendFactorNotice(s, tx, account, "off")
  })
}

function hasApp(): AppError {
  return new AppError("step_not_allowed", "Your authenticator app is your second step. Change it at My account.")
}
