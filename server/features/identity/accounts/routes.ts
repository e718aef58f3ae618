import type { FastifyInstance } from "fastify"
import * as contract from "#contract/identity/account.ts"
import * as terms from "#contract/identity/terms.ts"
import type { Services } from "#server/declarations/services.ts"
import { clearSession } from "#server/features/identity/sessions/cookies.ts"
import { accountOf } from "#server/features/identity/sessions/service.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerNetwork, hourlyPerPerson, perPerson } from "#server/platform/http/route-limits.ts"
import { actorOf, visitorOf } from "#server/platform/http/visitor.ts"
import { blockAccount, changeEmail, changePassword, changePhone } from "./credentials.ts"
import * as accounts from "./service.ts"
import { acceptTerms, termsStateOf } from "./terms.ts"

/** Of calls that compare the password, which costs work, whoever makes them. */
const proving = [hourlyPerPerson(10), hourlyPerNetwork(60)]

/** Of changes that need no proof: each is kept in the activity and sent to the person's open pages. */
const changes = [perPerson(120, 60)]

export function accountRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.createAccount, { limits: [hourlyPerNetwork(10)] }, ({ body, request }) =>
    accounts.createAccount(s, body, visitorOf(s, request)),
  )
  registerRoute(app, context, contract.getAccount, {}, async ({ caller }) => {
    const account = accountOf(caller)
    return account ? accounts.toUser(account) : accounts.getUser(s.db, caller.accountId)
  })
  registerRoute(app, context, contract.updateAccountName, { limits: changes }, (call) =>
    accounts.rename(s, actorOf(s, call), call.body.name),
  )
  registerRoute(app, context, contract.updateAccountEmail, { limits: proving }, (call) =>
    changeEmail(s, actorOf(s, call), call.body),
  )
  registerRoute(app, context, contract.updateAccountPhone, { limits: proving }, (call) =>
    changePhone(s, actorOf(s, call), call.body),
  )
  registerRoute(app, context, contract.updateAccountPassword, { limits: [hourlyPerNetwork(10)] }, (call) =>
    changePassword(s, actorOf(s, call), call.body),
  )
  registerRoute(app, context, contract.blockAccount, {}, async (call) => {
    const user = await blockAccount(s, actorOf(s, call))
    clearSession(s, call.request, call.reply)
    return user
  })
  registerRoute(app, context, contract.getPreferences, {}, async ({ caller }) => {
    const { prefs } = await accounts.getUser(s.db, caller.accountId)
    return prefs
  })
  registerRoute(app, context, contract.updatePreferences, { limits: changes }, (call) =>
    accounts.replacePreferences(s, actorOf(s, call), call.body.prefs),
  )
  registerRoute(app, context, terms.getTermsState, {}, async ({ caller }) => ({
    data: await termsStateOf(s.db, caller.accountId),
  }))
  registerRoute(app, context, terms.acceptTerms, {}, async ({ caller, body }) => ({
    data: await acceptTerms(s.db, caller.accountId, body.version),
  }))
}
