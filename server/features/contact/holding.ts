import type { Holding } from "#server/holding.ts"
import { deleteMessages, listMessages } from "./queries.ts"

/** What the person wrote to us while signed in. */
export const messageHolding: Holding = {
  async *records(s, { accountId }) {
    yield { name: "messages.json", value: await listMessages(s.db, accountId) }
  },
  forget: (_, tx, accountId) => deleteMessages(tx, accountId),
}
