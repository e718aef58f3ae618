import type { FastifyInstance } from "fastify"
import { createEmailSession } from "#contract/identity/account.ts"
import * as contract from "#contract/identity/account-tokens.ts"
import { getSessionInfo } from "#contract/identity/sessions.ts"
import type { Services } from "#server/declarations/services.ts"
import { answerSession, deviceOf } from "#server/features/identity/sessions/cookies.ts"
import { refuseSecondSession } from "#server/features/identity/sessions/service.ts"
import { type RouteContext, type RouteLimit, registerRoute } from "#server/platform/http/register-route.ts"
import { passkeyHost } from "#server/platform/http/relying-party.ts"
import { hourlyPerField, hourlyPerNetwork, hourlyPerPerson } from "#server/platform/http/route-limits.ts"
import { actorOf, visitorOf } from "#server/platform/http/visitor.ts"
import { mailboxOf } from "#server/platform/text/mailbox.ts"
import { internationalNumber } from "#server/platform/text/phone-numbers.ts"
import { plainFormRoutes } from "./plain-forms.ts"
import { confirmRecovery, requestRecovery, requestRecoveryByKey } from "./recovery.ts"
import * as signIn from "./service.ts"
import { confirmEmail, confirmPhone, requestEmailVerification, requestPhoneVerification } from "./verification.ts"

/**
 * Tries at one account's secrets from one network.
 * @param part where the call takes the account from, and nowhere else: a form that is sent without scripts has it in the
 * address of its page
 */
const triesAt = (part: "body" | "query"): RouteLimit => ({
  max: 10,
  windowSeconds: 3_600,
  by: ({ ip, [part]: { userId } }) => (typeof userId === "string" ? `ip:${ip} user:${userId}` : null),
})

/** Mails of one kind to one mailbox, however its address is written. */
const mailsTo = hourlyPerField(10, "email", (email) => mailboxOf(email.trim().toLowerCase()))

// The network first: what is refused for it must not count against the address or number it is about.
const limits = {
  password: [hourlyPerNetwork(100)],
  anonymous: [hourlyPerNetwork(50)],
  requestVerification: [hourlyPerPerson(10), hourlyPerNetwork(60)],
  requestPhoneVerification: [hourlyPerPerson(10), hourlyPerNetwork(10)],
  requestRecovery: [hourlyPerNetwork(10), mailsTo],
  requestMagicLink: [hourlyPerNetwork(60), mailsTo],
  requestEmailCode: [hourlyPerNetwork(60), mailsTo],
  requestPhoneCode: [hourlyPerNetwork(10), hourlyPerField(10, "phone", internationalNumber)],
  useSecret: [hourlyPerNetwork(60), triesAt("body")],
  confirm: [hourlyPerNetwork(60), triesAt("body")],
  confirmByForm: [hourlyPerNetwork(60), triesAt("query")],
}

export function signInRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(
    app,
    context,
    createEmailSession,
    { limits: limits.password },
    async ({ caller, body, request, reply }) => {
      if (caller.kind === "person") refuseSecondSession()
      const signedIn = await signIn.signInByPassword(s, body, {
        visitor: visitorOf(s, request),
        isLimited: caller.kind !== "key",
        deviceOf: (accountId) => deviceOf(s, request, accountId),
      })
      return answerSession(s, request, reply, signedIn)
    },
  )
  const anonymous = { limits: limits.anonymous }
  registerRoute(app, context, contract.createAnonymousSession, anonymous, async ({ caller, request, reply }) => {
    if (caller.kind === "person") refuseSecondSession()
    return answerSession(s, request, reply, await signIn.signInAnonymously(s, visitorOf(s, request)))
  })
  registerRoute(app, context, getSessionInfo, {}, async () => ({
    data: {
      isMailCaptured: s.mailer.kind === "captured",
      passkeyHost: passkeyHost(s.config),
      identityProviders: [...s.identityProviders.values()].map(({ name, title }) => ({ name, title })),
    },
  }))
  plainFormRoutes(app, s, context, {
    signIn: limits.password,
    signUp: [hourlyPerNetwork(10)],
    forgotPassword: limits.requestRecovery,
    useLink: limits.confirmByForm,
  })
  secretRoutes(app, s, context)
  verificationRoutes(app, s, context)
}

/** Links and codes that sign in: asked for, and used. */
function secretRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.createMagicLink, { limits: limits.requestMagicLink }, ({ caller, body }) =>
    signIn.requestSecret(s, { ...body, channel: "magic-url", address: body.email }, caller.kind === "key"),
  )
  registerRoute(app, context, contract.createEmailCode, { limits: limits.requestEmailCode }, ({ caller, body }) =>
    signIn.requestSecret(s, { ...body, channel: "email", address: body.email }, caller.kind === "key"),
  )
  registerRoute(app, context, contract.createPhoneCode, { limits: limits.requestPhoneCode }, ({ caller, body }) =>
    signIn.requestSecret(
      s,
      { ...body, channel: "phone", address: internationalNumber(body.phone) },
      caller.kind === "key",
    ),
  )
  const finishing = [
    [contract.finishMagicLink, ["magic-url"]],
    [contract.finishPhoneCode, ["phone"]],
    [contract.finishToken, ["magic-url", "email", "phone", "oauth2"]],
  ] as const
  for (const [endpoint, kinds] of finishing) {
    registerRoute(app, context, endpoint, { limits: limits.useSecret }, async ({ caller, body, request, reply }) => {
      if (caller.kind === "person") refuseSecondSession()
      return answerSession(s, request, reply, await signIn.signInBySecret(s, kinds, body, visitorOf(s, request)))
    })
  }
}

/** Links and codes that prove an address, and those that reset a password. */
function verificationRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.createVerification, { limits: limits.requestVerification }, (call) =>
    requestEmailVerification(s, actorOf(s, call), call.body.url),
  )
  registerRoute(app, context, contract.confirmVerification, { limits: limits.confirm }, ({ body, request }) =>
    confirmEmail(s, body, visitorOf(s, request)),
  )
  registerRoute(app, context, contract.createPhoneVerification, { limits: limits.requestPhoneVerification }, (call) =>
    requestPhoneVerification(s, actorOf(s, call)),
  )
  registerRoute(
    app,
    context,
    contract.confirmPhoneVerification,
    { limits: limits.confirm },
    ({ body, caller, request }) => confirmPhone(s, body, caller, visitorOf(s, request)),
  )
  registerRoute(
    app,
    context,
    contract.createRecovery,
    { limits: limits.requestRecovery },
    ({ caller, body, request }) => {
      const start = caller.kind === "key" ? requestRecoveryByKey : requestRecovery
      return start(s, body.email, body.url, visitorOf(s, request))
    },
  )
  registerRoute(app, context, contract.confirmRecovery, { limits: limits.confirm }, ({ body, request }) =>
    confirmRecovery(s, body, visitorOf(s, request)),
  )
}
