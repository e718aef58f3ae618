import { queryLimits } from "#contract/hosted/query.ts"
import { logsOf } from "#server/features/activity/service.ts"
import { identitiesOf } from "#server/features/identities/service.ts"
import { sessionsOf } from "#server/features/sessions/service.ts"
import type { PersonalData } from "#server/personal-data.ts"
import { listAcceptances } from "./queries.ts"
import { getUser } from "./service.ts"

/** Who the person is, where they are signed in and what happened; it goes with the account's row. */
export const accountData: PersonalData = {
  async *records(s, person) {
    const most = [`limit(${queryLimits.rows})`]
    const { identities } = await identitiesOf(s, person.accountId, most)
    const account = await getUser(s.db, person.accountId)
    yield { name: "account.json", value: { account, sessions: await sessionsOf(s, person), identities } }
    yield { name: "terms.json", value: await listAcceptances(s.db, person.accountId) }
    yield { name: "activity.json", value: (await logsOf(s, person.accountId, most)).logs }
  },
}
