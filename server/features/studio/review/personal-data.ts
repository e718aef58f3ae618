import type { PersonalData } from "#server/declarations/personal-data.ts"
import { listOfPerson } from "./queries.ts"

/** What a person reported, and what was taken down of theirs. */
export const reviewData: PersonalData = {
  async *records(s, { accountId }) {
    const { reports, takedowns } = await listOfPerson(s.db, accountId)
    yield { name: "reports.json", value: reports }
    yield { name: "takedowns.json", value: takedowns }
  },
}
