import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import { noticeKind } from "#server/declarations/notice.ts"

/** Learners of a cohort hear of it as long as they are in it and the class is on the calendar. */
async function isStillOn(db: Db, { accountId, key }: { accountId: string; key: string }): Promise<boolean> {
  const [classId = "", startsAt = ""] = key.split("@")
  const found = await db
    .selectFrom("liveClasses")
    .innerJoin("enrolments", "enrolments.cohortId", "liveClasses.cohortId")
    .select("liveClasses.id")
    .where("liveClasses.id", "=", classId)
    .where(sql<boolean>`extract(epoch from live_classes.starts_at)::bigint::text = ${startsAt}`)
    .where("enrolments.accountId", "=", accountId)
    .where("enrolments.status", "in", ["active", "completed"])
    .executeTakeFirst()
  return found !== undefined
}

/** Before a class, and when it begins. */
export type ClassStage = "day" | "hour" | "now"

interface ClassFacts {
  title: string
  startsAt: Date
  /** The moment on the person's own clock, in words. */
  words: string
}

const leads: Readonly<Record<ClassStage, string>> = {
  day: "Within a day",
  hour: "Within the hour",
  now: "The class begins",
}

const hourMs = 3_600_000

/** A class that one was late for can still be joined. */
const joinableMs = hourMs

const classKind = (stage: ClassStage, title: string) =>
  noticeKind<ClassFacts>({
    name: `class-${stage}`,
    topic: "academy",
    title,
    channels: stage === "day" ? { mail: true, text: false, push: true } : { mail: false, text: false, push: true },
    // The letter of the day may come when the class is over.
    mail: "at-once",
    goodUntil: ({ startsAt }) => new Date(startsAt.getTime() + (stage === "now" ? joinableMs : 0)),
    write: ({ title: about, words }) => ({ title: `${leads[stage]}: ${about}`, text: words, path: "/learn" }),
    holds: isStillOn,
  })

/** A class by how soon it is. */
export const classNotices = {
  day: classKind("day", "A class is in a day"),
  hour: classKind("hour", "A class is in an hour"),
  now: classKind("now", "A class begins"),
} as const

export const classCancelled = noticeKind<ClassFacts>({
  name: "class-cancelled",
  topic: "academy",
  title: "A class was taken off the calendar",
  channels: { mail: true, text: false, push: true },
  mail: "at-once",
  write: ({ title, words }) => ({
    title: `No class: ${title}`,
    text: `It would have been on ${words}.`,
    path: "/learn",
  }),
})

export const taskMarked = noticeKind<{ lessonId: string; title: string; isAccepted: boolean }>({
  name: "task-marked",
  topic: "academy",
  title: "A task of yours was answered",
  channels: { mail: true, text: false, push: true },
  mail: "daily",
  write: ({ lessonId, title, isAccepted }) => ({
    title: isAccepted ? `Accepted: ${title}` : `Please hand in again: ${title}`,
    text: isAccepted ? "Your task was accepted." : "Your teacher wrote what is missing.",
    path: `/learn/lessons/${lessonId}`,
  }),
})

export const announced = noticeKind<{ title: string }>({
  name: "announcement",
  topic: "academy",
  title: "Your teachers announce something",
  channels: { mail: true, text: false, push: true },
  mail: "daily",
  write: ({ title }) => ({ title, text: "Your teachers announced something to your cohort.", path: "/learn" }),
})

export const certificateIssued = noticeKind<{ code: string; program: string }>({
  name: "certificate",
  topic: "academy",
  title: "Your certificate is ready",
  channels: { mail: true, text: false, push: true },
  mail: "at-once",
  write: ({ code, program }) => ({
    title: "Your certificate is ready",
    text: `You completed ${program}. Everybody with its address can check it.`,
    path: `/certificate/${code}`,
  }),
})
