import type { PersonalData } from "#server/declarations/personal-data.ts"
import { factorStateOf } from "./service.ts"

/** Whether signing in takes a code; the secret and the recovery codes leave in no copy. They go with the account's row. */
export const secondFactorData: PersonalData = {
  async *records(s, { accountId }) {
    yield { name: "second-factor.json", value: await factorStateOf(s, accountId) }
  },
}
