import type { ReportedEntry } from "#contract/academy/discussions.ts"
import type { ReportReason } from "#contract/catalogue/report-reasons.ts"
import type { CohortScope } from "#contract/identity/operators.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { cohortNameOf } from "#server/features/academy/learning/service.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { actWithLog } from "#server/features/identity/operators/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { noDiscussion, shortName, teacherIn } from "./members.ts"
import { entryReportDecided, hidden } from "./notices.ts"
import * as queries from "./queries.ts"
import { publishChange } from "./writing.ts"

/** Reports that are shown at once. */
const shown = 100

/** Pins a thread or closes it. It is no more than the order of a list: no reason, no line of the log. @throws AppError `not_found` */
export async function moderateThread(
  s: Services,
  caller: Person,
  ip: string,
  { threadId, ...state }: { threadId: string; isPinned: boolean; isClosed: boolean },
): Promise<void> {
  const known = await queries.findThread(s.db, caller.accountId, threadId)
  if (!known) throw noDiscussion()
  await teacherIn(s, caller, ip, known.cohortId)
  await transact(s.db, async (tx) => {
    await queries.setState(tx, threadId, state)
    await publishChange(tx, { cohortId: known.cohortId, threadId })
  })
}

/** Hides an entry, upholds its reports and tells its author why. @throws AppError `not_found`, `step_not_allowed` */
export async function hideEntry(
  s: Services,
  caller: Person,
  ip: string,
  { entryId, reason }: { entryId: string; reason: string },
): Promise<void> {
  const known = await queries.findEntry(s.db, entryId)
  if (!known) throw noDiscussion()
  const teacher = await teacherIn(s, caller, ip, known.cohortId)
  await actWithLog(s, teacher, { action: "discussions.hide", reason }, async (tx) => {
    const entry = await queries.lockEntry(tx, entryId)
    if (!entry) throw noDiscussion()
    const reports = await closeReports(s, tx, entry, "upheld")
    if (entry.deletedAt && reports === 0) throw new AppError("step_not_allowed", "It is hidden already.")
    if (!entry.deletedAt) await queries.markDeleted(tx, entry, "teacher", s.now())
    if (entry.authorId && !entry.deletedAt) {
      const facts = { threadId: entry.threadId, reason }
      await tellPerson(s, tx, hidden, { accountId: entry.authorId, key: entryId, facts })
    }
    await publishChange(tx, entry)
    return { subjectId: entry.authorId, detail: { about: entryId, before: "shown", after: "hidden" } }
  })
}

/** Closes the reports of an entry that may stay. @throws AppError `not_found`; `step_not_allowed` when none is open */
export async function dismissReports(
  s: Services,
  caller: Person,
  ip: string,
  { entryId, reason }: { entryId: string; reason: string },
): Promise<void> {
  const known = await queries.findEntry(s.db, entryId)
  if (!known) throw noDiscussion()
  const teacher = await teacherIn(s, caller, ip, known.cohortId)
  await actWithLog(s, teacher, { action: "discussions.dismiss", reason }, async (tx) => {
    const reports = await closeReports(s, tx, { id: entryId, threadId: known.threadId }, "dismissed")
    if (reports === 0) throw new AppError("step_not_allowed", "No report of it is open any more.")
    return { subjectId: known.authorId, detail: { about: entryId, before: `${reports} open`, after: "closed" } }
  })
}

/** Closes what is open of an entry, and tells whoever reported it. @returns how many reports it closed */
async function closeReports(
  s: Services,
  tx: Tx,
  { id, threadId }: { id: string; threadId: string },
  state: "upheld" | "dismissed",
): Promise<number> {
  const closed = await queries.decideReports(tx, id, state)
  for (const { sequence, reporterId: accountId } of closed) {
    const facts = { threadId, isHidden: state === "upheld" }
    await tellPerson(s, tx, entryReportDecided, { accountId, key: sequence, facts })
  }
  return closed.length
}

/** Entries that somebody reported, in the cohorts that a teacher was given. */
export async function listReported(s: Pick<Services, "db">, cohorts: CohortScope): Promise<ReportedEntry[]> {
  const rows = await queries.listReported(s.db, cohorts, shown)
  return rows.map(({ entryId, threadId, title, programId, number, authorName, body, reports }) => ({
    entryId,
    threadId,
    title,
    cohort: cohortNameOf({ programId, number }),
    author: shortName(authorName),
    text: body,
    reports: reports.map(({ reason, note, createdAt }) => ({
      reason: reason as ReportReason,
      note,
      createdAt: new Date(createdAt).toISOString(),
    })),
  }))
}
