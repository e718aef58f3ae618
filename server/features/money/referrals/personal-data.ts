import type { PersonalData } from "#server/declarations/personal-data.ts"
import { findCode, listForCopy } from "./queries.ts"

/** The person's invitation and who-joined-when; the code goes with the account's row, and so does who invited whom. */
export const referralData: PersonalData = {
  async *records(s, { accountId }) {
    const code = (await findCode(s.db, accountId))?.code ?? null
    yield { name: "invitations.json", value: { code, joined: await listForCopy(s.db, accountId) } }
  },
}
