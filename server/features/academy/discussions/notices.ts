import type { Db } from "#server/db/open.ts"
import { noticeKind } from "#server/declarations/notice.ts"
import { findEntry, isIn } from "./queries.ts"

/** Where a thread is read. */
const pathOf = (threadId: string) => `/learn/discussion/${threadId}`

/** People hear of an entry as long as it is there and they are in its cohort. */
async function isStillThere(db: Db, { accountId, key }: { accountId: string; key: string }): Promise<boolean> {
  const entry = await findEntry(db, key)
  return entry !== undefined && entry.deletedAt === null && (await isIn(db, accountId, entry.cohortId))
}

interface EntryFacts {
  threadId: string
  title: string
  /** Who wrote. */
  by: string
}

const entryKind = (name: string, about: string, write: (facts: EntryFacts) => { title: string; text: string }) =>
  noticeKind<EntryFacts>({
    name,
    topic: "academy",
    title: about,
    channels: { mail: true, text: false, push: true },
    mail: "daily",
    write: (facts) => ({ ...write(facts), path: pathOf(facts.threadId) }),
    holds: isStillThere,
  })

export const mentioned = entryKind("discussion-mention", "Somebody mentions you in a discussion", ({ title, by }) => ({
  title: `${by} mentioned you`,
  text: `In "${title}".`,
}))

export const answered = entryKind("discussion-answer", "Somebody answers what you asked", ({ title, by }) => ({
  title: `${by} answered you`,
  text: `In "${title}".`,
}))

export const accepted = entryKind("discussion-accepted", "An answer of yours helped", ({ title, by }) => ({
  title: "Your answer helped",
  text: `${by} accepted it in "${title}".`,
}))

export const hidden = noticeKind<{ threadId: string; reason: string }>({
  name: "discussion-hidden",
  topic: "academy",
  title: "What you wrote in a discussion was hidden",
  channels: { mail: true, text: false, push: false },
  mail: "at-once",
  write: ({ threadId, reason }) => ({
    title: "What you wrote was hidden",
    text: `A teacher hid it from your cohort: ${reason}`,
    path: pathOf(threadId),
  }),
})

/** What a learner reported was looked at; its key is the report. */
export const entryReportDecided = noticeKind<{ threadId: string; isHidden: boolean }>({
  name: "discussion-report-decided",
  topic: "academy",
  title: "Something that you reported in a discussion was looked at",
  channels: { mail: false, text: false, push: false },
  mail: "daily",
  write: ({ threadId, isHidden }) => ({
    title: "Your report was looked at",
    text: isHidden ? "It was hidden from your cohort. Thank you." : "It may stay. Thank you for telling us.",
    path: pathOf(threadId),
  }),
})

/** In the one letter of the day. */
export const digest = noticeKind<{ threads: number; until: Date }>({
  name: "discussion-digest",
  topic: "academy",
  title: "What is new in your cohort's discussions, once a day",
  channels: { mail: true, text: false, push: false },
  mail: "daily",
  goodUntil: ({ until }) => until,
  write: ({ threads }) => ({
    title: threads === 1 ? "1 discussion has something new" : `${threads} discussions have something new`,
    text: "Your cohort wrote since yesterday.",
    path: "/learn/discussion",
  }),
  holds: (db, { accountId, key }) => isIn(db, accountId, key.split("@")[0] ?? ""),
})
