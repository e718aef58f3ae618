import type { FastifyInstance } from "fastify"
import type { z } from "zod"
import { type ContactBody, sendContact, sendContactForm } from "#contract/operations/contact.ts"
import { askForHandout, askForHandoutForm, type HandoutRequest } from "#contract/operations/handouts.ts"
import type { Services } from "#server/declarations/services.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { failWithPage, plainForms } from "#server/platform/http/plain-form.ts"
import { plainPage } from "#server/platform/http/plain-page.ts"
import { type RouteContext, type RouteLimit, registerRoute } from "#server/platform/http/register-route.ts"
import { dailyPerField, hourlyPerNetwork } from "#server/platform/http/route-limits.ts"
import { leaveMessage, requestHandout } from "./service.ts"

/** What both the calls of scripts and the forms without them do, and how often they may. */
interface Handlers {
  messageLimits: readonly RouteLimit[]
  leave: (caller: Caller, body: ContactBody) => ReturnType<typeof leaveMessage>
  handoutLimits: readonly RouteLimit[]
  ask: (request: z.output<typeof HandoutRequest>) => Promise<unknown>
}

export function contactRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  const perIp = hourlyPerNetwork(5)
  const leave: Handlers["leave"] = (caller, body) =>
    leaveMessage(s, {
      accountId: caller.kind === "person" ? caller.accountId : null,
      source: body.source,
      subject: body.subject,
      email: body.email,
      info: body.additonal_info ?? body.additional_info ?? "",
    })
  registerRoute(app, context, sendContact, { limits: [perIp] }, async ({ caller, body }) => ({
    message: "Your message has arrived.",
    data: await leave(caller, body),
  }))
  // The mail goes to an address nobody has confirmed, so it is also counted by that address.
  const handoutLimits = [perIp, dailyPerField(5, "email")]
  const ask: Handlers["ask"] = ({ slug, email }) => requestHandout(s, slug, email)
  registerRoute(app, context, askForHandout, { limits: handoutLimits }, async ({ body }) => {
    await ask(body)
    return { message: "The sheet is on its way." }
  })
  plainForms(app, (forms) => formRoutes(forms, context, { messageLimits: [perIp], leave, handoutLimits, ask }))
}

/** The forms of a browser without scripts, counted with the calls. */
function formRoutes(forms: FastifyInstance, context: RouteContext, handlers: Handlers): void {
  const message = {
    limits: handlers.messageLimits,
    countsAs: sendContact,
    errorHandler: failWithPage("The message was not sent", { to: "/contact", label: "Back to the form" }),
  }
  registerRoute(forms, context, sendContactForm, message, async ({ caller, body, reply }) => {
    const { number } = await handlers.leave(caller, body)
    reply.type("text/html; charset=utf-8")
    const text = `The answer goes to ${body.email}. Its number is ${number}.`
    return plainPage("Your message has arrived", text, { to: "/", label: "Back to the first page" })
  })
  const back = { to: "/case-study", label: "Back to the case studies" }
  const sheet = {
    limits: handlers.handoutLimits,
    countsAs: askForHandout,
    errorHandler: failWithPage("The sheet was not sent", back),
  }
  registerRoute(forms, context, askForHandoutForm, sheet, async ({ body, reply }) => {
    await handlers.ask(body)
    reply.type("text/html; charset=utf-8")
    return plainPage("The sheet is on its way", `It goes to ${body.email}.`, back)
  })
}
