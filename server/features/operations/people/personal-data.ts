import type { PersonalData } from "#server/declarations/personal-data.ts"
import { listLogAbout } from "./queries.ts"

/** What operators did to a person and why; it stays in the log, without the person, when the account goes. */
export const peopleData: PersonalData = {
  async *records(s, { accountId }) {
    yield { name: "operator-acts.json", value: await listLogAbout(s.db, accountId) }
  },
}
