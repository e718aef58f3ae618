import { type PersonalData, pageRows } from "#server/declarations/personal-data.ts"
import { balanceOf, entriesOf } from "./service.ts"

/** The person's credits; they go with the account's row. */
export const creditData: PersonalData = {
  async *records(s, { accountId }) {
    const entries: unknown[] = []
    for (let cursor: string | null = null; ; ) {
      const page = await entriesOf(s.db, accountId, { limit: pageRows, cursor })
      entries.push(...page.data)
      cursor = page.nextCursor
      if (cursor === null) break
    }
    yield { name: "credits.json", value: { balance: await balanceOf(s.db, accountId), entries } }
  },
}
