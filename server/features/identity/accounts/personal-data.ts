import { queryLimits } from "#contract/query.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { logsOf } from "#server/features/identity/activity/service.ts"
import { sessionsOf } from "#server/features/identity/sessions/service.ts"
import { listAcceptances } from "./queries.ts"
import { getUser } from "./service.ts"

/** Who the person is, where they are signed in and what happened; it goes with the account's row. */
export const accountData: PersonalData = {
  async *records(s, person) {
    const most = [`limit(${queryLimits.rows})`]
    const account = await getUser(s.db, person.accountId)
    yield { name: "account.json", value: { account, sessions: await sessionsOf(s, person) } }
    yield { name: "terms.json", value: await listAcceptances(s.db, person.accountId) }
    yield { name: "activity.json", value: (await logsOf(s, person.accountId, most)).logs }
  },
}
