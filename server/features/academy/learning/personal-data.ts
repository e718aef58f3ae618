import type { PersonalData } from "#server/declarations/personal-data.ts"
import { listCertificatesOf } from "./issued/certificate-queries.ts"
import { listOwnWork } from "./progress-queries.ts"

/** What a learner did; it goes with the account's row. */
export const learningData: PersonalData = {
  async *records(s, { accountId }) {
    const [work, certificates] = [await listOwnWork(s.db, accountId), await listCertificatesOf(s.db, accountId)]
    yield { name: "learning.json", value: { ...work, certificates } }
  },
}
