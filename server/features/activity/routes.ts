import type { FastifyInstance } from "fastify"
import { listLogs } from "#contract/hosted/account-records.ts"
import { type MountContext, mount } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import { logsOf } from "./service.ts"

export function activityRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  mount(app, context, listLogs, {}, ({ caller, query }) => logsOf(s, caller.accountId, query.queries ?? []))
}
