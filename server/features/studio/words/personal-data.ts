import { z } from "zod"
import { serialiseDate } from "#contract/primitives.ts"
import { maxPresets, Preset, PresetName } from "#contract/studio/words/presets.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { newId } from "#server/platform/ids.ts"
import * as queries from "./queries.ts"
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
    const forgotten = await queries.listForgotten(s.db, accountId)
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
      await queries.lockPresets(tx, accountId)
      const here = await queries.listPresets(tx, accountId)
      const names = new Set(here.map(({ name }) => name.toLowerCase()))
      const added = new Map(presets.map((preset) => [preset.name.toLowerCase(), preset]))
      const rows = [...added]
        .filter(([name]) => !names.has(name))
        .map(([, { name, mode, aspect_ratio: aspectRatio, num_outputs: numOutputs, is_pinned: isPinned }]) => ({
          ...{ id: newId(), accountId, name, mode, aspectRatio, numOutputs },
          ...{ isPublic: false, isPinned },
        }))
      const room = maxPresets - here.length
      came("presets", await queries.insertPresets(tx, rows.slice(0, room)))
      left("presets", Math.max(0, rows.length - room), `an account keeps ${maxPresets} at most`)
      await queries.insertForgotten(
        tx,
        forgotten.map((words) => ({ accountId, ...words })),
      )
    }
  },
}
