import { z } from "zod"
import { serialiseDate } from "#contract/primitives.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { insertStars, listStars } from "./queries.ts"

const Stars = z.array(z.object({ picture: z.string() }))

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
  takes: ["starred-pictures.json"],
  async takeIn(_s, { copy, pictures, came }) {
    const stars = (await copy.record("starred-pictures.json", Stars)) ?? []
    return async (tx, accountId) => {
      const ids = stars.flatMap(({ picture }) => pictures.get(picture) ?? [])
      await insertStars(tx, accountId, ids)
      came("stars", ids.length)
    }
  },
}
