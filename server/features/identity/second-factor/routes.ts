import type { FastifyInstance } from "fastify"
import * as contract from "#contract/identity/account-factors.ts"
import { getFactorState, provePassword } from "#contract/identity/second-factor-proof.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Services } from "#server/declarations/services.ts"
import { prolongCookies } from "#server/features/identity/sessions/cookies.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerNetwork, hourlyPerPerson } from "#server/platform/http/route-limits.ts"
import { actorOf } from "#server/platform/http/visitor.ts"
import * as factors from "./service.ts"

/** The second factor of an account: set up, given, changed (docs/hosted-backend.md#second-factor). */
export function secondFactorRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const changing = { limits: [hourlyPerNetwork(60), hourlyPerPerson(30)] }
  registerRoute(app, context, contract.listFactors, {}, async ({ caller }) => {
    const { recoveryCodesLeft } = await factors.factorStateOf(s, caller.accountId)
    return {
      totp: await factors.hasAuthenticator(s.db, caller.accountId),
      phone: false,
      email: false,
      recoveryCode: recoveryCodesLeft > 0,
    }
  })
  registerRoute(app, context, getFactorState, {}, async ({ caller }) => ({
    data: await factors.factorStateOf(s, caller.accountId),
  }))
  registerRoute(app, context, contract.offerAuthenticator, changing, (call) =>
    factors.offerAuthenticator(s, actorOf(s, call), call.body),
  )
  registerRoute(app, context, contract.confirmAuthenticator, changing, (call) =>
    factors.confirmAuthenticator(s, actorOf(s, call), call.body.otp),
  )
  registerRoute(app, context, contract.deleteAuthenticator, changing, async (call) => {
    await factors.removeAuthenticator(s, actorOf(s, call), call.body)
    return null
  })
  registerRoute(app, context, contract.renewRecoveryCodes, changing, async (call) => ({
    recoveryCodes: await factors.renewRecoveryCodes(s, actorOf(s, call), call.body),
  }))
  // A challenge needs no record: the app has the code already, and a recovery code is known.
  registerRoute(app, context, contract.createChallenge, changing, async ({ caller, body }) => ({
    $id: body.factor,
    $createdAt: serialiseDate(new Date()),
    userId: caller.accountId,
    expire: serialiseDate(new Date(caller.expiresAt)),
  }))
  registerRoute(app, context, contract.finishChallenge, changing, async (call) => {
    const session = await factors.giveFactor(s, actorOf(s, call), call.body.challengeId, call.body.otp)
    prolongCookies(s, call.request, call.reply, session)
    return session
  })
  registerRoute(app, context, provePassword, { limits: [hourlyPerNetwork(60), hourlyPerPerson(20)] }, async (call) => {
    await factors.giveProof(s, actorOf(s, call), call.body.password)
    return null
  })
}
