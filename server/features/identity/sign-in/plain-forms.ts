import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import * as account from "#contract/identity/account.ts"
import {
  type SignUpFormBody,
  sendForgotPassword,
  sendResetPassword,
  sendSignIn,
  sendSignUp,
  sendVerify,
} from "#contract/identity/account-forms.ts"
import * as tokens from "#contract/identity/account-tokens.ts"
import { detailNames, detailsOf } from "#contract/identity/profile-fields.ts"
import type { Services } from "#server/declarations/services.ts"
import { createAccount, replacePreferences } from "#server/features/identity/accounts/service.ts"
import { fillProfile } from "#server/features/identity/profiles/service.ts"
import { answerSession, deviceOf } from "#server/features/identity/sessions/cookies.ts"
import { refuseSecondSession, type SignedIn } from "#server/features/identity/sessions/service.ts"
import { describeError } from "#server/platform/http/error-reply.ts"
import { plainForms } from "#server/platform/http/plain-form.ts"
import { plainPage, type Way } from "#server/platform/http/plain-page.ts"
import {
  type RegisterOptions,
  type RouteContext,
  type RouteLimit,
  registerRoute,
} from "#server/platform/http/register-route.ts"
import { visitorOf } from "#server/platform/http/visitor.ts"
import { formatNumber } from "#server/platform/text/format-number.ts"
import { confirmRecovery, requestRecovery } from "./recovery.ts"
import { signInByPassword } from "./service.ts"
import { confirmEmail, requestEmailVerification } from "./verification.ts"

/** Limits of the forms: those of the calls that scripts make, and counted with them. */
interface FormLimits {
  signIn: readonly RouteLimit[]
  signUp: readonly RouteLimit[]
  forgotPassword: readonly RouteLimit[]
  /** Of both forms that a mailed link leads to. */
  useLink: readonly RouteLimit[]
}

/** The forms of an account as a browser sends them by itself. */
export function plainFormRoutes(app: FastifyInstance, s: Services, context: RouteContext, limits: FormLimits): void {
  plainForms(app, (forms) => {
    const signIn = {
      limits: limits.signIn,
      countsAs: account.createEmailSession,
      errorHandler: failWith("You are not signed in"),
    }
    registerRoute(forms, context, sendSignIn, signIn, async ({ caller, body, query, request, reply }) => {
      if (caller.kind === "person") refuseSecondSession()
      const signedIn = await signInByPassword(s, body, {
        visitor: visitorOf(s, request),
        isLimited: true,
        deviceOf: (accountId) => deviceOf(s, request, accountId),
      })
      answerSession(s, request, reply, signedIn)
      return answer(reply, "You are signed in", `Welcome back. ${needsScripts}`, onwards(query))
    })
    const signUp = {
      limits: limits.signUp,
      countsAs: account.createAccount,
      errorHandler: failWith("Your account was not made"),
    }
    registerRoute(forms, context, sendSignUp, signUp, async ({ caller, body, query, request, reply }) => {
      if (caller.kind === "person") refuseSecondSession()
      answerSession(s, request, reply, await makeAccount(s, request, body, query.to))
      const text = `We sent a mail to ${body.email}. Press its link to confirm the address and get ${formatNumber(s.config.welcomeCredits)} free credits. ${needsScripts}`
      return answer(reply, "Your account is ready", text, onwards(query))
    })
    const forgotPassword = {
      limits: limits.forgotPassword,
      countsAs: tokens.createRecovery,
      errorHandler: failWith("No mail was sent"),
    }
    registerRoute(forms, context, sendForgotPassword, forgotPassword, async ({ body, request, reply }) => {
      await requestRecovery(s, body.email, `${s.config.publicUrl}/reset-password`, visitorOf(s, request))
      const text = `Look into the inbox of ${body.email}, and into its spam folder. No mail after a few minutes? Then no account has this address.`
      return answer(reply, "A link is on its way", text, { to: "/sign-in", label: "Back to sign in" })
    })
    const resetPassword = {
      limits: limits.useLink,
      countsAs: tokens.confirmRecovery,
      errorHandler: failWith("The password was not changed", newReset),
    }
    registerRoute(forms, context, sendResetPassword, resetPassword, async ({ body, query, request, reply }) => {
      await confirmRecovery(s, { ...query, password: body.newPassword }, visitorOf(s, request))
      const text = "Sign in with it now. You were signed out on every device."
      return answer(reply, "Your new password is saved", text, { to: "/sign-in", label: "Sign in" })
    })
    const verify = {
      limits: limits.useLink,
      countsAs: tokens.confirmVerification,
      errorHandler: failWith("The address was not confirmed", newVerification),
    }
    registerRoute(forms, context, sendVerify, verify, async ({ query, request, reply }) => {
      await confirmEmail(s, query, visitorOf(s, request))
      return answer(reply, "Your e-mail is confirmed", `Thank you. ${needsScripts}`, onwards({}))
    })
  })
}

const needsScripts = "The studio itself needs scripts: allow them for this site in your browser."

function answer(reply: FastifyReply, title: string, text: string, way: Way): string {
  reply.type("text/html; charset=utf-8")
  return plainPage(title, text, way)
}

/** By the page that notes in the browser that somebody is signed in here, which a form cannot. */
function onwards({ to, ref }: { to?: string | undefined; ref?: string | undefined }): Way {
  const place = to ?? (ref === undefined ? undefined : `/app?${new URLSearchParams({ ref })}`)
  const query = place === undefined ? "" : `?${new URLSearchParams({ to: place })}`
  return { to: `/auth/oauth2/success${query}`, label: "Open the studio", isTaken: true }
}

/** The way on from a link that is used up. */
const newReset: Way = { to: "/forgot-password", label: "Ask for a new link" }
const newVerification: Way = { to: "/app", label: "Sign in, and send a new link" }

/** @param newLink where a link that does not work is asked for again; other failures lead back to the form */
function failWith(title: string, newLink?: Way): NonNullable<RegisterOptions["errorHandler"]> {
  return (error, request, reply) => {
    const { code, message, type } = describeError(error, request)
    reply.code(code).header("cache-control", "no-store")
    const isSignedIn = code === 401 && request.caller?.kind === "person"
    const back = { to: request.url, label: "Back to the form" }
    const way = newLink && type === "user_invalid_token" ? newLink : isSignedIn && !newLink ? onwards({}) : back
    reply.send(answer(reply, title, message, way))
  }
}

/** What the page's own scripts do in several calls. From the session on nothing stops the person: what fails is logged. */
async function makeAccount(
  s: Services,
  request: FastifyRequest,
  form: SignUpFormBody,
  next: string | undefined,
): Promise<SignedIn> {
  const { email, password, firstName, lastName } = form
  const visitor = visitorOf(s, request)
  await createAccount(s, { userId: "unique()", email, password, name: `${firstName} ${lastName}` }, visitor)
  const signedIn = await signInByPassword(s, { email, password }, { visitor, isLimited: false, deviceOf: () => null })
  const { userId: accountId, $id: sessionId } = signedIn.session
  const actor = { accountId, sessionId, visitor, isByJwt: false }
  for (const step of [
    () => requestEmailVerification(s, actor, `${s.config.publicUrl}/verify-user`),
    async () => detailNames.every((name) => form[name]) && fillProfile(s.db, accountId, detailsOf(form)),
    async () => next !== undefined && replacePreferences(s, actor, { next }),
  ]) {
    await step().catch((error: unknown) => request.log.error({ err: error }, "a step after signing up failed"))
  }
  return signedIn
}
