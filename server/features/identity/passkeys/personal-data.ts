import type { PersonalData } from "#server/declarations/personal-data.ts"
import { passkeysOf } from "./service.ts"

/** A person's passkeys by name; their keys leave in no copy. They go with the account's row. */
export const passkeyData: PersonalData = {
  async *records(s, { accountId }) {
    yield { name: "passkeys.json", value: await passkeysOf(s, accountId) }
  },
}
