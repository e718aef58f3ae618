import { mayOperate, type OperatorRight } from "#contract/identity/operator-rights.ts"
import type { CohortScope, OperatorRole } from "#contract/identity/operators.ts"
import { mostWaiting, TodayFigure, TodayTask, todayDays, waitingKinds } from "#contract/operations/today.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { countReportedEntries } from "#server/features/academy/discussions/service.ts"
import { countWaiting } from "#server/features/academy/learning/service.ts"
import { countOverview } from "#server/features/academy/queue/service.ts"
import { countWithoutProvider } from "#server/features/money/payments/service.ts"
import { countRequests } from "#server/features/operations/people/service.ts"
import { countReported } from "#server/features/studio/review/service.ts"
import { countReportedShops } from "#server/features/studio/shelf/service.ts"
import * as figureQueries from "./figure-queries.ts"
import * as queries from "./queries.ts"

interface FigureRule {
  right: OperatorRight
  /** Its lines, in the order in which they are drawn. */
  names: readonly string[]
  read: (db: Db, days: number) => Promise<figureQueries.DayFigure[]>
  /** A day without any is unknown, and not nothing. */
  isGappy?: true
}

const figureRules: Readonly<Record<TodayFigure, FigureRule>> = {
  "sign-ups": { right: "people.see", names: ["New accounts"], read: figureQueries.countSignUps },
  pictures: { right: "runs.see", names: ["Pictures"], read: figureQueries.countPictures },
  credits: { right: "money.see", names: ["Granted", "Spent", "Returned"], read: figureQueries.sumCredits },
  revenue: { right: "money.see", names: ["NGN", "USD"], read: figureQueries.sumRevenue },
  wait: { right: "runs.see", names: ["p50", "p95"], read: figureQueries.measureWaits, isGappy: true },
}

interface Today {
  tasks: { what: TodayTask; count: number }[]
  days: string[]
  figures: { what: TodayFigure; series: { name: string; values: (number | null)[] }[] }[]
}

/** How long what was read counts for everybody who looks, in milliseconds. */
const readAgainMs = 15_000

/**
 * @returns reads what a role may see of today; several readers share one question to the database. Work is counted of the
 * cohorts that the role is narrowed down to; a teacher's reading is their own
 */
export function createToday(
  s: Pick<Services, "db" | "now" | "payments">,
): (role: OperatorRole, cohorts?: CohortScope) => Promise<Today> {
  let known: { at: number; facts: Promise<Today> } | null = null
  return async (role, cohorts = null) => {
    if (cohorts !== null) return readOfCohorts(s, cohorts)
    if (known === null || performance.now() - known.at > readAgainMs) {
      const asked = { at: performance.now(), facts: readToday(s) }
      known = asked
      // A failure is not kept: the next reader asks again.
      asked.facts.catch(() => {
        if (known === asked) known = null
      })
    }
    const { tasks, days, figures } = await known.facts
    return {
      tasks: tasks.filter(({ what }) => mayOperate(role, waitingKinds[what].right)),
      days,
      figures: figures.filter(({ what }) => mayOperate(role, figureRules[what].right)),
    }
  }
}

/** A teacher's: of what waits, their rights open the work and the words of their learners alone, and no figures. */
async function readOfCohorts(s: Pick<Services, "db" | "now">, cohorts: readonly string[]): Promise<Today> {
  const { db } = s
  const { questions, quiet } = await countOverview(s, cohorts, mostWaiting + 1)
  const tasks: Today["tasks"] = [
    { what: "tasks", count: await countWaiting(db, cohorts, mostWaiting + 1) },
    { what: "questions", count: questions },
    { what: "quiet learners", count: quiet },
    { what: "discussion reports", count: await countReportedEntries(db, cohorts) },
  ]
  return { tasks, days: await queries.listDays(db, todayDays), figures: [] }
}

async function readToday(s: Pick<Services, "db" | "now" | "payments">): Promise<Today> {
  const { db } = s
  const { questions, quiet } = await countOverview(s, null, mostWaiting + 1)
  const own: Record<queries.OwnCount, number> = {
    reports: (await countReported(db)) + (await countReportedShops(db)),
    "lost orders": await countWithoutProvider(s),
    tasks: await countWaiting(db, null, mostWaiting + 1),
    questions,
    "quiet learners": quiet,
    "discussion reports": await countReportedEntries(db, null),
    "credit requests": await countRequests(db),
  }
  const counts: Record<TodayTask, number> = { ...(await queries.countTasks(db, s.now())), ...own }
  const days = await queries.listDays(db, todayDays)
  const figures: Today["figures"] = []
  for (const what of TodayFigure.options) {
    const { names, read, isGappy } = figureRules[what]
    const rows = await read(db, todayDays)
    const numberOf = (day: string, name: string): number | null =>
      rows.find((row) => row.day === day && row.name === name)?.value ?? (isGappy ? null : 0)
    figures.push({
      what,
      series: names.map((name) => ({ name, values: days.map((day) => numberOf(day, name)) })),
    })
  }
  return { tasks: TodayTask.options.map((what) => ({ what, count: counts[what] })), days, figures }
}
