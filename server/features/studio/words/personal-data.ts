import { serialiseDate } from "#contract/primitives.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { listForgotten } from "./queries.ts"
import { listPresets } from "./service.ts"

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
}
