import { serialiseDate } from "#contract/primitives.ts"
import { type PersonalData, pageRows, rowsInPages } from "#server/declarations/personal-data.ts"
import { findSettings, listDevices, listForCopy } from "./queries.ts"

/** What a person was told and how they want to be told; all of it goes with the account's row. */
export const noticeData: PersonalData = {
  async *records(s, { accountId }) {
    const told = []
    for await (const { createdAt, readAt, id: _, ...notice } of rowsInPages((last: { id: string } | null) =>
      listForCopy(s.db, accountId, pageRows, last?.id ?? null),
    )) {
      told.push({ ...notice, createdAt: serialiseDate(createdAt), readAt: readAt && serialiseDate(readAt) })
    }
    const devices = (await listDevices(s.db, accountId)).map(({ endpoint, createdAt }) => ({
      endpoint,
      createdAt: serialiseDate(createdAt),
    }))
    yield { name: "notices.json", value: { told, settings: await findSettings(s.db, accountId), devices } }
  },
}
