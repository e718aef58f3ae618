import type { FastifyInstance } from "fastify"
import * as presets from "#contract/studio/words/presets.ts"
import * as prompts from "#contract/studio/words/recent-prompts.ts"
import type { Services } from "#server/declarations/services.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { hourlyPerPerson, perPerson } from "#server/platform/http/route-limits.ts"
import * as words from "./service.ts"

const reading = { limits: [perPerson(240, 60)] }
const changing = { limits: [hourlyPerPerson(300)] }

/** A person's last prompts, and settings of the generator under a name. */
export function wordRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, presets.listPresets, reading, async ({ caller }) => ({
    data: await words.listPresets(s, caller.accountId),
  }))
  registerRoute(app, context, presets.createPreset, changing, async ({ caller, body }) => ({
    data: await words.createPreset(s, caller.accountId, body),
  }))
  registerRoute(app, context, presets.changePreset, changing, async ({ caller, params, body }) => ({
    data: await words.changePreset(s, caller.accountId, params.presetId, body),
  }))
  registerRoute(app, context, presets.deletePreset, changing, async ({ caller, params }) => {
    await words.deletePreset(s, caller.accountId, params.presetId)
    return { message: "The preset is deleted." }
  })
  registerRoute(app, context, prompts.listRecentPrompts, reading, async ({ caller }) => ({
    data: await words.listPrompts(s, caller.accountId),
  }))
  registerRoute(app, context, prompts.forgetPrompt, changing, async ({ caller, params }) => {
    await words.forgetPrompt(s, caller.accountId, params.promptId)
    return { message: "These words are off the list." }
  })
  registerRoute(app, context, prompts.forgetAllPrompts, changing, async ({ caller }) => {
    await words.forgetAllPrompts(s, caller.accountId)
    return { message: "The list is empty." }
  })
}
