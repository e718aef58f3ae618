import { admissionChanged } from "#contract/academy/admissions.ts"
import type { Tx } from "#server/db/open.ts"
import { lockInstalmentLearners, setDueDays } from "#server/features/academy/admissions/records/enrolment-queries.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import { laterDays } from "./tuition.ts"

/**
 * Lets the days of instalments that are not paid yet follow a cohort's new start, and tells the learners' screens. The
 * caller holds the cohort; a payment that is on its way holds its application, and is waited for.
 */
export async function followStart(tx: Tx, cohortId: string, startsOn: string): Promise<void> {
  await lockInstalmentLearners(tx, cohortId)
  const accountIds = await setDueDays(tx, { cohortId }, laterDays(startsOn))
  if (accountIds.length > 0) await publishEvent(tx, accountIds, admissionChanged, { status: "enrolled" })
}
