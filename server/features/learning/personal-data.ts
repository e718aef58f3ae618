import type { PersonalData } from "#server/personal-data.ts"
import { listOwnWork } from "./progress-queries.ts"

/** What a learner did; it goes with the account's row. */
export const learningData: PersonalData = {
  async *records(s, { accountId }) {
    yield { name: "learning.json", value: await listOwnWork(s.db, accountId) }
  },
}
