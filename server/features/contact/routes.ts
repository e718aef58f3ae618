import type { FastifyInstance } from "fastify"
import { sendContact } from "#contract/product/contact.ts"
import { askForSheet } from "#contract/product/sheets.ts"
import { type MountContext, mount, type RouteLimit } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import { leaveMessage, requestSheet } from "./service.ts"

export function contactRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  const perIp: RouteLimit = { max: 5, windowSeconds: 3_600, by: ({ ip }) => `ip:${ip}` }
  mount(app, context, sendContact, { limits: [perIp] }, async ({ caller, body }) => {
    const id = await leaveMessage(s, {
      accountId: caller.kind === "person" ? caller.accountId : null,
      subject: body.subject,
      email: body.email,
      info: body.additonal_info ?? body.additional_info ?? "",
    })
    return { message: "Your message has arrived.", data: { id } }
  })
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
