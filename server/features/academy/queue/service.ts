import { quietAfterDays } from "#contract/academy/teaching.ts"
import {
  mostCounted,
  type OpenQuestion,
  type QueueCounts,
  type QuietLearner,
} from "#contract/academy/teaching-queue.ts"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import type { CohortScope, OperatorRole } from "#contract/identity/operators.ts"
import type { Services } from "#server/declarations/services.ts"
import { dayInWords, tuitionStateOf } from "#server/features/academy/admissions/service.ts"
import { cohortNameOf, countWaiting, standsOf, type Teacher } from "#server/features/academy/learning/service.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { actWithLog } from "#server/features/identity/operators/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { howItGoes } from "./notices.ts"
import * as queries from "./queries.ts"

/** Lines of a page. */
const pageLines = 20

const dayMs = 86_400_000

/** Whoever looks: a teacher, and what else their role opens. */
export interface Looker extends Teacher {
  role: OperatorRole
}

/** A page of a list, and the cursor of the next one. */
interface Page<Line> {
  data: Line[]
  nextCursor: string | null
}

/** How much of each kind waits; more than are counted are one more than that. */
export async function countQueue(s: Services, looker: Looker): Promise<QueueCounts> {
  const most = mostCounted + 1
  return {
    tasks: await countWaiting(s.db, looker.cohorts, most),
    questions: await queries.countOpenQuestions(s.db, questionRuleOf(looker), most),
    quiet: await queries.countQuiet(s.db, ruleOf(s, looker), most),
  }
}

/** The same for an overview that counts tasks itself, and messages of the contact page among all messages. */
export async function countOverview(
  s: Pick<Services, "db" | "now">,
  cohorts: CohortScope,
  most: number,
): Promise<Pick<QueueCounts, "questions" | "quiet">> {
  return {
    questions: await queries.countOpenQuestions(s.db, { cohorts, readsMessages: false }, most),
    quiet: await queries.countQuiet(s.db, ruleOf(s, { cohorts }), most),
  }
}

/** What learners write on the contact page may be about money: it is for those who read all messages. */
function questionRuleOf({ role, cohorts }: Looker): queries.QuestionRule {
  return { cohorts, readsMessages: mayOperate(role, "messages") }
}

const shownLetters = 240

/** A page of the questions that nobody has answered, whatever way they came, oldest first. */
export async function listOpenQuestions(
  s: Services,
  looker: Looker,
  after: string | undefined,
): Promise<Page<OpenQuestion>> {
  const found = await queries.listOpenQuestions(s.db, questionRuleOf(looker), pageLines + 1, after)
  return pageOf(found, ({ id, name, programId, cohort, subject, text, createdAt, path }) => ({
    id,
    learner: name,
    cohortName: cohortNameOf({ programId, number: cohort }),
    text: (text === "" ? subject : `${subject}: ${text}`).slice(0, shownLetters).toWellFormed(),
    askedAt: createdAt.toISOString(),
    path,
  }))
}

function pageOf<Row extends { id: string }, Line>(found: readonly Row[], line: (row: Row) => Line): Page<Line> {
  const rows = found.slice(0, pageLines)
  return { data: rows.map(line), nextCursor: found.length > rows.length ? (rows.at(-1)?.id ?? null) : null }
}

function ruleOf(s: Pick<Services, "now">, { cohorts }: Pick<Teacher, "cohorts">): queries.QuietRule {
  return { cohorts, before: new Date(s.now().getTime() - quietAfterDays * dayMs) }
}

/** A page of the learners who went quiet, with why that may be. */
export async function listQuiet(s: Services, looker: Looker, after: string | undefined): Promise<Page<QuietLearner>> {
  const found = await queries.listQuiet(s.db, ruleOf(s, looker), pageLines + 1, after)
  const why = await reasonsOf(s, found.slice(0, pageLines))
  return pageOf(found, (row) => {
    const { reason, lesson, done, all, message } = why(row)
    const quietDays = Math.floor((s.now().getTime() - row.since.getTime()) / dayMs)
    const line = { id: row.id, name: row.name, cohortName: cohortNameOf(row), quietDays, reason, lesson, done, all }
    return { ...line, message: message && { title: message.title, text: message.text } }
  })
}

type Why = Pick<QuietLearner, "reason" | "lesson" | "done" | "all"> & {
  message: { title: string; text: string; path: string } | null
}

/** Why each of these may be quiet, and what they are written. */
async function reasonsOf(s: Services, rows: readonly queries.QuietRow[]): Promise<(row: queries.QuietRow) => Why> {
  const stands = new Map<string, Awaited<ReturnType<typeof standsOf>>>()
  for (const [cohortId, own] of Map.groupBy(rows, (row) => row.cohortId)) {
    const [first] = own
    const accountIds = own.map(({ accountId }) => accountId)
    if (first) stands.set(cohortId, await standsOf(s, first, accountIds))
  }
  const cameBack = await queries.listCameBack(
    s.db,
    rows.map(({ id }) => id),
  )
  const closed = new Set<string>()
  for (const { id } of rows) if ((await tuitionStateOf(s, id)) === "locked") closed.add(id)
  return (row) => {
    const stand = stands.get(row.cohortId)?.get(row.accountId)
    const { done, all } = { done: stand?.done ?? 0, all: stand?.all ?? 0 }
    const why = (reason: Why["reason"], lesson = "", message: Why["message"] = null): Why => {
      return { reason, lesson, done, all, message }
    }
    if (closed.has(row.id)) return why("closed")
    const task = cameBack.get(row.id)
    if (task) {
      const text = `“${task.title}” came back with a comment. Hand it in again when you are ready. ${helpWords}`
      return why("came_back", task.title, {
        title: "Your task waits for you",
        text,
        path: `/learn/${task.lessonId}`,
      })
    }
    if (stand && stand.waiting > 0) return why("waits_for_us")
    const next = stand?.next
    if (!next) return why("done")
    const path = `/learn/${next.id}`
    if (done === 0) {
      const text = `Your cohort began on ${dayInWords(row.startsOn)}. Your first lesson is “${next.title}”. ${helpWords}`
      return why("not_begun", next.title, { title: "Shall we begin?", text, path })
    }
    const text = `You have done ${done} of ${all} lessons. The next one is “${next.title}”. ${helpWords}`
    return why("stopped", next.title, { title: "How is it going?", text, path })
  }
}

const helpWords = "If something is in your way, write to us on the contact page."

/**
 * Writes to a quiet learner what the list shows; they leave the list for as long as it takes to be quiet again.
 * @throws AppError `not_found` for nobody that one teaches; `step_not_allowed` when somebody wrote meanwhile, the learner did
 * something, or it is not theirs to go on
 */
export async function writeToQuiet(s: Services, looker: Looker, placeId: string): Promise<void> {
  const rule = ruleOf(s, looker)
  const seen = await queries.findQuiet(s.db, rule, placeId)
  const why = seen && (await reasonsOf(s, [seen]))(seen)
  await actWithLog(s, looker, { action: "learners.write", reason: "" }, async (tx) => {
    // Whoever wrote, or what the learner did, since it was looked at above.
    if (!(await queries.lockPlace(tx, looker.cohorts, placeId)))
      throw new AppError("not_found", "There is no such learner.")
    const row = await queries.findQuiet(tx, rule, placeId)
    if (!row) {
      const writer = await queries.findWriter(tx, placeId, rule.before)
      throw new AppError(
        "step_not_allowed",
        writer ? `${writer} wrote to them already.` : "They are not quiet any more.",
      )
    }
    if (!why?.message) throw new AppError("step_not_allowed", "It is not theirs to go on just now.")
    const { message, reason } = why
    const now = s.now()
    await queries.noteWritten(tx, placeId, { writtenAt: now, writtenBy: looker.accountId })
    const key = `${placeId}@${now.getTime()}`
    await tellPerson(s, tx, howItGoes, { accountId: row.accountId, key, facts: message })
    return { subjectId: row.accountId, detail: { place: placeId, why: reason, after: message.text } }
  })
}
