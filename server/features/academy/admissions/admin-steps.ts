import type { CohortInput } from "#contract/academy/cohorts-admin.ts"
import type { ProgramPayment } from "#contract/catalogue/program.ts"
import type { ProgramTexts } from "#contract/catalogue/programs/terms.ts"
import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import {
  actOnEach,
  actWithLog,
  type LogFacts,
  type Operator,
  type Outcomes,
} from "#server/features/identity/operators/service.ts"
import * as admin from "./admin.ts"
import { allowRetake, markAnswers } from "./assessments.ts"
import { type Decision, decide, withdraw, wordsOf } from "./decisions.ts"
import { recordOutcome } from "./interviews/interviews.ts"
import type { MoveBy } from "./records/moves.ts"
import { findApplication } from "./records/queries.ts"

/** What operators for admissions change: each with its line of the log in the same commit. */

/** Words of an operator: what the applicant may read, and why it was done. */
interface Words {
  note: string
  reason: string
}

const byOperator = ({ accountId: operatorId }: Operator, note: string): MoveBy => ({ by: "operator", operatorId, note })

/** Whom a line about an application is about, and what it tells of it. */
async function lineAbout(tx: Tx, applicationId: string, detail: object): Promise<LogFacts> {
  const application = await findApplication(tx, applicationId)
  return {
    ...(application && { subjectId: application.accountId }),
    detail: { application: applicationId, after: application?.status, ...detail },
  }
}

/** A change of one application. */
function onApplication(
  s: Services,
  operator: Operator,
  id: string,
  line: { action: OperatorAction; reason: string; detail?: object },
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  return actWithLog(s, operator, line, async (tx) => {
    const before = (await findApplication(tx, id))?.status
    await change(tx)
    return lineAbout(tx, id, { before, ...line.detail })
  })
}

/** @throws AppError as `decide` */
export function decideOne(
  s: Services,
  operator: Operator,
  id: string,
  decision: Decision,
  reason: string,
): Promise<void> {
  const { outcome, scholarship, awardNaira } = decision
  const detail = { about: outcome, scholarship, awardNaira }
  return onApplication(s, operator, id, { action: "admissions.decide", reason, detail }, (tx) =>
    decide(s, tx, id, operator.accountId, decision),
  )
}

/** Decides about each by itself, without scholarships. */
export function decideMany(
  s: Services,
  operator: Operator,
  {
    ids,
    outcome,
    note,
    declineReason,
    reason,
  }: Words & { ids: readonly string[] } & Pick<Decision, "outcome" | "declineReason">,
): Promise<Outcomes> {
  const decision: Decision = { outcome, note, declineReason, scholarship: null, awardNaira: null }
  // Refused before the first of them, not at each.
  wordsOf(decision)
  return actOnEach(s, operator, { ids, reason, action: "admissions.decide" }, async (tx, id) => {
    const before = (await findApplication(tx, id))?.status
    await decide(s, tx, id, operator.accountId, decision)
    return lineAbout(tx, id, { about: outcome, before, together: ids.length })
  })
}

/** @throws AppError as `recordOutcome` */
export function interview(
  s: Services,
  operator: Operator,
  id: string,
  {
    outcome,
    note,
    remarks,
    score,
    reason,
  }: Words & { outcome: "held" | "missed" | "cancelled"; remarks: string; score: number | null },
): Promise<void> {
  const line = { action: "admissions.interview", reason, detail: { about: outcome, score } } as const
  const ended = { outcome, remarks, score, recordedBy: operator.accountId }
  return onApplication(s, operator, id, line, (tx) => recordOutcome(s, tx, id, ended, byOperator(operator, note)))
}

/** @throws AppError as `allowRetake` */
export function retake(s: Services, operator: Operator, id: string, { note, reason }: Words): Promise<void> {
  return onApplication(s, operator, id, { action: "admissions.retake", reason }, (tx) =>
    allowRetake(s, tx, id, byOperator(operator, note)),
  )
}

/** @throws AppError as `withdraw` */
export function endPlace(s: Services, operator: Operator, id: string, { note, reason }: Words): Promise<void> {
  return onApplication(s, operator, id, { action: "admissions.withdraw", reason }, (tx) =>
    withdraw(s, tx, id, byOperator(operator, note)),
  )
}

/** @returns whether the try is marked now @throws AppError as `markAnswers` */
export function mark(
  s: Services,
  operator: Operator,
  assessmentId: string,
  { marks, reason }: { marks: Parameters<typeof markAnswers>[4]; reason: string },
): Promise<boolean> {
  return actWithLog(s, operator, { action: "admissions.mark", reason }, async (tx) => {
    const { isMarked, applicationId } = await markAnswers(s, tx, operator.accountId, assessmentId, marks)
    const given = marks.map(({ questionId, points }) => ({ questionId, points }))
    const line = await lineAbout(tx, applicationId, { assessment: assessmentId, marks: given })
    return { ...line, result: isMarked }
  })
}

/** @returns how many times are open now @throws AppError as `openSlots` */
export function openTimes(
  s: Services,
  operator: Operator,
  { reason, ...offered }: Parameters<typeof admin.openSlots>[3] & { reason: string },
): Promise<number> {
  return actWithLog(s, operator, { action: "admissions.openTimes", reason }, async (tx) => {
    const count = await admin.openSlots(s, tx, operator.accountId, offered)
    const { day, times, timeZone, program } = offered
    return {
      detail: { about: `${day}: ${times.join(", ")}`, timeZone, program, after: { times: count } },
      result: count,
    }
  })
}

/** @throws AppError as `closeSlot` */
export function closeTime(s: Services, operator: Operator, id: string, reason: string): Promise<void> {
  return actWithLog(s, operator, { action: "admissions.closeTime", reason }, async (tx) => {
    const { startsAt, place } = await admin.closeSlot(s, tx, id)
    return { detail: { slot: id, before: { startsAt, place }, after: "taken back" } }
  })
}

/** @throws AppError as `addCohort` */
export function addCohort(
  s: Services,
  operator: Operator,
  { program, values, reason }: { program: string; values: CohortInput; reason: string },
): Promise<void> {
  return actWithLog(s, operator, { action: "cohorts.add", reason }, async (tx) => {
    return { detail: await admin.addCohort(s, tx, program, values) }
  })
}

/** @throws AppError as `changeCohort` */
export function changeCohort(
  s: Services,
  operator: Operator,
  id: string,
  { values, version, people, reason }: { values: CohortInput; version: number; people: number; reason: string },
): Promise<void> {
  return actWithLog(s, operator, { action: "cohorts.change", reason }, async (tx) => {
    return { detail: await admin.changeCohort(s, tx, id, values, { version, people }) }
  })
}

/** @throws AppError as `changeTerms` */
export function changeTexts(
  s: Services,
  operator: Operator,
  id: string,
  { version, reason, ...texts }: ProgramTexts & { version: number; reason: string },
): Promise<void> {
  return actWithLog(s, operator, { action: "cohorts.texts", reason }, async (tx) => {
    return { detail: await admin.changeTerms(tx, id, { texts }, version) }
  })
}

/** @throws AppError as `changeTerms` */
export function changeFees(
  s: Services,
  operator: Operator,
  id: string,
  {
    applicationFee,
    version,
    reason,
    ...tuition
  }: ProgramPayment & {
    applicationFee: number
    version: number
    reason: string
  },
): Promise<void> {
  return actWithLog(s, operator, { action: "cohorts.fees", reason }, async (tx) => {
    const own = { applicationFeeNaira: applicationFee, tuition }
    return { detail: await admin.changeTerms(tx, id, own, version) }
  })
}
