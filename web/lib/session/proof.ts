import { createChallenge, factorCode, finishChallenge } from "#contract/identity/account-factors.ts"
import { call } from "#web/lib/calls/call.ts"

/** Gives the second factor: a code of the app, or a recovery code. @throws ApiError when it is refused */
export async function giveCode(text: string): Promise<void> {
  const digits = new RegExp(`^\\d{${factorCode.digits}}$`)
  const factor = digits.test(text.replaceAll(/\s/g, "")) ? "totp" : "recoverycode"
  const { $id } = await call(createChallenge, { body: { factor } })
  await call(finishChallenge, { body: { challengeId: $id === "totp" ? "totp" : "recoverycode", otp: text.trim() } })
}
