import type { FastifyInstance } from "fastify"
import * as contract from "#contract/identity/notices.ts"
import type { Services } from "#server/declarations/services.ts"
import { failWithPage, plainForms } from "#server/platform/http/plain-form.ts"
import { plainPage } from "#server/platform/http/plain-page.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerPerson, perNetwork, perPerson } from "#server/platform/http/route-limits.ts"
import * as notices from "./service.ts"
import { mustKnowLink } from "./unsubscribe.ts"

const changing = { limits: [perPerson(60, 60)] }
const way = { to: "/account#notices", label: "How you are told of what" }

export function noticeListRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, contract.listNotices, {}, ({ caller, query }) =>
    notices.listNotices(s, caller.accountId, query.before),
  )
  registerRoute(app, context, contract.readNotices, { limits: [perPerson(120, 60)] }, async ({ caller, body }) => ({
    data: { unread: await notices.readNotices(s, caller.accountId, body) },
  }))
  registerRoute(app, context, contract.getNoticeSettings, {}, async ({ caller }) => ({
    data: await notices.showSettings(s, s.db, caller.accountId),
  }))
  registerRoute(app, context, contract.changeNoticeSettings, changing, async ({ caller, body }) => ({
    data: await notices.changeSettings(s, caller.accountId, body),
  }))
  registerRoute(app, context, contract.addPushDevice, { limits: [hourlyPerPerson(30)] }, async ({ caller, body }) => ({
    data: await notices.addDevice(s, caller.accountId, body),
  }))
  registerRoute(app, context, contract.removePushDevice, changing, async ({ caller, body }) => ({
    data: await notices.removeDevice(s, caller.accountId, body.endpoint),
  }))
  unsubscribeRoutes(app, s, context)
}

/** The link below each mail of notices leads to a page whose press ends them; programs that read mails press by themselves. */
function unsubscribeRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const limits = [perNetwork(60, 3_600)]
  const errorHandler = failWithPage("These mails were not ended", way)
  registerRoute(app, context, contract.askUnsubscribe, { limits, errorHandler }, async ({ query, reply }) => {
    mustKnowLink(s, query)
    reply.type("text/html; charset=utf-8").header("cache-control", "no-store")
    const to = `${contract.unsubscribe.path}?${new URLSearchParams(query)}`
    const text = "Receipts, decisions and links that you ask for still come. Your list of notices stays as it is."
    return plainPage("No more mails about what happens?", text, {
      to,
      label: "End these mails",
      sends: { "List-Unsubscribe": "One-Click" },
    })
  })
  plainForms(app, (forms) =>
    registerRoute(forms, context, contract.unsubscribe, { limits, errorHandler }, async ({ query, reply }) => {
      await notices.endMails(s, query)
      reply.type("text/html; charset=utf-8").header("cache-control", "no-store")
      return plainPage("These mails have ended", "You can have them again in your account.", way)
    }),
  )
}
