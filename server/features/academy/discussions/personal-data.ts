import type { PersonalData } from "#server/declarations/personal-data.ts"
import { listOwn } from "./queries.ts"

/** What a person wrote in discussions; its words go with the account's row, and what others answered stays. */
export const discussionData: PersonalData = {
  async *records(s, { accountId }) {
    yield { name: "discussions.json", value: await listOwn(s.db, accountId) }
  },
}
