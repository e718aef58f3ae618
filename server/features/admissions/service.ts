import type { Db } from "#server/db/open.ts"
import { standingOf } from "#server/features/profiles/service.ts"

import * as enrolments from "./enrolments.ts"
import * as tuition from "./tuition.ts"

/** A person's newest place in a cohort, with what the portal needs to know of it; null without one. */
export const enrolmentOf = enrolments.enrolmentOf

/** What a place's tuition comes to now: `locked` closes lessons. */
export const tuitionStateOf = tuition.tuitionStateOf

/** The stage in a person's profile: `prospect`, `applied` or `fusion`; "" without a profile. */
export async function stageOf(db: Db, accountId: string): Promise<string> {
  return (await standingOf(db, accountId))?.stage ?? ""
}
