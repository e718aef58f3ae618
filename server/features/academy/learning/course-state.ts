import type { TuitionState } from "#contract/academy/admissions.ts"
import type { CourseModule, LessonLock, Portal } from "#contract/academy/learning.ts"
import type { LessonRow, ModuleRow } from "./course-queries.ts"
import type { OwnTitle } from "./editions/queries.ts"

/** What decides which lessons a learner may open. */
export interface CourseFacts {
  modules: readonly ModuleRow[]
  lessons: readonly Pick<LessonRow, "id" | "moduleId" | "kind" | "title" | "minutes" | "dueAfterDays">[]
  /** Ids of the lessons that are done. */
  done: ReadonlySet<string>
  /** Of lessons in which the learner goes by an earlier edition. */
  own: readonly Omit<OwnTitle, "accountId">[]
  /** Day of the first class, as YYYY-MM-DD. */
  startsOn: string
  /** The academy's day, as YYYY-MM-DD. */
  today: string
  tuition: TuitionState
}

/** Day on which a module opens, as YYYY-MM-DD; "" when it opened with the enrolment. */
export function opensOn(module: Pick<ModuleRow, "opensAfterDays">, startsOn: string): string {
  if (module.opensAfterDays === null) return ""
  return daysAfter(startsOn, module.opensAfterDays)
}

/** @param day as YYYY-MM-DD @returns likewise */
function daysAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/**
 * Last day to hand a task in, as YYYY-MM-DD; "" for any day. It counts from the first class where the module was open
 * before; what comes before every program has none.
 */
function dueOn(module: ModuleRow, dueAfterDays: number | null, startsOn: string): string {
  if (dueAfterDays === null || module.programId === null) return ""
  return daysAfter(startsOn, Math.max(0, module.opensAfterDays ?? 0) + dueAfterDays)
}

/**
 * The modules with what of them is done and what can be opened: by the calendar, by the order of lessons and modules,
 * and by tuition. What is done stays open. Electives wait for nothing but their day and their own order.
 */
export function readCourse(facts: CourseFacts): CourseModule[] {
  let isBeforeDone = true
  const ownTitles = new Map(facts.own.map((own) => [own.lessonId, own]))
  return facts.modules.map((module) => {
    const day = opensOn(module, facts.startsOn)
    const isOpen = day === "" || facts.today >= day
    let isPathClear = module.isElective || isBeforeDone
    const lessons = facts.lessons
      .filter(({ moduleId }) => moduleId === module.id)
      .map(({ id, kind, dueAfterDays, ...newest }) => {
        const { title, minutes } = ownTitles.get(id) ?? newest
        const isDone = facts.done.has(id)
        const lock = isDone
          ? null
          : lockOf({ isOpen, isPathClear, isPaid: module.phase === 0 || facts.tuition !== "locked" })
        isPathClear &&= isDone
        return { id, title, kind, minutes, isDone, lock, dueOn: dueOn(module, dueAfterDays, facts.startsOn) }
      })
    if (!module.isElective) isBeforeDone &&= lessons.every(({ isDone }) => isDone)
    const { id, title, description, outcomes, isElective } = module
    return { id, title, description, outcomes, isElective, opensOn: day, isOpen, lessons }
  })
}

function lockOf({
  isOpen,
  isPathClear,
  isPaid,
}: Record<"isOpen" | "isPathClear" | "isPaid", boolean>): LessonLock | null {
  if (!isPaid) return "tuition"
  if (!isOpen) return "date"
  return isPathClear ? null : "order"
}

/** How much of what is required is done; modules without lessons are still to come. */
export function progressOf(modules: readonly CourseModule[]): { done: number; all: number; isComplete: boolean } {
  const required = modules.filter(({ isElective }) => !isElective)
  const lessons = required.flatMap((module) => module.lessons)
  const done = lessons.filter(({ isDone }) => isDone).length
  // Before anybody has opened a course it has no modules: nothing is done then, not everything.
  const isWritten = required.length > 0 && required.every((module) => module.lessons.length > 0)
  const isComplete = isWritten && done === lessons.length
  return { done, all: lessons.length, isComplete }
}

/** A class that begins within this time goes before lessons, in hours. */
const classFirstHours = 24

/** The one thing to do next. */
export function nextStep(
  modules: readonly CourseModule[],
  tuition: TuitionState,
  classes: readonly { id: string; title: string; startsAt: Date }[],
  now: Date,
): Portal["next"] {
  const [soonest] = classes
  const classStep: Portal["next"] | null = soonest
    ? { kind: "class", classId: soonest.id, title: soonest.title, startsAt: soonest.startsAt.toISOString() }
    : null
  if (classStep && soonest && soonest.startsAt.getTime() - now.getTime() < classFirstHours * 3_600_000) return classStep
  if (tuition === "locked") return { kind: "tuition" }
  for (const module of modules) {
    const lesson = module.lessons.find(({ isDone, lock }) => !isDone && lock === null)
    if (lesson && !module.isElective) {
      const { id, title, dueOn } = lesson
      return { kind: "lesson", lessonId: id, title, moduleTitle: module.title, dueOn }
    }
  }
  if (classStep) return classStep
  const closed = modules.find(({ isOpen, isElective }) => !isOpen && !isElective)
  return closed ? { kind: "module", title: closed.title, opensOn: closed.opensOn } : { kind: "nothing" }
}
