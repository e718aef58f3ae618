import type { FastifyInstance } from "fastify"
import { type ContactBody, sendContact, sendContactForm } from "#contract/product/contact.ts"
import { askForSheet } from "#contract/product/sheets.ts"
import type { Caller } from "#server/platform/caller.ts"
import { describeError } from "#server/platform/error-reply.ts"
import { type MountContext, type MountOptions, mount, type RouteLimit } from "#server/platform/mount.ts"
import { plainPage } from "#server/platform/plain-page.ts"
import { hourlyPerNetwork } from "#server/platform/route-limits.ts"
import type { Services } from "#server/services.ts"
import { leaveMessage, requestSheet } from "./service.ts"

export function contactRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  const perIp = hourlyPerNetwork(5)
  const leave = (caller: Caller, body: ContactBody): ReturnType<typeof leaveMessage> =>
    leaveMessage(s, {
      accountId: caller.kind === "person" ? caller.accountId : null,
      source: body.source,
      subject: body.subject,
      email: body.email,
      info: body.additonal_info ?? body.additional_info ?? "",
    })
  mount(app, context, sendContact, { limits: [perIp] }, async ({ caller, body }) => ({
    message: "Your message has arrived.",
    data: await leave(caller, body),
  }))
  plainFormRoute(app, context, perIp, leave)
  // The mail goes to an address nobody has confirmed, so it is also counted by that address.
  const perAddress: RouteLimit = {
    max: 5,
    windowSeconds: 86_400,
    by: ({ body }) => (typeof body.email === "string" ? `sheet:${body.email.trim().toLowerCase()}` : null),
  }
  mount(app, context, askForSheet, { limits: [perIp, perAddress] }, async ({ body }) => {
    await requestSheet(s, body.slug, body.email)
    return { message: "The sheet is on its way." }
  })
}

/** The form of a browser without scripts. Only here are form bodies read. */
function plainFormRoute(
  app: FastifyInstance,
  context: MountContext,
  perIp: RouteLimit,
  leave: (caller: Caller, body: ContactBody) => ReturnType<typeof leaveMessage>,
): void {
  app.register(async (forms) => {
    forms.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text.toString()))),
    )
    const errorHandler: MountOptions["errorHandler"] = (error, request, reply) => {
      const { code, message } = describeError(error, request)
      reply.code(code).header("cache-control", "no-store").type("text/html; charset=utf-8")
      reply.send(plainPage("The message was not sent", message, { to: "/contact", label: "Back to the form" }))
    }
    const options = { limits: [perIp], countsAs: sendContact, errorHandler }
    mount(forms, context, sendContactForm, options, async ({ caller, body, reply }) => {
      const { number } = await leave(caller, body)
      reply.type("text/html; charset=utf-8")
      const text = `The answer goes to ${body.email}, usually within two working days. Its number is ${number}.`
      return plainPage("Your message has arrived", text, { to: "/", label: "Back to the first page" })
    })
  })
}
