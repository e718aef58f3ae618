import { serialiseDate } from "#contract/primitives.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { listForCopy } from "./queries.ts"

/** A person's albums and which pictures are in them; they go with the account's row. */
export const albumData: PersonalData = {
  async *records(s, { accountId }) {
    const albums = await listForCopy(s.db, accountId)
    if (albums.length === 0) return
    yield {
      name: "albums.json",
      value: albums.map(({ createdAt, ...album }) => ({ ...album, createdAt: serialiseDate(createdAt) })),
    }
  },
}
