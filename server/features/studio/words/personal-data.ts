import { z } from "zod"
import { serialiseDate } from "#contract/primitives.ts"
import { maxPresets, Preset, PresetName } from "#contract/studio/words/presets.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { newId } from "#server/platform/ids.ts"
import {
  countPresets,
  hasName,
  insertForgotten,
  insertPreset,
  listForgotten,
  lockPresets,
  updatePreset,
} from "./queries.ts"
import { listPresets } from "./service.ts"

const Presets = z.array(
  Preset.omit({ id: true }).extend({
    name: PresetName,
    mode: z.string().regex(/^[\w.-]{1,60}$/),
    num_outputs: z.number().int().min(1).max(4),
  }),
)

const Forgotten = z.array(
  z.object({
    digest: z.string().regex(/^([\da-f]{32})?$/),
    forgottenAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  }),
)

/** Presets, and when words were taken off the last prompts; they go with the account's row. */
export const wordData: PersonalData = {
  async *records(s, { accountId }) {
    const presets = await listPresets(s, accountId)
    if (presets.length > 0) yield { name: "presets.json", value: presets }
    const forgotten = await listForgotten(s.db, accountId)
    if (forgotten.length > 0) {
      const value = forgotten.map(({ digest, forgottenAt }) => ({ digest, forgottenAt: serialiseDate(forgottenAt) }))
      yield { name: "forgotten-prompts.json", value }
    }
  },
  takes: ["presets.json", "forgotten-prompts.json"],
  async takeIn(_s, { copy, came, left }) {
    const presets = (await copy.record("presets.json", Presets)) ?? []
    const forgotten = (await copy.record("forgotten-prompts.json", Forgotten)) ?? []
    return async (tx, accountId) => {
      await lockPresets(tx, accountId)
      let [made, over] = [0, 0]
      for (const { name, mode, aspect_ratio: aspectRatio, num_outputs: numOutputs, is_pinned: isPinned } of presets) {
        if (await hasName(tx, accountId, name)) continue
        if ((await countPresets(tx, accountId)) >= maxPresets) over++
        else {
          const preset = { id: newId(), accountId, name, mode, aspectRatio, numOutputs, isPublic: false }
          await insertPreset(tx, preset)
          if (isPinned) await updatePreset(tx, accountId, preset.id, { isPinned })
          made++
        }
      }
      for (const words of forgotten) await insertForgotten(tx, { accountId, ...words })
      came("presets", made)
      left("presets", over, `an account keeps ${maxPresets} at most`)
    }
  },
}
