import type { PersonalData } from "#server/declarations/personal-data.ts"
import { deleteMessages, listMessages } from "./queries.ts"

/** What the person wrote to us while signed in. */
export const messageData: PersonalData = {
  async *records(s, { accountId }) {
    yield { name: "messages.json", value: await listMessages(s.db, accountId) }
  },
  erase: (_, tx, accountId) => deleteMessages(tx, accountId),
}
