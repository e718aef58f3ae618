import type { Db } from "#server/db/open.ts"
import { noticeKind } from "#server/declarations/notice.ts"
import { dayInWords } from "#server/features/academy/admissions/service.ts"
import * as queries from "./queries.ts"

/** What a notice is about: the id before the `@` of its key. */
const subjectOf = ({ key }: { key: string }): string => key.split("@")[0] ?? ""

const usual = { topic: "academy", channels: { mail: true, text: false, push: true }, mail: "daily" } as const

/** A task has to be handed in within days. */
export const taskDue = noticeKind<{ lessonId: string; title: string; dueOn: string; until: Date }>({
  ...usual,
  name: "task-due",
  title: "A task is due soon",
  goodUntil: ({ until }) => until,
  write: ({ lessonId, title, dueOn }) => ({
    title: `Due soon: ${title}`,
    text: `The last day to hand it in is ${dayInWords(dueOn)}.`,
    path: `/learn/${lessonId}`,
  }),
  holds: (db: Db, notice) => queries.isTaskOpen(db, subjectOf(notice), notice.key.split("@")[1] ?? ""),
})

/** An assessment that was not begun, while the days of its cohort come to their end. */
export const assessmentDue = noticeKind<{ program: string; lastDay: string; until: Date }>({
  ...usual,
  name: "assessment-due",
  title: "Your assessment is due soon",
  goodUntil: ({ until }) => until,
  write: ({ program, lastDay }) => ({
    title: "Your assessment waits for you",
    text: `Places in ${program} are taken until ${dayInWords(lastDay)}, and the interview comes after the assessment.`,
    path: "/assessment",
  }),
  holds: (db, notice) => queries.isAssessmentOpen(db, subjectOf(notice)),
})

/** Times for interviews were opened that somebody may choose from. */
export const timesOpen = noticeKind<{ program: string }>({
  ...usual,
  name: "interview-times",
  title: "Times for your interview are open",
  mail: "at-once",
  write: ({ program }) => ({
    title: "Choose a time for your interview",
    text: `Times for ${program} were opened. Each can be booked by one applicant.`,
    path: "/interview",
  }),
  holds: (db, notice) => queries.mayBook(db, subjectOf(notice)),
})
