import { z } from "zod"
import { handInLimits, noteCharacters } from "#contract/catalogue/learning.ts"
import { endpoint } from "#contract/endpoint.ts"
import { documentsBucketId, imagesBucketId } from "#contract/hosted/files.ts"
import { PlainText, RecordId, webAddress } from "#contract/primitives.ts"
import { TextBlock } from "#contract/text-blocks.ts"

export const LessonKind = z.enum(["text", "quiz", "task"])

/** Why a lesson cannot be opened: its day has not come, lessons before it are not done, tuition is overdue. */
export const LessonLock = z.enum(["date", "order", "tuition"])
export type LessonLock = z.infer<typeof LessonLock>

export const LessonSummary = z.object({
  id: z.string(),
  title: z.string(),
  kind: LessonKind,
  minutes: z.number(),
  isDone: z.boolean(),
  lock: LessonLock.nullable(),
  /** Last day to hand a task in, as YYYY-MM-DD; "" for any day. */
  dueOn: z.string(),
})
export type LessonSummary = z.infer<typeof LessonSummary>

export const CourseModule = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  outcomes: z.array(z.string()),
  isElective: z.boolean(),
  /** Day on which it opens, as YYYY-MM-DD; "" when it opened with the enrolment. */
  opensOn: z.string(),
  isOpen: z.boolean(),
  /** None: they are published with the cohort. */
  lessons: z.array(LessonSummary),
})
export type CourseModule = z.infer<typeof CourseModule>

export const LiveClass = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: z.string(),
  minutes: z.number(),
  /** Whether one may come in now. */
  isOpen: z.boolean(),
  hasAttended: z.boolean(),
})
export type LiveClass = z.infer<typeof LiveClass>

/** What a learner comes back to. */
export const Portal = z.object({
  /** The place that is shown, and all places the person learns or has learnt in. */
  placeId: z.string(),
  /** Whose discussion stands beside it; "" for none, and in copies that were kept before there were any. */
  cohortId: z.string().default(""),
  places: z.array(z.object({ id: z.string(), programName: z.string(), cohort: z.number(), isCompleted: z.boolean() })),
  programId: z.string(),
  programName: z.string(),
  cohort: z.number(),
  /** How people of the cohort are called, such as "Cohort 3 Fellows". */
  cohortLabel: z.string(),
  startsOn: z.string(),
  /** What the server's clock shows, by which classes open. */
  now: z.string(),
  tuition: z.enum(["settled", "on_time", "due_soon", "grace", "locked", "offered", "ended"]),
  /** Lessons done and lessons there are, electives left out. */
  progress: z.object({ done: z.number(), all: z.number() }),
  next: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("lesson"),
      lessonId: z.string(),
      title: z.string(),
      moduleTitle: z.string(),
      dueOn: LessonSummary.shape.dueOn,
    }),
    z.object({ kind: z.literal("class"), classId: z.string(), title: z.string(), startsAt: z.string() }),
    z.object({ kind: z.literal("module"), title: z.string(), opensOn: z.string() }),
    z.object({ kind: z.literal("tuition") }),
    z.object({ kind: z.literal("nothing") }),
  ]),
  phases: z.array(z.object({ name: z.string(), points: z.array(z.string()), modules: z.array(CourseModule) })),
  classes: z.array(LiveClass),
  announcements: z.array(
    z.object({ id: z.string(), title: z.string(), blocks: z.array(TextBlock), createdAt: z.string() }),
  ),
  /** First names of the cohort. */
  people: z.array(z.string()),
  certificate: z.object({ code: z.string(), isWithdrawn: z.boolean() }).nullable(),
})
export type Portal = z.infer<typeof Portal>

export const HandInWay = z.enum(["photo", "file", "link", "text"])
export type HandInWay = z.infer<typeof HandInWay>

/** An upload: a picture, or a document. */
export const HandedInFile = z.object({ bucketId: z.enum([imagesBucketId, documentsBucketId]), fileId: RecordId })
export type HandedInFile = z.infer<typeof HandedInFile>

export const Submission = z.object({
  id: z.string(),
  text: z.string(),
  link: z.string(),
  files: z.array(HandedInFile.extend({ url: z.string() })),
  state: z.enum(["handed_in", "accepted", "again"]),
  comment: z.string(),
  createdAt: z.string(),
})
export type Submission = z.infer<typeof Submission>

export const QuizResult = z.object({
  right: z.number(),
  all: z.number(),
  isPassed: z.boolean(),
  /** Tries until the right answers are told; 0 once they are, and in copies that were kept before they were counted. */
  triesLeft: z.number().int().default(0),
  /** For each question the right answer's number and the reason; null and "" for a wrong one until they are told. */
  answers: z.array(z.object({ given: z.number(), right: z.number().nullable(), because: z.string() })),
})
export type QuizResult = z.infer<typeof QuizResult>

export const Lesson = z.object({
  id: z.string(),
  /** The place whose program it belongs to; "" before there is one. */
  placeId: z.string(),
  /** Whose discussion stands beside it; "" for none, and in copies that were kept before there were any. */
  cohortId: z.string().default(""),
  title: z.string(),
  kind: LessonKind,
  minutes: z.number(),
  moduleTitle: z.string(),
  isDone: z.boolean(),
  blocks: z.array(TextBlock),
  /** A video on another site; "" without one. */
  videoUrl: z.string(),
  /** Sounds, films in sizes and documents that come with it. */
  files: z.array(
    z.object({ fileId: z.string(), title: z.string(), mimeType: z.string(), byteSize: z.number(), url: z.string() }),
  ),
  accepts: z.array(HandInWay),
  dueOn: LessonSummary.shape.dueOn,
  /** Whether that day is over and nothing that came back waits to be improved. */
  isHandInOver: z.boolean(),
  questions: z.array(z.object({ question: z.string(), answers: z.array(z.string()) })),
  lastQuiz: QuizResult.nullable(),
  submissions: z.array(Submission),
  /** What the learner wrote for themselves; "" for nothing. */
  note: z.string(),
  previousId: z.string().nullable(),
  nextId: z.string().nullable(),
  /** Which edition this is, by which one the learner goes, and the newest; from 1, as in copies from before there were any. */
  edition: z.number().int().default(1),
  begunEdition: z.number().int().default(1),
  newestEdition: z.number().int().default(1),
})
export type Lesson = z.infer<typeof Lesson>

export const getPortal = endpoint({
  method: "GET",
  path: "/learning",
  access: "session",
  summary: "A learner's program with its lessons, classes and news; the one under way unless a place is named",
  query: z.object({ place: RecordId.optional() }),
  reply: z.object({ data: Portal }),
})

const LessonParams = z.object({ lessonId: RecordId })

/** Why a lesson is locked while tuition is overdue; its page leads to paying then. */
export const lessonAwaitsTuition = "Lessons open again when the instalment has arrived."

export const getLesson = endpoint({
  method: "GET",
  path: "/learning/lessons/:lessonId",
  access: "session",
  summary: "One open lesson: as it was when the learner began it, or its newest edition",
  params: LessonParams,
  query: z.object({ edition: z.literal("newest").optional() }),
  reply: z.object({ data: Lesson }),
})

export const goOnWithEdition = endpoint({
  method: "POST",
  path: "/learning/lessons/:lessonId/edition",
  access: "session",
  summary: "Goes on with the newest edition of a lesson; what was done before stays",
  params: LessonParams,
  /** The one that was read, so that nobody goes on with another. */
  body: z.object({ edition: z.number().int().min(1) }),
  reply: z.object({ message: z.string() }),
})

export const getLessonPdf = endpoint({
  method: "GET",
  path: "/learning/lessons/:lessonId/lesson.pdf",
  access: "session",
  summary: "One open lesson on paper, as PDF",
  params: LessonParams,
  reply: z.unknown(),
})

export const getLessonFile = endpoint({
  method: "GET",
  path: "/learning/lessons/:lessonId/files/:fileId",
  access: "session",
  summary: "A picture, sound, film or document of an open lesson",
  params: LessonParams.extend({ fileId: RecordId }),
  reply: z.unknown(),
})

/** Lessons that were read without a connection may come later, several at once. */
export const recordProgress = endpoint({
  method: "POST",
  path: "/learning/progress",
  access: "session",
  summary: "Marks lessons of text as done; what is done stays done",
  body: z.object({ lessonIds: z.array(RecordId).min(1).max(100) }),
  reply: z.object({
    /** Lessons that count as done now, and those that do not and why. */
    data: z.object({
      done: z.array(z.string()),
      refused: z.array(z.object({ lessonId: z.string(), reason: z.string() })),
    }),
  }),
})

export const answerQuiz = endpoint({
  method: "POST",
  path: "/learning/lessons/:lessonId/quiz",
  access: "session",
  summary:
    "Answers a quiz and hears which answers were right; the right ones once it is passed or was tried often enough",
  params: LessonParams,
  body: z.object({
    answers: z.array(z.number().int().min(0).max(20)).min(1).max(50),
    /** Whose questions were read; the one that was begun without it. */
    edition: z.number().int().min(1).optional(),
  }),
  reply: z.object({ data: QuizResult }),
})

export const handInTask = endpoint({
  method: "POST",
  path: "/learning/lessons/:lessonId/submissions",
  access: "session",
  summary: "Hands in a task",
  params: LessonParams,
  body: z.object({
    text: PlainText.max(handInLimits.textCharacters).default(""),
    link: z.union([z.literal(""), webAddress(/^https?$/, handInLimits.linkCharacters)]).default(""),
    /** Own uploads. */
    files: z.array(HandedInFile).max(handInLimits.files).default([]),
    /** By whose words it was done; the one that was begun without it. */
    edition: z.number().int().min(1).optional(),
  }),
  status: 201,
  reply: z.object({ message: z.string(), data: Submission }),
})

export const saveNote = endpoint({
  method: "PUT",
  path: "/learning/lessons/:lessonId/note",
  access: "session",
  summary: "Keeps a learner's own note beside an open lesson; nobody else reads it",
  params: LessonParams,
  body: z.object({ text: PlainText.max(noteCharacters) }),
  reply: z.object({ message: z.string(), data: z.object({ text: z.string() }) }),
})

export const joinClass = endpoint({
  method: "POST",
  path: "/learning/classes/:classId/join",
  access: "session",
  summary: "The link of a live class, on its day, and counts as attendance",
  params: z.object({ classId: RecordId }),
  reply: z.object({ data: z.object({ joinUrl: z.string() }) }),
})

/** A file that a person may download, with its size in bytes. */
export const CourseFile = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  byteSize: z.number(),
  isRead: z.boolean(),
})
export type CourseFile = z.infer<typeof CourseFile>

export const getStudyKit = endpoint({
  method: "GET",
  path: "/learning/study-kit",
  access: "session",
  summary: "The study kit of confirmed applicants",
  reply: z.object({
    data: z.object({
      files: z.array(CourseFile),
      lesson: z.object({
        title: z.string(),
        isRead: z.boolean(),
        versions: z.array(CourseFile.omit({ text: true, isRead: true }).extend({ mimeType: z.string() })),
        /** How long the film and the sound last. */
        seconds: z.int().positive(),
        captionsUrl: z.string(),
        blocks: z.array(TextBlock),
      }),
    }),
  }),
})

export const markKitRead = endpoint({
  method: "POST",
  path: "/learning/study-kit/:item/read",
  access: "session",
  summary: "Marks a part of the study kit as read",
  params: z.object({ item: z.string().max(40) }),
  reply: z.object({ data: z.object({ item: z.string() }) }),
})

export const getResources = endpoint({
  method: "GET",
  path: "/learning/resources",
  access: "session",
  summary: "Handbook, brochure and the course before the first class, for admitted learners",
  reply: z.object({
    data: z.object({
      files: z.array(CourseFile),
      scrum: z.object({ title: z.string(), lessons: z.array(LessonSummary), isDone: z.boolean() }),
    }),
  }),
})

/** A certificate as anybody may check it. */
export const Certificate = z.object({
  code: z.string(),
  name: z.string(),
  programId: z.string(),
  programName: z.string(),
  cohort: z.number(),
  issuedOn: z.string(),
  isWithdrawn: z.boolean(),
  /** Asked for by the person to whom it was issued. */
  isYours: z.boolean(),
  /** Its address, and the code that leads there as an SVG picture. */
  url: z.string(),
  qrUrl: z.string(),
})
export type Certificate = z.infer<typeof Certificate>

/** The code that a certificate's address ends with. */
export const CertificateParams = z.object({ code: z.string().regex(/^[A-Z0-9-]{8,20}$/) })

export const getCertificate = endpoint({
  method: "GET",
  path: "/certificates/:code",
  access: "anyone",
  summary: "Whether a certificate was issued, to whom and for what",
  params: CertificateParams,
  reply: z.object({ data: Certificate }),
})

export const getCertificatePdf = endpoint({
  method: "GET",
  path: "/certificates/:code/certificate.pdf",
  access: "anyone",
  summary: "A certificate to print, as PDF",
  params: CertificateParams,
  reply: z.unknown(),
})
