import type { ColumnType, Generated, GeneratedAlways } from "kysely"
import type { TextBlock } from "#contract/text-blocks.ts"

export interface DiscussionTables {
  discussionThreads: DiscussionThreadsTable
  discussionEntries: DiscussionEntriesTable
  discussionPictures: DiscussionPicturesTable
  discussionReads: DiscussionReadsTable
  discussionReports: DiscussionReportsTable
}

interface DiscussionThreadsTable {
  id: string
  cohortId: string
  /** Null for one about the cohort as a whole. */
  lessonId: string | null
  isPinned: Generated<boolean>
  /** Takes no further answers. */
  isClosed: Generated<boolean>
  /** The answer that helped. */
  acceptedId: string | null
  /** Those that were not deleted. */
  answers: Generated<number>
  /** Of the entry that was written last. */
  lastSequence: Generated<string>
  lastAt: Date
  /** When a learner asked it, kept by the database; null for what a teacher began, and once it is taken back. */
  askedAt: ColumnType<Date | null, never, never>
}

/** What somebody wrote; the entry that has its thread's id began it. */
interface DiscussionEntriesTable {
  id: string
  sequence: GeneratedAlways<string>
  threadId: string
  cohortId: string
  /** Null once the account is gone, and the words with it. */
  authorId: string | null
  /** Of the thread that it began; "" for answers. */
  title: Generated<string>
  /** Markdown. */
  body: string
  blocks: ColumnType<TextBlock[], string, string>
  createdAt: Date
  editedAt: Date | null
  version: Generated<number>
  deletedAt: Date | null
  deletedBy: "author" | "teacher" | null
  /** For searching. */
  words: GeneratedAlways<string>
}

/** A picture as it was sent: a copy that its maker cannot change. */
interface DiscussionPicturesTable {
  entryId: string
  /** From 1. */
  position: number
  fileSequence: string
}

/** How far somebody has read a thread, and whether they want to hear of it. */
interface DiscussionReadsTable {
  accountId: string
  threadId: string
  readSequence: Generated<string>
  isMuted: Generated<boolean>
}

interface DiscussionReportsTable {
  sequence: GeneratedAlways<string>
  entryId: string
  reporterId: string
  reason: string
  note: string
  state: Generated<"open" | "upheld" | "dismissed">
  createdAt: Date
}
