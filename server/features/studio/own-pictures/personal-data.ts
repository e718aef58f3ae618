import { serialiseDate } from "#contract/primitives.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { listStars } from "./queries.ts"

/** Which pictures a person marked; the marks go with the account's row. */
export const starData: PersonalData = {
  async *records(s, { accountId }) {
    const stars = await listStars(s.db, accountId)
    if (stars.length === 0) return
    yield {
      name: "starred-pictures.json",
      value: stars.map(({ generationId, createdAt }) => ({
        picture: generationId,
        starredAt: serialiseDate(createdAt),
      })),
    }
  },
}
