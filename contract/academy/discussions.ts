import { z } from "zod"
import { maxReportNote, reportReasonNames } from "#contract/catalogue/report-reasons.ts"
import { endpoint } from "#contract/endpoint.ts"
import { event } from "#contract/event.ts"
import { imagesBucketId } from "#contract/hosted/files.ts"
import { OptionalReason, Reason } from "#contract/identity/reason.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { TextBlock } from "#contract/text-blocks.ts"

/** How long one's own words may be changed, in minutes. */
export const discussionEditMinutes = 30

/** Days after which what was deleted is gone for staff too. */
export const discussionDeletedDays = 30

export const discussionLimits = { title: 150, text: 5_000, pictures: 4, mentions: 10 } as const

const Text = PlainText.trim().min(1, "Some words are needed").max(discussionLimits.text, "Please keep it shorter")
const Title = PlainText.trim().min(3, "A title is needed").max(discussionLimits.title, "Please keep the title shorter")

const Pictures = z
  .array(z.object({ bucketId: z.literal(imagesBucketId), fileId: RecordId }))
  .max(discussionLimits.pictures, `At most ${discussionLimits.pictures} pictures`)
  .default([])

const Author = z.object({
  /** First name and the first letter of the last one; "" for somebody who deleted their account. */
  name: z.string(),
  isTeacher: z.boolean(),
  isMe: z.boolean(),
})

export const Thread = z.object({
  id: z.string(),
  /** "" once it was deleted. */
  title: z.string(),
  author: Author,
  /** Null for one about the cohort as a whole. */
  lesson: z.object({ id: z.string(), title: z.string() }).nullable(),
  createdAt: z.string(),
  /** When somebody wrote in it last. */
  lastAt: z.string(),
  answers: z.number().int(),
  isPinned: z.boolean(),
  isClosed: z.boolean(),
  isSolved: z.boolean(),
  isUnread: z.boolean(),
  isMuted: z.boolean(),
})
export type Thread = z.infer<typeof Thread>

/** What somebody wrote: the beginning of a thread, or an answer. */
export const Entry = z.object({
  id: z.string(),
  author: Author,
  /** Empty once it was deleted, for everybody but those who teach. */
  blocks: z.array(TextBlock),
  /** As it was typed; for who may change it now, else "". */
  text: z.string(),
  pictures: z.array(z.object({ url: z.string() })),
  createdAt: z.string(),
  /** "" for never. */
  editedAt: z.string(),
  deletedBy: z.enum(["", "author", "teacher"]),
  isAccepted: z.boolean(),
  mayEdit: z.boolean(),
  mayDelete: z.boolean(),
  /** Grows with every change. */
  version: z.number().int(),
})
export type Entry = z.infer<typeof Entry>

const Cursor = z
  .string()
  .regex(/^\d{1,18}$/)
  .optional()

/** A cohort in which somebody learns or teaches. */
const InCohort = { cohortId: RecordId }

export const ThreadList = z.object({
  /** What teachers put on top; on the first page. */
  pinned: z.array(Thread),
  data: z.array(Thread),
  nextCursor: z.string().nullable(),
  /** Threads with something that the reader has not seen. */
  unread: z.number().int(),
  /** Names that can be mentioned. */
  people: z.array(z.string()),
  mayWrite: z.boolean(),
  mayModerate: z.boolean(),
})
export type ThreadList = z.infer<typeof ThreadList>

export const listThreads = endpoint({
  method: "GET",
  path: "/learning/discussions",
  access: "session",
  summary: "Threads of a cohort, or of a lesson in it, those written in last on top",
  query: z.object({ ...InCohort, lessonId: RecordId.optional(), before: Cursor }),
  reply: ThreadList,
})

export const Hit = z.object({
  threadId: z.string(),
  entryId: z.string(),
  title: z.string(),
  author: Author,
  /** The beginning of what was written. */
  excerpt: z.string(),
  createdAt: z.string(),
})
export type Hit = z.infer<typeof Hit>

export const searchDiscussions = endpoint({
  method: "GET",
  path: "/learning/discussions/search",
  access: "session",
  summary: "What was written in a cohort with these words, the newest first",
  query: z.object({ ...InCohort, words: PlainText.trim().min(2, "Two letters at least").max(100) }),
  reply: z.object({ data: z.array(Hit) }),
})

export const addThread = endpoint({
  method: "POST",
  path: "/learning/discussions",
  access: "session",
  summary: "Begins a thread in a cohort, or about a lesson",
  body: z.object({
    ...InCohort,
    lessonId: RecordId.nullable().default(null),
    title: Title,
    text: Text,
    pictures: Pictures,
  }),
  status: 201,
  reply: z.object({ data: z.object({ id: z.string() }) }),
})

const ThreadParams = z.object({ threadId: RecordId })

export const ThreadPage = z.object({
  thread: Thread,
  cohortId: z.string(),
  entries: z.array(Entry),
  /** For the entries after these. */
  nextCursor: z.string().nullable(),
  people: z.array(z.string()),
  mayWrite: z.boolean(),
  /** Whether an answer may be accepted: by who asked, or by a teacher. */
  mayAccept: z.boolean(),
  mayModerate: z.boolean(),
})
export type ThreadPage = z.infer<typeof ThreadPage>

export const getThread = endpoint({
  method: "GET",
  path: "/learning/discussions/:threadId",
  access: "session",
  summary: "A thread with what was written in it, oldest first",
  params: ThreadParams,
  query: z.object({ after: Cursor }),
  reply: z.object({ data: ThreadPage }),
})

export const addAnswer = endpoint({
  method: "POST",
  path: "/learning/discussions/:threadId/answers",
  access: "session",
  summary: "Answers in a thread",
  params: ThreadParams,
  body: z.object({ text: Text, pictures: Pictures }),
  status: 201,
  reply: z.object({ data: z.object({ id: z.string() }) }),
})

export const markThread = endpoint({
  method: "PUT",
  path: "/learning/discussions/:threadId/mine",
  access: "session",
  summary: "Marks a thread as read, or mutes it for oneself",
  params: ThreadParams,
  body: z.object({ isMuted: z.boolean().optional() }),
  status: 204,
  reply: z.null(),
})

export const acceptAnswer = endpoint({
  method: "PUT",
  path: "/learning/discussions/:threadId/accepted",
  access: "session",
  summary: "Says which answer helped; null for none",
  params: ThreadParams,
  body: z.object({ entryId: RecordId.nullable() }),
  reply: z.object({ message: z.string() }),
})

const EntryParams = z.object({ entryId: RecordId })

export const changeEntry = endpoint({
  method: "PATCH",
  path: "/learning/discussion-entries/:entryId",
  access: "session",
  summary: `Changes one's own words, within ${discussionEditMinutes} minutes`,
  params: EntryParams,
  body: z.object({ text: Text, version: z.number().int().min(1) }),
  reply: z.object({ message: z.string() }),
})

export const deleteEntry = endpoint({
  method: "DELETE",
  path: "/learning/discussion-entries/:entryId",
  access: "session",
  summary: "Takes one's own words back; what others answered stays",
  params: EntryParams,
  status: 204,
  reply: z.null(),
})

export const reportEntry = endpoint({
  method: "POST",
  path: "/learning/discussion-entries/:entryId/reports",
  access: "session",
  summary: "Tells those who teach what is wrong with an entry",
  params: EntryParams,
  body: z.object({
    reason: z.enum(reportReasonNames, { error: "Please choose what is wrong." }),
    note: PlainText.trim().max(maxReportNote, `At most ${maxReportNote} letters`).default(""),
  }),
  status: 201,
  reply: z.object({ message: z.string() }),
})

export const getEntryPicture = endpoint({
  method: "GET",
  path: "/learning/discussion-entries/:entryId/pictures/:position",
  access: "session",
  summary: "A picture of an entry",
  params: EntryParams.extend({ position: z.coerce.number().int().min(1).max(discussionLimits.pictures) }),
  reply: z.unknown(),
})

export const moderateThread = endpoint({
  method: "PUT",
  path: "/operator/learning/discussions/:threadId",
  access: "session",
  summary: "Pins a thread, or closes it to further answers",
  params: ThreadParams,
  body: z.object({ isPinned: z.boolean(), isClosed: z.boolean() }),
  reply: z.object({ message: z.string() }),
})

export const hideEntry = endpoint({
  method: "POST",
  path: "/operator/learning/discussion-entries/:entryId/hide",
  access: "session",
  summary: "Hides an entry from learners; its author reads the reason",
  params: EntryParams,
  body: z.object({ reason: Reason }),
  reply: z.object({ message: z.string() }),
})

export const dismissEntryReports = endpoint({
  method: "POST",
  path: "/operator/learning/discussion-entries/:entryId/dismiss",
  access: "session",
  summary: "Leaves a reported entry where it is and closes its reports",
  params: EntryParams,
  body: z.object({ reason: OptionalReason }),
  reply: z.object({ message: z.string() }),
})

export const ReportedEntry = z.object({
  entryId: z.string(),
  threadId: z.string(),
  title: z.string(),
  cohort: z.string(),
  author: z.string(),
  text: z.string(),
  reports: z.array(z.object({ reason: z.enum(reportReasonNames), note: z.string(), createdAt: z.string() })),
})
export type ReportedEntry = z.infer<typeof ReportedEntry>

export const listReportedEntries = endpoint({
  method: "GET",
  path: "/operator/learning/discussion-reports",
  access: "session",
  summary: "Entries with open reports, the oldest first",
  reply: z.object({ data: z.array(ReportedEntry) }),
})

/** Somebody wrote, changed or took back something in a cohort. */
export const discussionChanged = event({
  name: "discussions.changed",
  payload: z.object({ cohortId: z.string(), threadId: z.string() }),
})
