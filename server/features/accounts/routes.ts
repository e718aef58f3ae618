import type { FastifyInstance, FastifyRequest } from "fastify"
import * as contract from "#contract/hosted/account.ts"
import { createJwt, deleteIdentity, listIdentities, listLogs } from "#contract/hosted/account-records.ts"
import { getSessionInfo } from "#contract/product/session-info.ts"
import type { Person } from "#server/platform/caller.ts"
import { type MountContext, mount } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import { accountOf } from "./authenticate.ts"
import { blockAccount, changeEmail, changePassword, changePhone } from "./credentials.ts"
import { identitiesOf, removeIdentity } from "./identities.ts"
import * as jwts from "./jwts.ts"
import { limits } from "./limits.ts"
import { logsOf } from "./logs.ts"
import { oauthRoutes } from "./oauth-routes.ts"
import * as accounts from "./service.ts"
import { clearSession } from "./session-reply.ts"
import { sessionRoutes } from "./session-routes.ts"
import { tokenRoutes } from "./token-routes.ts"
import { type Actor, visitorOf } from "./visitor.ts"
import { toUser } from "./wire.ts"

export function accountRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  const actorOf = ({ caller, request }: { caller: Person; request: FastifyRequest }): Actor => ({
    accountId: caller.accountId,
    sessionId: caller.sessionId,
    visitor: visitorOf(s, request),
  })
  mount(app, context, contract.createAccount, { limits: limits.createAccount }, ({ body, request }) =>
    accounts.createAccount(s, body, visitorOf(s, request)),
  )
  mount(app, context, contract.getAccount, {}, async ({ caller }) => {
    const account = accountOf(caller)
    return account ? toUser(account) : accounts.getUser(s.db, caller.accountId)
  })
  mount(app, context, contract.updateAccountName, {}, (call) => accounts.rename(s, actorOf(call), call.body.name))
  mount(app, context, contract.updateAccountEmail, { limits: limits.changeAddress }, (call) =>
    changeEmail(s, actorOf(call), call.body),
  )
  mount(app, context, contract.updateAccountPhone, { limits: limits.changeAddress }, (call) =>
    changePhone(s, actorOf(call), call.body),
  )
  mount(app, context, contract.updateAccountPassword, { limits: limits.changePassword }, (call) =>
    changePassword(s, actorOf(call), call.body),
  )
  mount(app, context, contract.blockAccount, {}, async (call) => {
    const user = await blockAccount(s, actorOf(call))
    clearSession(s, call.request, call.reply)
    return user
  })
  mount(app, context, contract.getPreferences, {}, async ({ caller }) => {
    const { prefs } = await accounts.getUser(s.db, caller.accountId)
    return prefs
  })
  mount(app, context, contract.updatePreferences, {}, (call) =>
    accounts.replacePreferences(s, actorOf(call), call.body.prefs),
  )
  mount(app, context, createJwt, { limits: limits.createJwt }, async ({ caller, body }) => ({
    jwt: jwts.createJwt(s, caller, body.duration),
  }))
  mount(app, context, listLogs, {}, ({ caller, query }) => logsOf(s, caller.accountId, query.queries ?? []))
  mount(app, context, listIdentities, {}, ({ caller, query }) => identitiesOf(s, caller.accountId, query.queries ?? []))
  mount(app, context, deleteIdentity, {}, async (call) => {
    await removeIdentity(s, actorOf(call), call.params.identityId)
    return null
  })
  sessionRoutes(app, s, context, actorOf)
  tokenRoutes(app, s, context, actorOf)
  oauthRoutes(app, s, context)
  mount(app, context, getSessionInfo, {}, async () => ({
    data: {
      isMailCaptured: s.mailer.kind === "captured",
      identityProviders: [...s.identityProviders.values()].map(({ name, title }) => ({ name, title })),
    },
  }))
}
