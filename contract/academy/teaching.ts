import { z } from "zod"
import { endpoint, pageOf } from "#contract/endpoint.ts"
import { Reason } from "#contract/identity/reason.ts"
import { PlainText, RecordId, webAddress } from "#contract/primitives.ts"
import { TextBlock } from "#contract/text-blocks.ts"
import { HandedInFile, HandInWay, LessonKind, Submission } from "./learning.ts"

/** Calls of teaching staff: operators with the roles admissions, content or owner, and teachers for their cohorts. */

export const HandedIn = Submission.extend({
  learner: z.string(),
  /** Name of another operator who marks it just now; "" for nobody. */
  claimedBy: z.string(),
  /** What the same learner handed in before for the same task, newest first, with what was answered. */
  earlier: z.array(
    Submission.pick({ id: true, text: true, link: true, state: true, comment: true, createdAt: true }).extend({
      files: z.number().int(),
    }),
  ),
  lessonId: z.string(),
  lessonTitle: z.string(),
  /** By which edition of the task it was done, and the newest. */
  edition: z.number().int(),
  newestEdition: z.number().int(),
  /** Program and cohort in which they learn. */
  cohortName: z.string(),
})
export type HandedIn = z.infer<typeof HandedIn>

export const listHandedIn = endpoint({
  method: "GET",
  path: "/operator/learning/submissions",
  access: "session",
  summary: "Tasks that wait for an answer, oldest first",
  /** `after`: the last one of the page before. */
  query: z.object({ after: RecordId.optional() }),
  reply: pageOf(HandedIn),
})

export const listHandedInCsv = endpoint({
  method: "GET",
  path: "/operator/learning/submissions.csv",
  access: "session",
  summary: "All tasks that wait for an answer, as a table for spreadsheets",
  reply: z.unknown(),
})

export const getHandedInFile = endpoint({
  method: "GET",
  path: "/operator/learning/submissions/:submissionId/files/:fileId",
  access: "session",
  summary: "A file that a learner handed in",
  params: z.object({ submissionId: RecordId, fileId: RecordId }),
  reply: z.unknown(),
})

export const claimSubmission = endpoint({
  method: "POST",
  path: "/operator/learning/submissions/:submissionId/claim",
  access: "session",
  summary: "Tells others that somebody marks this task just now, and who was there before",
  params: z.object({ submissionId: RecordId }),
  reply: z.object({ data: z.object({ claimedBy: z.string() }) }),
})

export const markSubmission = endpoint({
  method: "POST",
  path: "/operator/learning/submissions/:submissionId",
  access: "session",
  summary: "Accepts a task or gives it back with a comment",
  params: z.object({ submissionId: RecordId }),
  body: z.object({ state: z.enum(["accepted", "again"]), comment: PlainText.trim().max(5_000) }),
  reply: z.object({ message: z.string() }),
})

/** An upload offered below a lesson, under a title such as "Sound only". */
const LessonFile = HandedInFile.extend({ title: PlainText.trim().min(2, "A title is needed").max(120) })
export type LessonFile = z.infer<typeof LessonFile>

export const StaffLesson = z.object({
  id: z.string(),
  moduleId: z.string(),
  position: z.number(),
  kind: LessonKind,
  title: z.string(),
  minutes: z.number(),
  body: z.string(),
  accepts: z.array(HandInWay),
  dueAfterDays: z.number().nullable(),
  videoUrl: z.string(),
  files: z.array(LessonFile),
  questions: z.array(
    z.object({
      question: PlainText.trim().min(1).max(500),
      answers: z.array(PlainText.trim().min(1).max(300)).min(2).max(8),
      right: z.number().int().min(0).max(7),
      because: PlainText.trim().max(500),
    }),
  ),
  /** Seen by those who teach and by no learner. */
  isDraft: z.boolean(),
  /** Grows with every change. */
  version: z.number().int(),
})
export type StaffLesson = z.infer<typeof StaffLesson>

export const StaffModule = z.object({
  id: z.string(),
  programId: z.string().nullable(),
  phase: z.number(),
  title: z.string(),
  lessons: z.array(
    StaffLesson.extend({
      /** How many people have done, answered, handed in or noted something there: such a lesson is not removed. */
      people: z.number().int(),
    }),
  ),
})
export type StaffModule = z.infer<typeof StaffModule>

export const listModules = endpoint({
  method: "GET",
  path: "/operator/learning/modules",
  access: "session",
  summary: "Every module with its lessons, to be edited",
  reply: z.object({ data: z.array(StaffModule) }),
})

export const listModulesCsv = endpoint({
  method: "GET",
  path: "/operator/learning/modules.csv",
  access: "session",
  summary: "Every lesson with its module, as a table for spreadsheets; without its text",
  reply: z.unknown(),
})

const LessonText = z.object({
  kind: LessonKind,
  title: PlainText.trim().min(2, "A title is needed").max(150),
  minutes: z.number().int().min(1).max(600),
  body: PlainText.max(60_000),
  accepts: z.array(HandInWay).max(4),
  /** Days after its module opens on the last of which a task is handed in; null for any day. */
  dueAfterDays: z.number().int().min(1, "At least one day").max(365, "At most 365 days").nullable().default(null),
  videoUrl: z.union([z.literal(""), webAddress(/^https$/, 500)]),
  /** Own uploads, and those that the lesson has already. Pictures in the text need not be named. */
  files: z.array(LessonFile).max(12).default([]),
  questions: StaffLesson.shape.questions.max(50),
  isDraft: z.boolean().default(false),
})

/** A new lesson goes to the end of its module. */
export const addLesson = endpoint({
  method: "POST",
  path: "/operator/learning/modules/:moduleId/lessons",
  access: "session",
  summary: "Adds a lesson",
  params: z.object({ moduleId: RecordId }),
  body: LessonText,
  status: 201,
  reply: z.object({ data: StaffLesson }),
})

const LessonParams = z.object({ lessonId: RecordId })

export const changeLesson = endpoint({
  method: "PATCH",
  path: "/operator/learning/lessons/:lessonId",
  access: "session",
  summary: "Changes a lesson, as long as nobody else changed it since",
  params: LessonParams,
  body: LessonText.omit({ kind: true }).extend({ version: z.number().int().min(1) }),
  reply: z.object({ data: StaffLesson }),
})

const OutlineOrder = z.array(RecordId).min(1).max(200)

export const orderLessons = endpoint({
  method: "PUT",
  path: "/operator/learning/modules/:moduleId/order",
  access: "session",
  summary: "Puts the lessons of a module into another order",
  params: z.object({ moduleId: RecordId }),
  body: z.object({
    /** All lessons of the module, drafts too, in the order they get. */
    lessonIds: OutlineOrder,
    /** The order that was seen before: whoever comes second is told. */
    seen: OutlineOrder,
  }),
  reply: z.object({ message: z.string() }),
})

export const orderModules = endpoint({
  method: "PUT",
  path: "/operator/learning/module-order",
  access: "session",
  summary: "Puts the modules of one phase of a program into another order; each takes the opening day of its new place",
  /** As for lessons. */
  body: z.object({ moduleIds: OutlineOrder, seen: OutlineOrder }),
  reply: z.object({ message: z.string() }),
})

/** A lesson as it was published, or is being written. */
export const LessonEdition = z.object({
  /** From 1; the newest is on top. */
  edition: z.number().int(),
  title: z.string(),
  /** "" for a lesson as it came with the product, and once its writer is gone. */
  changedBy: z.string(),
  changedAt: z.string(),
  /** Learners who go by it. */
  people: z.number().int(),
})
export type LessonEdition = z.infer<typeof LessonEdition>

export const listLessonEditions = endpoint({
  method: "GET",
  path: "/operator/learning/lessons/:lessonId/editions",
  access: "session",
  summary: "How a lesson was published, newest first: who changed it when, and how many learners go by each",
  params: LessonParams,
  reply: z.object({ data: z.array(LessonEdition) }),
})

export const EditionText = StaffLesson.pick({
  title: true,
  minutes: true,
  body: true,
  accepts: true,
  videoUrl: true,
  files: true,
  questions: true,
}).extend({ edition: z.number().int(), blocks: z.array(TextBlock) })
export type EditionText = z.infer<typeof EditionText>

export const getLessonEdition = endpoint({
  method: "GET",
  path: "/operator/learning/lessons/:lessonId/editions/:edition",
  access: "session",
  summary: "A lesson as it is or was in one edition",
  params: LessonParams.extend({ edition: z.coerce.number().int().min(1) }),
  reply: z.object({ data: EditionText }),
})

export const bringBackEdition = endpoint({
  method: "POST",
  path: "/operator/learning/lessons/:lessonId/bring-back",
  access: "session",
  summary: "Makes an earlier edition of a lesson the newest again",
  params: LessonParams,
  /** The version of the lesson that was read. */
  body: z.object({ edition: z.number().int().min(1), version: z.number().int().min(1) }),
  reply: z.object({ data: StaffLesson }),
})

export const removeLesson = endpoint({
  method: "DELETE",
  path: "/operator/learning/lessons/:lessonId",
  access: "session",
  summary: "Removes a lesson at which no learner has done anything; others become drafts",
  params: LessonParams,
  status: 204,
  reply: z.null(),
})

export const previewText = endpoint({
  method: "POST",
  path: "/operator/learning/preview",
  access: "session",
  summary: "How a text will look",
  /** The lesson that it is the text of, whose pictures it may show; absent for a new one. */
  body: z.object({ text: PlainText.max(60_000), lessonId: RecordId.optional() }),
  reply: z.object({ data: z.array(TextBlock) }),
})

export const StaffClass = z.object({
  id: z.string(),
  cohortId: z.string(),
  title: z.string(),
  startsAt: z.string(),
  minutes: z.number(),
  joinUrl: z.string(),
  /** How many classes of the same repetition follow it; 0 for one by itself. */
  following: z.number().int(),
  /** Grows with every change. */
  version: z.number().int(),
  /** Names of those who came in. */
  attended: z.array(z.string()),
})
export type StaffClass = z.infer<typeof StaffClass>

export const listClasses = endpoint({
  method: "GET",
  path: "/operator/learning/classes",
  access: "session",
  summary: "Live classes of all cohorts with who attended, and the cohorts there are",
  reply: z.object({
    data: z.object({
      cohorts: z.array(z.object({ id: z.string(), name: z.string() })),
      classes: z.array(StaffClass),
    }),
  }),
})

export const listClassesCsv = endpoint({
  method: "GET",
  path: "/operator/learning/classes.csv",
  access: "session",
  summary: "All live classes with who attended, as a table for spreadsheets",
  reply: z.unknown(),
})

/** Most classes of one repetition, and how many days it goes on at most. */
export const mostRepeated = { classes: 100, days: 400 } as const

/** Every week on these days, at the hour that the academy's clock shows at the first, until a day or so many times. */
export const ClassRepeat = z
  .object({
    /** 1 is Monday, 7 is Sunday. */
    weekdays: z.array(z.number().int().min(1).max(7)).min(1, "Please choose a day of the week").max(7),
    until: z.iso.date("Please give the last day").optional(),
    count: z.number().int().min(1, "At least one").max(mostRepeated.classes, "At most 100").optional(),
  })
  .refine(
    ({ until, count }) => (until === undefined) !== (count === undefined),
    "Please say until which day, or how often",
  )
export type ClassRepeat = z.infer<typeof ClassRepeat>

const ClassText = z.object({
  title: PlainText.trim().min(2, "A title is needed").max(150),
  startsAt: z.iso.datetime({ offset: true }),
  minutes: z.number().int().min(5).max(600),
  joinUrl: webAddress(/^https$/, 500),
})

export const addClass = endpoint({
  method: "POST",
  path: "/operator/learning/classes",
  access: "session",
  summary: "Announces a live class to a cohort, or one that is held every week",
  body: ClassText.extend({ cohortId: RecordId, repeat: ClassRepeat.optional() }),
  status: 201,
  reply: z.object({ message: z.string() }),
})

/** Which classes of a repetition: the one, or it and all that follow. */
const WhichClasses = z.enum(["one", "following"])

const ClassParams = z.object({ classId: RecordId })

export const changeClass = endpoint({
  method: "PATCH",
  path: "/operator/learning/classes/:classId",
  access: "session",
  summary: "Changes a live class, or it and those that follow; learners are told once when it is moved",
  params: ClassParams,
  body: ClassText.extend({ which: WhichClasses, version: z.number().int().min(0) }),
  reply: z.object({ message: z.string() }),
})

export const cancelClass = endpoint({
  method: "POST",
  path: "/operator/learning/classes/:classId/cancellation",
  access: "session",
  summary: "Takes a live class, or it and those that follow, off the calendar; learners are told once",
  params: ClassParams,
  body: z.object({ which: WhichClasses }),
  reply: z.object({ message: z.string() }),
})

const AnnouncementText = {
  title: PlainText.trim().min(2, "A title is needed").max(150),
  body: PlainText.trim().min(1, "A text is needed").max(10_000),
}

export const addAnnouncement = endpoint({
  method: "POST",
  path: "/operator/learning/announcements",
  access: "session",
  summary: "Tells a cohort something",
  body: z.object({ cohortId: RecordId, ...AnnouncementText }),
  status: 201,
  reply: z.object({ message: z.string() }),
})

export const StaffAnnouncement = z.object({
  id: z.string(),
  cohortId: z.string(),
  title: z.string(),
  body: z.string(),
  createdAt: z.string(),
  /** "" for one that was never changed. */
  editedAt: z.string(),
  /** Grows with every change. */
  version: z.number().int(),
})
export type StaffAnnouncement = z.infer<typeof StaffAnnouncement>

export const listAnnouncements = endpoint({
  method: "GET",
  path: "/operator/learning/announcements",
  access: "session",
  summary: "What cohorts were told, newest first",
  reply: z.object({ data: z.array(StaffAnnouncement) }),
})

const AnnouncementParams = z.object({ announcementId: RecordId })

export const changeAnnouncement = endpoint({
  method: "PATCH",
  path: "/operator/learning/announcements/:announcementId",
  access: "session",
  summary: "Changes an announcement, as long as nobody else changed it since",
  params: AnnouncementParams,
  body: z.object({ ...AnnouncementText, version: z.number().int().min(1) }),
  reply: z.object({ message: z.string() }),
})

export const removeAnnouncement = endpoint({
  method: "DELETE",
  path: "/operator/learning/announcements/:announcementId",
  access: "session",
  summary: "Takes an announcement back; learners see it no more",
  params: AnnouncementParams,
  status: 204,
  reply: z.null(),
})

/** After so many days without anything done a learner counts as quiet. */
export const quietAfterDays = 7

export const LearnerProgress = z.object({
  name: z.string(),
  isCompleted: z.boolean(),
  /** Lessons done and lessons there are, electives left out. */
  done: z.number().int(),
  all: z.number().int(),
  /** The lesson that comes next; "" when all that is written is done. */
  next: z.string(),
  /** Tasks that wait for an answer. */
  waiting: z.number().int(),
  /** When something was last done: a lesson, a quiz, a task, a class; "" for never. */
  lastAt: z.string(),
  /** Whole days since then, or since the first class; null before it and for who is through. */
  quietDays: z.number().int().nullable(),
})
export type LearnerProgress = z.infer<typeof LearnerProgress>

const CohortParams = z.object({ cohortId: RecordId })

export const listProgress = endpoint({
  method: "GET",
  path: "/operator/learning/cohorts/:cohortId/progress",
  access: "session",
  summary: "Where each learner of a cohort is, those who are quiet longest on top",
  params: CohortParams,
  reply: z.object({ data: z.array(LearnerProgress) }),
})

export const listProgressCsv = endpoint({
  method: "GET",
  path: "/operator/learning/cohorts/:cohortId/progress.csv",
  access: "session",
  summary: "The same learners as a table for spreadsheets",
  params: CohortParams,
  reply: z.unknown(),
})

export const StaffCertificate = z.object({
  code: z.string(),
  name: z.string(),
  programName: z.string(),
  cohort: z.number().int(),
  issuedAt: z.string(),
  /** "" for a valid one. */
  withdrawnAt: z.string(),
  withdrawnBecause: z.string(),
})
export type StaffCertificate = z.infer<typeof StaffCertificate>

/** What certificates can be narrowed down by. */
export const CertificateFilters = z.object({
  state: z.enum(["valid", "withdrawn"]).optional(),
  /** A part of the name, or a code. */
  search: PlainText.trim().max(100).default(""),
})

export const listCertificates = endpoint({
  method: "GET",
  path: "/operator/learning/certificates",
  access: "session",
  summary: "Certificates, those issued last on top",
  query: CertificateFilters,
  reply: z.object({ data: z.array(StaffCertificate) }),
})

export const listCertificatesCsv = endpoint({
  method: "GET",
  path: "/operator/learning/certificates.csv",
  access: "session",
  summary: "The same certificates, all of them, as a table for spreadsheets",
  query: CertificateFilters,
  reply: z.unknown(),
})

export const withdrawCertificate = endpoint({
  method: "POST",
  path: "/operator/learning/certificates/:code/withdraw",
  access: "session",
  summary: "Withdraws a certificate; its page then says so",
  params: z.object({ code: z.string().min(1, "A code is needed").max(20) }),
  body: z.object({ reason: Reason }),
  reply: z.object({ message: z.string() }),
})
