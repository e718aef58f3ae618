import type { FastifyInstance } from "fastify"
import { demoEntries, modeEntries, styleEntries } from "#contract/catalogue/entries.ts"
import { trainingStatusOptions } from "#contract/catalogue/trainings.ts"
import { getCatalogue } from "#contract/studio/catalogue.ts"
import type { Services } from "#server/declarations/services.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"

/** What is offered, as data. @param addressOf where a file of `web/assets` is served */
export function catalogueRoutes(
  app: FastifyInstance,
  s: Pick<Services, "config">,
  context: RouteContext,
  addressOf: (file: string) => string,
): void {
  registerRoute(app, context, getCatalogue, {}, async () => ({
    data: {
      modes: modeEntries(s.config.fees, addressOf),
      styles: styleEntries(addressOf),
      demo_models: demoEntries(addressOf),
      training_status_options: [...trainingStatusOptions],
    },
  }))
}
