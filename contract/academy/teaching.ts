import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { TextBlock } from "#contract/text-blocks.ts"
import { HandedInFile, HandInWay, LessonKind, Submission } from "./learning.ts"

/** Calls of teaching staff: operators with the roles admissions, content or owner, and teachers for their cohorts. */

export const HandedIn = Submission.extend({
  learner: z.string(),
  lessonTitle: z.string(),
  programName: z.string(),
})
export type HandedIn = z.infer<typeof HandedIn>

export const listHandedIn = endpoint({
  method: "GET",
  path: "/operator/learning/submissions",
  access: "session",
  summary: "Tasks that wait for an answer, oldest first",
  reply: z.object({ data: z.array(HandedIn) }),
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
  /** Grows with every change. */
  version: z.number().int(),
})
export type StaffLesson = z.infer<typeof StaffLesson>

export const StaffModule = z.object({
  id: z.string(),
  programId: z.string().nullable(),
  phase: z.number(),
  title: z.string(),
  lessons: z.array(StaffLesson),
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
  videoUrl: z.union([z.literal(""), z.url({ protocol: /^https$/ }).max(500)]),
  /** Own uploads, and those that the lesson has already. Pictures in the text need not be named. */
  files: z.array(LessonFile).max(12).default([]),
  questions: StaffLesson.shape.questions.max(50),
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

export const changeLesson = endpoint({
  method: "PATCH",
  path: "/operator/learning/lessons/:lessonId",
  access: "session",
  summary: "Changes a lesson, as long as nobody else changed it since",
  params: z.object({ lessonId: RecordId }),
  body: LessonText.omit({ kind: true }).extend({ version: z.number().int().min(1) }),
  reply: z.object({ data: StaffLesson }),
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

export const addClass = endpoint({
  method: "POST",
  path: "/operator/learning/classes",
  access: "session",
  summary: "Announces a live class to a cohort",
  body: z.object({
    cohortId: RecordId,
    title: PlainText.trim().min(2, "A title is needed").max(150),
    startsAt: z.iso.datetime({ offset: true }),
    minutes: z.number().int().min(5).max(600),
    joinUrl: z.url({ protocol: /^https$/ }).max(500),
  }),
  status: 201,
  reply: z.object({ message: z.string() }),
})

export const removeClass = endpoint({
  method: "DELETE",
  path: "/operator/learning/classes/:classId",
  access: "session",
  summary: "Takes a live class off the calendar",
  params: z.object({ classId: RecordId }),
  status: 204,
  reply: z.null(),
})

export const addAnnouncement = endpoint({
  method: "POST",
  path: "/operator/learning/announcements",
  access: "session",
  summary: "Tells a cohort something",
  body: z.object({
    cohortId: RecordId,
    title: PlainText.trim().min(2, "A title is needed").max(150),
    body: PlainText.trim().min(1).max(10_000),
  }),
  status: 201,
  reply: z.object({ message: z.string() }),
})

export const withdrawCertificate = endpoint({
  method: "POST",
  path: "/operator/learning/certificates/:code/withdraw",
  access: "session",
  summary: "Withdraws a certificate; its page then says so",
  params: z.object({ code: z.string().min(1, "A code is needed").max(20) }),
  body: z.object({ because: PlainText.trim().min(5, "A reason is needed").max(1_000) }),
  reply: z.object({ message: z.string() }),
})
