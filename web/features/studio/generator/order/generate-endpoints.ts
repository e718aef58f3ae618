import type { Mode } from "#contract/catalogue/modes.ts"
import {
  type GenerateBody,
  generateCinestill,
  generateDalle3,
  generateFlux11,
  generateFlux11Ultra,
  generateFluxDevRealism,
  generateGhibsky,
  generateHalfIllustration,
} from "#contract/studio/generations.ts"
import type { Draft } from "./draft.ts"

const endpoints = [
  generateFlux11,
  generateFlux11Ultra,
  generateFluxDevRealism,
  generateDalle3,
  generateGhibsky,
  generateCinestill,
  generateHalfIllustration,
] as const

/** @returns the call that draws in this mode */
export function generateEndpoint(mode: Mode): (typeof endpoints)[number] {
  return endpoints.find((endpoint) => endpoint.path === mode.path) ?? generateFlux11
}

/**
 * What is sent for a filled form: only what the mode knows (docs/product-rules.md#calls), and the slug, as some
 * modes share a path (docs/product-rules.md#modes). Who sees it is what the person wishes, known to have paid or not: the
 * server opens free pictures by itself (docs/product-rules.md#free-is-public).
 * @param isPoster one poster of the words is wanted instead
 */
export function buildBody(mode: Mode, draft: Draft, isPoster = false): GenerateBody | undefined {
  if (draft.ratio === undefined) return undefined
  return {
    prompt: draft.prompt.trim(),
    aspect_ratio: draft.ratio,
    output_format: mode.format,
    ...(mode.canChooseCount && { num_outputs: Number(draft.count) }),
    ...(mode.canBeRaw && { raw: draft.isRaw }),
    is_public: draft.wantsPublic,
    mode: mode.slug,
    ...(isPoster && { as_poster: true }),
  }
}
