import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { passkeyLimits } from "#contract/identity/passkey-limits.ts"
import * as contract from "#contract/identity/passkeys.ts"
import type { Services } from "#server/declarations/services.ts"
import { answerSession, prolongCookies } from "#server/features/identity/sessions/cookies.ts"
import { refuseSecondSession } from "#server/features/identity/sessions/service.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerNetwork, hourlyPerPerson } from "#server/platform/http/route-limits.ts"
import { actorOf, visitorOf } from "#server/platform/http/visitor.ts"
import { newSecret } from "#server/platform/ids.ts"
import * as passkeys from "./service.ts"
import * as signIn from "./sign-in.ts"

/** Passkeys: added, named, removed, and used as either step of signing in. */
export function passkeyRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const changing = { limits: [hourlyPerNetwork(60), hourlyPerPerson(30)] }
  registerRoute(app, context, contract.listPasskeys, {}, async ({ caller }) => ({
    data: await passkeys.passkeysOf(s, caller.accountId),
  }))
  registerRoute(app, context, contract.getPasskeyState, {}, async ({ caller }) => ({
    data: await passkeys.passkeyStateOf(s, caller.accountId),
  }))
  registerRoute(app, context, contract.offerPasskey, changing, async (call) => ({
    data: await passkeys.offerPasskey(s, actorOf(s, call)),
  }))
  registerRoute(app, context, contract.addPasskey, changing, async (call) => ({
    data: await passkeys.addPasskey(s, actorOf(s, call), call.body.name, call.body.credential),
  }))
  registerRoute(app, context, contract.renamePasskey, changing, async ({ caller, params, body }) => ({
    data: await passkeys.renamePasskey(s, caller.accountId, params.passkeyId, body.name),
  }))
  registerRoute(app, context, contract.removePasskey, changing, async (call) => {
    await passkeys.removePasskey(s, actorOf(s, call), call.params.passkeyId)
    return null
  })
  registerRoute(app, context, contract.setTwoStepByPasskey, changing, async (call) => {
    const actor = actorOf(s, call)
    if (call.body.isOn) return { data: { recoveryCodes: await passkeys.turnOnByPasskey(s, actor) } }
    await passkeys.turnOffByPasskey(s, actor)
    return { data: { recoveryCodes: [] } }
  })
  registerRoute(app, context, contract.startPasskeyProof, changing, async (call) => ({
    data: await signIn.startProof(s, actorOf(s, call)),
  }))
  registerRoute(app, context, contract.givePasskeyProof, changing, async (call) => {
    const session = await signIn.giveProof(s, actorOf(s, call), call.body)
    prolongCookies(s, call.request, call.reply, session)
    return session
  })
  // The sign-in form asks each time it is shown, so that browsers can offer passkeys at its field.
  const asking = { limits: [hourlyPerNetwork(600)] }
  registerRoute(app, context, contract.startPasskeySignIn, asking, async ({ request, reply }) => ({
    data: await signIn.startSignIn(s, keepSeed(s, request, reply)),
  }))
  const entering = { limits: [hourlyPerNetwork(100)] }
  registerRoute(app, context, contract.signInByPasskey, entering, async ({ caller, body, request, reply }) => {
    if (caller.kind === "person") refuseSecondSession()
    const seed = request.cookies[seedCookie] ?? ""
    return answerSession(s, request, reply, await signIn.signInByPasskey(s, body, seed, visitorOf(s, request)))
  })
}

/** Names the browser that asked: an answer counts there only. Several tabs share it. */
const seedCookie = "aworan_passkey"

function keepSeed(s: Services, request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[seedCookie]
  const seed = known && /^[\da-f]{32}$/.test(known) ? known : newSecret(16)
  const secure = s.config.publicUrl.startsWith("https:")
  const maxAge = 2 * passkeyLimits.challengeMinutes * 60
  reply.setCookie(seedCookie, seed, { path: "/passkey-sign-in", httpOnly: true, secure, sameSite: "strict", maxAge })
  return seed
}
