import type { FastifyInstance } from "fastify"
import * as contract from "#contract/hosted/account-tokens.ts"
import { type MountContext, mount } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import { requestEmailCode } from "./email-codes.ts"
import { limits } from "./limits.ts"
import { requestMagicLink } from "./magic-links.ts"
import * as links from "./mail-links.ts"
import * as codes from "./phone-codes.ts"
import { answerSession } from "./session-reply.ts"
import type { ActorOf } from "./session-routes.ts"
import { refuseSecondSession } from "./sessions.ts"
import { signInByToken } from "./token-sign-in.ts"
import { visitorOf } from "./visitor.ts"

export function tokenRoutes(app: FastifyInstance, s: Services, context: MountContext, actorOf: ActorOf): void {
  mount(app, context, contract.createVerification, { limits: limits.requestVerification }, (call) =>
    links.requestVerification(s, actorOf(call), call.body.url),
  )
  mount(app, context, contract.confirmVerification, { limits: limits.confirm }, ({ body, request }) =>
    links.confirmAddress(s, body, visitorOf(s, request)),
  )
  mount(app, context, contract.createPhoneVerification, { limits: limits.requestCodeVerification }, (call) =>
    codes.requestPhoneVerification(s, actorOf(call)),
  )
  mount(app, context, contract.confirmPhoneVerification, { limits: limits.confirm }, ({ body, request }) =>
    codes.confirmPhone(s, body, visitorOf(s, request)),
  )
  mount(app, context, contract.createRecovery, { limits: limits.requestRecovery }, ({ caller, body, request }) => {
    const start = caller.kind === "key" ? links.requestRecoveryByKey : links.requestRecovery
    return start(s, body.email, body.url, visitorOf(s, request))
  })
  mount(app, context, contract.confirmRecovery, { limits: limits.confirm }, ({ body, request }) =>
    links.confirmRecovery(s, body, visitorOf(s, request)),
  )
  mount(app, context, contract.createMagicLink, { limits: limits.requestMagicLink }, ({ caller, body, request }) =>
    requestMagicLink(s, body, visitorOf(s, request), caller.kind === "key"),
  )
  mount(app, context, contract.createEmailCode, { limits: limits.requestEmailCode }, ({ caller, body, request }) =>
    requestEmailCode(s, body, visitorOf(s, request), caller.kind === "key"),
  )
  mount(app, context, contract.createPhoneCode, { limits: limits.requestCode }, ({ caller, body, request }) =>
    codes.requestPhoneCode(s, body, visitorOf(s, request), caller.kind === "key"),
  )
  const finishing = [
    [contract.finishMagicLink, ["magic-url"]],
    [contract.finishPhoneCode, ["phone"]],
    [contract.finishToken, ["magic-url", "email", "phone", "oauth2"]],
  ] as const
  for (const [endpoint, kinds] of finishing) {
    mount(app, context, endpoint, { limits: limits.finishToken }, async ({ caller, body, request, reply }) => {
      if (caller.kind === "person") refuseSecondSession()
      return answerSession(s, request, reply, await signInByToken(s, kinds, body, visitorOf(s, request)))
    })
  }
}
