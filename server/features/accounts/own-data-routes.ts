import type { FastifyInstance } from "fastify"
import { product } from "#contract/product/brand.ts"
import { deleteAccount, exportOwnData } from "#contract/product/own-data.ts"
import type { PersonalData } from "#server/personal-data.ts"
import { type MountContext, mount, type RouteLimit } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import { archiveOf } from "./archive.ts"
import { eraseAccount } from "./erase.ts"
import { clearSession } from "./session-reply.ts"

/** An archive reads everything, and a deletion asks for the password: few an hour. */
const perPerson: RouteLimit = {
  max: 10,
  windowSeconds: 3_600,
  by: ({ caller }) => (caller.kind === "person" ? `account:${caller.accountId}` : null),
}

/** A person's right to a copy of everything, and to have it forgotten (Data Protection Act, sections 34 and 38). */
export function ownDataRoutes(
  app: FastifyInstance,
  s: Services,
  context: MountContext,
  personalData: readonly PersonalData[],
): void {
  mount(app, context, exportOwnData, { limits: [perPerson] }, async ({ caller, reply }) => {
    const day = new Date().toISOString().slice(0, 10)
    return reply
      .header("content-disposition", `attachment; filename="${product.name.toLowerCase()}-${day}.zip"`)
      .header("x-content-type-options", "nosniff")
      .type("application/zip")
      .send(archiveOf(s, caller, personalData))
  })
  mount(app, context, deleteAccount, { limits: [perPerson] }, async ({ caller, body, request, reply }) => {
    await eraseAccount(s, caller, body.password ?? null, personalData)
    clearSession(s, request, reply)
    return null
  })
}
