import type { FastifyInstance } from "fastify"
import { checkMail, listSettings } from "#contract/studio/runs-admin.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith } from "#server/features/identity/operators/service.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { isSecretSetting, settingGroups } from "#server/settings/all.ts"

/** What is set by the environment, for owners; a secret only as set or not. */
export function settingsRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, listSettings, {}, async ({ caller, request }) => {
    operatorWith("settings.see", caller, request.ip)
    return {
      data: settingGroups.flatMap(({ title, settings }) =>
        settings.map(({ name, what, default: usual }) => ({
          name,
          group: title,
          what,
          default: usual,
          value: s.config.given.get(name) ?? "",
          isSecret: isSecretSetting(name),
        })),
      ),
    }
  })
  registerRoute(app, context, checkMail, {}, async ({ caller, request }) => {
    operatorWith("settings.see", caller, request.ip)
    const problem = await s.mailer.check?.().then(
      () => null,
      (error: Error) => error.message,
    )
    return { data: { problem: problem ?? null } }
  })
}
