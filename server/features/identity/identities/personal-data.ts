import { queryLimits } from "#contract/query.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { identitiesOf } from "./service.ts"

/** Accounts at sign-in providers that a person signs in with; they go with the account's row. */
export const identityData: PersonalData = {
  async *records(s, person) {
    const { identities } = await identitiesOf(s, person.accountId, [`limit(${queryLimits.rows})`])
    yield { name: "identities.json", value: identities }
  },
}
