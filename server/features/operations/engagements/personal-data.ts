import type { PersonalData } from "#server/declarations/personal-data.ts"
import { forgetClient, listEngagementsOf } from "./queries.ts"

/** Engagements with the person. What was agreed stays for the books, without who it was. */
export const engagementData: PersonalData = {
  async *records(s, { accountId }) {
    yield { name: "contracts.json", value: await listEngagementsOf(s.db, accountId) }
  },
  erase: (_, tx, accountId) => forgetClient(tx, accountId),
}
