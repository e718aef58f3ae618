import { serialiseDate } from "#contract/primitives.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { listForCopy } from "./queries.ts"

/** Which pictures of the copy are in the trash; their bytes stand among the others, and their rows go with the account's. */
export const trashData: PersonalData = {
  async *records(s, { accountId }) {
    const pictures = await listForCopy(s.db, accountId)
    if (pictures.length === 0) return
    yield {
      name: "trash.json",
      value: pictures.map(({ trashedAt, ...picture }) => ({ ...picture, trashedAt: serialiseDate(trashedAt) })),
    }
  },
}
