import { serialiseDate } from "#contract/primitives.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { listForCopy } from "./queries.ts"

/** Which private links a person made; they go with the account's row. */
export const privateLinkData: PersonalData = {
  async *records(s, { accountId }) {
    const links = await listForCopy(s.db, accountId)
    if (links.length === 0) return
    yield {
      name: "private-links.json",
      value: links.map(({ generationId, photoshootId, albumId, createdAt, expiresAt, visits }) => ({
        ...(albumId === null ? { picture: generationId ?? photoshootId } : { album: albumId }),
        createdAt: serialiseDate(createdAt),
        expiresAt: serialiseDate(expiresAt),
        visits,
      })),
    }
  },
}
