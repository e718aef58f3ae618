import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely"
import type { TextBlock } from "#contract/text-blocks.ts"

export interface LearningTables {
  courseModules: CourseModulesTable
  lessons: LessonsTable
  lessonProgress: LessonProgressTable
  lessonNotes: LessonNotesTable
  quizAttempts: QuizAttemptsTable
  lessonFiles: LessonFilesTable
  lessonEditions: LessonEditionsTable
  begunLessons: BegunLessonsTable
  taskSubmissions: TaskSubmissionsTable
  taskSubmissionFiles: TaskSubmissionFilesTable
  liveClasses: LiveClassesTable
  classAttendance: ClassAttendanceTable
  announcements: AnnouncementsTable
  certificates: CertificatesTable
  kitReads: KitReadsTable
  markingClaims: MarkingClaimsTable
  calendarFeeds: CalendarFeedsTable
  removedLessons: RemovedLessonsTable
  badgeKeys: BadgeKeysTable
  withdrawnBadges: WithdrawnBadgesTable
}

type StoredBlocks = ColumnType<TextBlock[] | null, string, string>

/** A topic of a program's outline, or of what comes before every program. */
interface CourseModulesTable {
  id: string
  /** Null for every program. */
  programId: string | null
  /** 0 comes before the program's own phases. */
  phase: number
  position: number
  title: string
  description: string
  outcomes: JSONColumnType<string[]>
  isElective: boolean
  /** Days after the first class on which it opens; negative ones are before it, null opens with the enrolment. */
  opensAfterDays: number | null
}

export type LessonKind = "text" | "quiz" | "task"

/** How a task may be handed in. */
export type HandInWay = "photo" | "file" | "link" | "text"

/** One question with its answers; the right one by its number. */
export interface QuizQuestion {
  question: string
  answers: string[]
  right: number
  because: string
}

/** An upload that comes with a lesson. */
export interface LessonFile {
  /** Number of its row. */
  sequence: string
  bucketId: "images" | "documents"
  fileId: string
  title: string
  mimeType: string
  byteSize: number
  /** Whether it stands in the text instead of the list below. */
  isInText: boolean
}

interface LessonsTable {
  id: string
  moduleId: string
  position: number
  kind: LessonKind
  title: string
  /** About how long it takes. */
  minutes: number
  /** Markdown. */
  body: string
  /** What was made of it when it was saved; null for a text from before that was kept. */
  blocks: StoredBlocks
  /** Questions of a quiz; null for the other kinds. */
  quiz: ColumnType<QuizQuestion[] | null, string | null, string | null>
  /** Ways of handing a task in; empty for the other kinds. */
  accepts: HandInWay[]
  /** Days after its module opens on the last of which a task is handed in; null for any day. */
  dueAfterDays: ColumnType<number | null, number | null | undefined, number | null>
  /** Address of a video on another site, "" without one. */
  videoUrl: Generated<string>
  /** Seen by those who teach and by no learner. */
  isDraft: Generated<boolean>
  /** Grows with every change. */
  version: Generated<number>
  /** Grows when what learners could see is changed; learners go by the edition that they began. */
  edition: Generated<number>
  /** Whether this edition was ever seen by learners. */
  isPublished: Generated<boolean>
  /** Who changed it last; null for a lesson as it came, and once they are gone. */
  changedBy: ColumnType<string | null, string | null | undefined, string | null>
  updatedAt: Generated<Date>
}

/** A lesson as it was published before it was changed. */
interface LessonEditionsTable {
  lessonId: string
  edition: number
  title: string
  minutes: number
  body: string
  blocks: StoredBlocks
  quiz: ColumnType<QuizQuestion[] | null, string | null, string | null>
  accepts: HandInWay[]
  videoUrl: string
  changedBy: string | null
  changedAt: Date
}

/** By which edition of a lesson a learner goes: the one that they opened first, until they choose a newer one. */
interface BegunLessonsTable {
  accountId: string
  lessonId: string
  edition: number
  begunAt: Date
}

/** A lesson that is done stays done; a trigger refuses changing and removing it while the person is there. */
interface LessonProgressTable {
  accountId: string
  lessonId: string
  doneAt: Date
}

/** What a learner wrote beside a lesson; nobody else reads it. */
interface LessonNotesTable {
  accountId: string
  lessonId: string
  text: string
  updatedAt: Date
}

interface QuizAttemptsTable {
  id: string
  accountId: string
  lessonId: string
  answers: JSONColumnType<number[]>
  right: number
  isPassed: boolean
  createdAt: Date
  /** Whose questions were answered. */
  edition: Generated<number>
}

/** One try at a task. */
interface TaskSubmissionsTable {
  id: string
  accountId: string
  lessonId: string
  text: string
  link: string
  state: "handed_in" | "accepted" | "again"
  comment: Generated<string>
  markedBy: string | null
  markedAt: Date | null
  createdAt: Date
  /** By which words it was done. */
  edition: Generated<number>
}

/** A file as it was handed in: a copy that its maker cannot change. */
interface TaskSubmissionFilesTable {
  submissionId: string
  /** From 1. */
  position: number
  fileSequence: string
}

/** An upload of teaching staff that comes with a lesson: a picture in its text, or what is offered below. */
interface LessonFilesTable {
  lessonId: string
  edition: Generated<number>
  /** From 1. */
  position: number
  fileSequence: string
  title: string
  isInText: boolean
}

interface LiveClassesTable {
  id: string
  cohortId: string
  title: string
  startsAt: Date
  minutes: number
  /** Link of the call; told on the day only. */
  joinUrl: string
  /** How near it was when its cohort was told of it last: 0 never, 1 a day, 2 an hour, 3 now. */
  toldStage: Generated<number>
  /** Those that repeat one another have the same; null for one by itself. */
  seriesId: ColumnType<string | null, string | null | undefined, string | null>
  /** Counts the changes, for calendars and so that none is made on top of another that its teacher has not seen. */
  revision: Generated<number>
  changedAt: Generated<Date>
  /** When it was taken off the calendar; those who have it in theirs are told so. */
  cancelledAt: Generated<Date | null>
  createdAt: Generated<Date>
}

interface ClassAttendanceTable {
  classId: string
  accountId: string
  joinedAt: Date
}

interface AnnouncementsTable {
  id: string
  cohortId: string
  title: string
  body: string
  /** As in `lessons`. */
  blocks: StoredBlocks
  createdAt: Date
  /** Grows with every change. */
  version: Generated<number>
  /** When it was changed last; null for never. */
  editedAt: Generated<Date | null>
}

interface CertificatesTable {
  /** Part of the address at which anybody can check it. */
  code: string
  accountId: string
  enrolmentId: string
  name: string
  programName: string
  cohort: number
  issuedAt: Date
  withdrawnAt: Date | null
  /** Why it was withdrawn; for operators. */
  withdrawnBecause: Generated<string>
  /** Place of its badge in the status lists, from 1. */
  statusPosition: GeneratedAlways<number>
}

/** Places in the status lists whose badge counts no more; they outlive the certificate. */
interface WithdrawnBadgesTable {
  statusPosition: number
  withdrawnAt: Date
}

/** Keys that sign or signed badges. */
interface BadgeKeysTable {
  id: string
  /** The newest one signs. */
  sequence: GeneratedAlways<number>
  /** As a JWK has it. */
  modulus: string
  exponent: string
  /** Its JWK, sealed; null once it was withdrawn. */
  privateKey: Buffer | null
  createdAt: Date
  withdrawnAt: Date | null
}

/** Lessons that staff removed, so that those which came with the product stay removed. */
interface RemovedLessonsTable {
  id: string
}

/** Who marks a task or an assessment just now. */
interface MarkingClaimsTable {
  /** `task:` or `assessment:` and its id. */
  subject: string
  accountId: string
  claimedAt: Date
}

/** How often somebody renewed or ended the secret address of their calendar; no row for never. */
interface CalendarFeedsTable {
  accountId: string
  renewals: number
  /** Since the last of them there is no address. */
  isEnded: Generated<boolean>
}

/** Parts of the study kit a person marked as read. */
interface KitReadsTable {
  accountId: string
  item: string
  readAt: Date
}
