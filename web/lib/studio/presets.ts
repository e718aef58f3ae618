import { queryOptions } from "@tanstack/react-query"
import { knownMode } from "#contract/catalogue/modes.ts"
import type { getStudio } from "#contract/studio/generations.ts"
import { listPresets, type Preset } from "#contract/studio/words/presets.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { orderAddress } from "./order-address.ts"

export const presetsQuery = queryOptions({
  queryKey: queryKeys.presets,
  queryFn: async ({ signal }) => (await call(listPresets, { signal })).data,
})

type Studio = (typeof getStudio)["reply"]["_output"]["data"]

/** Why a preset cannot be used as it was kept; undefined when it can. */
export function troubleOf({ mode, is_public }: Preset, studio: Studio | undefined): string | undefined {
  if (!knownMode(mode)) return "Its mode is no longer offered."
  const refusal = studio?.modes[mode]?.refusal
  if (refusal) return refusal
  return studio?.canBePrivate === false && !is_public ? "Your pictures are public now." : undefined
}

/** The generator with the settings of a preset. */
export function presetAddress({ mode, aspect_ratio, num_outputs, is_public }: Preset): string {
  const sees = is_public ? "everyone" : "me"
  return `${orderAddress(mode)}&${new URLSearchParams({ shape: aspect_ratio, count: String(num_outputs), sees })}`
}
