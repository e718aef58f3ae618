import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import { noticeKind } from "#server/declarations/notice.ts"

/** Under what a class is told of: one that is moved is told of anew. */
export function classKey(id: string, startsAt: Date): string {
  return `${id}@${Math.floor(startsAt.getTime() / 1_000)}`
}

/** States of a place that was not given up. */
const places = ["active", "completed"] as const

/** The class that a notice is about, for those who are in its cohort still. */
function classOf(db: Db, { accountId, key }: { accountId: string; key: string }) {
  const [classId = "", startsAt = ""] = key.split("@")
  return db
    .selectFrom("liveClasses")
    .innerJoin("enrolments", "enrolments.cohortId", "liveClasses.cohortId")
    .select("liveClasses.cancelledAt")
    .where("liveClasses.id", "=", classId)
    .where(sql<boolean>`extract(epoch from live_classes.starts_at)::bigint::text = ${startsAt}`)
    .where("enrolments.accountId", "=", accountId)
    .where("enrolments.status", "in", places)
    .executeTakeFirst()
}

/** Learners of a cohort hear of it as long as they are in it and the class is on the calendar. */
async function isStillOn(db: Db, notice: { accountId: string; key: string }): Promise<boolean> {
  return (await classOf(db, notice))?.cancelledAt === null
}

async function isStillOff(db: Db, notice: { accountId: string; key: string }): Promise<boolean> {
  return ((await classOf(db, notice))?.cancelledAt ?? null) !== null
}

/** Learners of a cohort hear of an announcement as long as they are in it. */
async function isAnnouncedTo(db: Db, { accountId, key }: { accountId: string; key: string }): Promise<boolean> {
  const found = await db
    .selectFrom("announcements")
    .innerJoin("enrolments", "enrolments.cohortId", "announcements.cohortId")
    .select("announcements.id")
    .where("announcements.id", "=", key)
    .where("enrolments.accountId", "=", accountId)
    .where("enrolments.status", "in", places)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether somebody has a place that they did not give up. */
async function isLearner(db: Db, { accountId }: { accountId: string }): Promise<boolean> {
  const found = await db
    .selectFrom("enrolments")
    .select("id")
    .where("accountId", "=", accountId)
    .where("status", "in", places)
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

/** A change of one class, or of it and those that follow it. */
interface ChangeFacts extends ClassFacts {
  /** How many follow. */
  more: number
}

const andMore = (more: number): string =>
  more === 0 ? "" : more === 1 ? " and the one that follows" : ` and the ${more} that follow`

export const classCancelled = noticeKind<ChangeFacts>({
  name: "class-cancelled",
  topic: "academy",
  title: "A class was taken off the calendar",
  channels: { mail: true, text: false, push: true },
  mail: "at-once",
  write: ({ title, words, more }) => ({
    title: `No class: ${title}${andMore(more)}`,
    text: more === 0 ? `It would have been on ${words}.` : `The first would have been on ${words}.`,
    path: "/learn",
  }),
  holds: isStillOff,
})

export const classMoved = noticeKind<ChangeFacts & { before: string }>({
  name: "class-moved",
  topic: "academy",
  title: "A class was moved",
  channels: { mail: true, text: false, push: true },
  mail: "at-once",
  goodUntil: ({ startsAt }) => startsAt,
  write: ({ title, words, before, more }) => ({
    title: `Moved: ${title}${andMore(more)}`,
    text:
      more === 0 ? `It is on ${words}, no longer on ${before}.` : `The first is on ${words}, no longer on ${before}.`,
    path: "/learn",
  }),
  holds: isStillOn,
})

export const classPlanned = noticeKind<ChangeFacts & { last: string }>({
  name: "class-planned",
  topic: "academy",
  title: "Classes are on the calendar",
  channels: { mail: true, text: false, push: true },
  mail: "daily",
  goodUntil: ({ startsAt }) => startsAt,
  write: ({ title, words, last, more }) => ({
    title: more === 0 ? `New class: ${title}` : `${more + 1} new classes: ${title}`,
    text: more === 0 ? `It is on ${words}.` : `The first is on ${words}, the last on ${last}.`,
    path: "/learn",
  }),
  holds: isStillOn,
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
    path: `/learn/${lessonId}`,
  }),
  holds: isLearner,
})

export const announced = noticeKind<{ title: string }>({
  name: "announcement",
  topic: "academy",
  title: "Your teachers announce something",
  channels: { mail: true, text: false, push: true },
  mail: "daily",
  write: ({ title }) => ({ title, text: "Your teachers announced something to your cohort.", path: "/learn" }),
  holds: isAnnouncedTo,
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
