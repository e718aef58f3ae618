import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import * as contract from "#contract/identity/account-oauth.ts"
import { deleteIdentity, listIdentities } from "#contract/identity/account-records.ts"
import { projectId } from "#contract/project.ts"
import type { Services } from "#server/declarations/services.ts"
import { answerSession } from "#server/features/identity/sessions/cookies.ts"
import { AppError } from "#server/platform/errors.ts"
import { answerError, describeError } from "#server/platform/http/error-reply.ts"
import { readTrustedUrl, trustedOrigins } from "#server/platform/http/origins.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerNetwork } from "#server/platform/http/route-limits.ts"
import { actorOf, visitorOf } from "#server/platform/http/visitor.ts"
import { failedSignInPage } from "./failure-page.ts"
import { finishSignIn, providerOf, startSignIn } from "./provider-sign-in.ts"
import { identitiesOf, removeIdentity } from "./service.ts"
import { forgetSeed, keepSeed, readSeed } from "./sign-in-secrets.ts"

/** Longest form of a provider, in bytes. */
const maxFormBytes = 32 * 1024

export function identityRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, listIdentities, {}, ({ caller, query }) =>
    identitiesOf(s, caller.accountId, query.queries ?? []),
  )
  registerRoute(app, context, deleteIdentity, {}, async (call) => {
    await removeIdentity(s, actorOf(s, call), call.params.identityId)
    return null
  })
  const starts = [
    [contract.startOAuth, "session"],
    [contract.startOAuthToken, "token"],
  ] as const
  for (const [endpoint, result] of starts) {
    const options = { limits: [hourlyPerNetwork(50)], errorHandler: answerAsPage }
    registerRoute(app, context, endpoint, options, async ({ caller, params, query, request, reply }) => {
      const provider = providerOf(s, params.provider)
      refuseForeignStart(s, request)
      const { success = "", failure = "", scopes = [] } = query
      const { seed, page } = await startSignIn(s, provider, { result, success, failure, scopes }, caller)
      keepSeed(s, reply, provider, seed)
      return leadTo(reply, page)
    })
  }

  const finish = async (call: Finish, query: string): Promise<FastifyReply> => {
    const { params, request, reply } = call
    if (params.projectId !== projectId) throw new AppError("project_not_found", "There is no such project.")
    const provider = providerOf(s, params.provider)
    const seed = readSeed(request, provider)
    forgetSeed(s, reply, provider)
    const { page, signedIn } = await finishSignIn(s, provider, { query, seed }, visitorOf(s, request))
    if (signedIn) answerSession(s, request, reply, signedIn)
    return leadTo(reply, page)
  }
  const options = { limits: [hourlyPerNetwork(100)], errorHandler: answerAsPage }
  registerRoute(app, context, contract.finishOAuth, options, (call) => finish(call, queryOf(call.request.url)))
  // A scope of its own: only here is such a form read.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    const formOptions = { ...options, takesForeignForms: true } as const
    registerRoute(scope, context, contract.finishOAuthByForm, formOptions, async (call) => {
      const form = contract.ProviderForm.safeParse(call.request.body ?? {})
      if (!form.success) throw new AppError("general_bad_request", "The provider's form cannot be read.")
      return finish(call, new URLSearchParams(form.data).toString())
    })
  })
}

interface Finish {
  params: { provider: string; projectId: string }
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * A page elsewhere must not begin a sign-in here: it could have signed the browser in at the provider as somebody else,
 * and that one would then get into the account of whoever is signed in here.
 */
function refuseForeignStart(s: Services, { headers }: FastifyRequest): void {
  if (headers["sec-fetch-site"] !== "cross-site") return
  if (headers.referer && readTrustedUrl(headers.referer, trustedOrigins(s.config))) return
  throw new AppError("general_unknown_origin", "Signing in begins on a page of ours. Please press the button there.")
}

function queryOf(url: string): string {
  return url.split("?").slice(1).join("?")
}

/** The address of the page before carries codes and secrets, so it is told to nobody. */
function leadTo(reply: FastifyReply, page: URL): FastifyReply {
  return reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(page.href, 302)
}

/** Browsers come here by themselves, so people read what went wrong; programs get it as JSON, as everywhere. */
function answerAsPage(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (!request.headers.accept?.includes("text/html")) {
    answerError(error, request, reply)
    return
  }
  const { code, message } = describeError(error, request)
  reply.code(code).header("cache-control", "no-store").header("referrer-policy", "no-referrer")
  reply.type("text/html; charset=utf-8").serializer(String).send(failedSignInPage(message))
}
