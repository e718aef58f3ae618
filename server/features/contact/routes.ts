import type { FastifyInstance } from "fastify"
import { sendContact } from "#contract/contact.ts"
import { type MountContext, mount, type RouteLimit } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import { leaveMessage } from "./service.ts"

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
}
