import {
  type HandedInFile,
  type Lesson,
  lessonAwaitsTuition,
  type QuizResult,
  type Submission,
} from "#contract/academy/learning.ts"
import { product } from "#contract/brand.ts"
import { quizPassShare, quizTries } from "#contract/catalogue/learning.ts"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import { transact } from "#server/db/open.ts"
import type { QuizQuestion } from "#server/db/tables/learning.ts"
import type { Services } from "#server/declarations/services.ts"
import { dayInWords, dayOf } from "#server/features/academy/admissions/service.ts"
import { attachedFile, fileAddress, withHandInCopies } from "#server/features/hosted/files/service.ts"
import { cohortsOf } from "#server/features/identity/operators/service.ts"
import type { Sending } from "#server/media/send.ts"
import { writeLongPdf } from "#server/platform/documents/write-long-pdf.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { newId, sha256 } from "#server/platform/ids.ts"
import { considerCertificate } from "./certificates.ts"
import { findBlocks, findEdition, findLesson, findTaught, type LessonRow } from "./course-queries.ts"
import * as editions from "./editions/queries.ts"
import { lockLearner, type OpenCourse, openCoursesOf } from "./learner.ts"
import { offeredFiles, withOwnPictures } from "./lesson-files.ts"
import {
  countTries,
  findLastAttempt,
  findNote,
  insertAttempt,
  insertDone,
  insertSubmission,
  insertSubmissionFiles,
  listSubmissions,
  noteAct,
  putNote,
  type SubmissionRow,
} from "./progress-queries.ts"
import { storeBlocks } from "./stored-blocks.ts"
import { teachersOfAll } from "./teachers.ts"

const lockedWords = {
  date: "This lesson is not open yet.",
  order: "The lessons before it come first.",
  tuition: lessonAwaitsTuition,
} as const

/**
 * A lesson in the course that opens it, in the edition by which the person goes. One that two programs share counts as open
 * when it is in either.
 * @throws AppError `not_found`, `step_not_allowed` while it is locked, `not_allowed`
 */
async function openLesson(s: Services, accountId: string, lessonId: string) {
  const found = (await openCoursesOf(s, accountId)).flatMap((course) => placeInCourse(course, lessonId))
  const [first] = found
  const newest = first && (await findLesson(s.db, lessonId))
  if (!newest) throw new AppError("not_found", noSuchLesson)
  const open = found.find(({ summary }) => summary.lock === null)
  if (!open) throw new AppError("step_not_allowed", lockedWords[first.summary.lock ?? "order"])
  const begun = await editions.findBegun(s.db, accountId, lessonId)
  const lesson = (begun !== undefined && (await findEdition(s.db, lessonId, begun))) || newest
  return { lesson, newest, begun, ...open }
}

const noSuchLesson = "There is no such lesson."

/** Where a lesson stands in a course, with its neighbours; nothing when it is not part of it. */
function placeInCourse({ placeId, cohortId, modules }: OpenCourse, lessonId: string) {
  const summaries = modules.flatMap(({ title, lessons }) =>
    lessons.map((lesson) => ({ ...lesson, moduleTitle: title })),
  )
  const index = summaries.findIndex(({ id }) => id === lessonId)
  const summary = summaries[index]
  if (!summary) return []
  const neighbours = { previousId: summaries[index - 1]?.id ?? null, nextId: summaries[index + 1]?.id ?? null }
  return [{ placeId, cohortId, summary, ...neighbours }]
}

/** A lesson in the edition that its learner began, which is the newest at the first time. @throws AppError as `openLesson` */
export async function getLesson(s: Services, accountId: string, lessonId: string, wanted?: "newest"): Promise<Lesson> {
  const opened = await openLesson(s, accountId, lessonId)
  const { newest, begun, placeId, cohortId, summary, previousId, nextId } = opened
  const lesson = wanted === "newest" ? newest : opened.lesson
  if (begun === undefined) await begin(s, accountId, lesson)
  const attempt = lesson.quiz && (await findLastAttempt(s.db, accountId, lessonId))
  const submissions = await listSubmissions(s.db, accountId, lessonId)
  const blocks = (await findBlocks(s.db, lesson)) ?? (await storeBlocks(s, "lessons", lesson))
  return {
    id: lesson.id,
    placeId,
    cohortId,
    title: lesson.title,
    kind: lesson.kind,
    minutes: lesson.minutes,
    moduleTitle: summary.moduleTitle,
    isDone: summary.isDone,
    blocks: withOwnPictures(lesson, blocks),
    videoUrl: lesson.videoUrl,
    files: offeredFiles(lesson),
    accepts: lesson.accepts,
    dueOn: summary.dueOn,
    isHandInOver: isHandInOver(s, summary.dueOn, submissions),
    questions: (lesson.quiz ?? []).map(({ question, answers }) => ({ question, answers })),
    lastQuiz:
      attempt && lesson.quiz && attempt.edition === lesson.edition
        ? resultOf(lesson.quiz, attempt, await countTries(s.db, { accountId, lessonId, edition: attempt.edition }))
        : null,
    submissions: submissions.map((row) => toSubmission(s, row)),
    note: await findNote(s.db, accountId, lessonId),
    previousId,
    nextId,
    edition: lesson.edition,
    begunEdition: begun ?? lesson.edition,
    newestEdition: newest.edition,
  }
}

/** Opening a lesson begins it: what is read, kept on a device and answered from then on is one edition. */
async function begin(s: Services, accountId: string, lesson: LessonRow): Promise<void> {
  await transact(s.db, async (tx) => {
    await lockLearner(tx, accountId)
    await editions.insertBegun(tx, begunNow(s, accountId, lesson))
  })
}

const begunNow = (s: Pick<Services, "now">, accountId: string, { id, edition }: LessonRow) => ({
  accountId,
  lessonId: id,
  edition,
  begunAt: s.now(),
})

/**
 * Has a learner go on with the newest edition; what they did so far stays with the one before.
 * @throws AppError as `openLesson`, `version_changed` when there is a newer one than they read
 */
export async function goOnWith(s: Services, accountId: string, lessonId: string, edition: number): Promise<void> {
  const { newest } = await openLesson(s, accountId, lessonId)
  if (newest.edition !== edition) throw new AppError("version_changed", "This lesson was changed again. Read it anew.")
  await transact(s.db, async (tx) => {
    await lockLearner(tx, accountId)
    await editions.changeBegun(tx, begunNow(s, accountId, newest))
  })
}

/**
 * What was answered or handed in by: the edition that stood on the page, which a device may have kept for long.
 * @throws AppError `version_changed` for one that was never published
 */
async function asRead(s: Services, lesson: LessonRow, edition: number | undefined): Promise<LessonRow> {
  const read = edition === undefined ? lesson : await findEdition(s.db, lesson.id, edition)
  if (!read) throw new AppError("version_changed", "This lesson was changed since. Open it again.")
  return read
}

/** Keeps a learner's own note beside a lesson that is open to them. @throws AppError as `openLesson` */
export async function saveNote(s: Services, accountId: string, lessonId: string, note: string): Promise<string> {
  await openLesson(s, accountId, lessonId)
  const text = note.trim()
  await transact(s.db, async (tx) => {
    await lockLearner(tx, accountId)
    await putNote(tx, { accountId, lessonId, text, updatedAt: s.now() })
  })
  return text
}

/** Lets through who may get a lesson's files: its teachers, and a learner to whom it is open. @throws AppError as `openLesson` */
async function mustBeReader(s: Services, caller: Person, lessonId: string): Promise<void> {
  const role = caller.operatorRole
  if (mayOperate(role, "teaching") && role !== null) {
    if (await findTaught(s.db, await cohortsOf(s.db, caller.accountId, role), lessonId)) return
  }
  await openLesson(s, caller.accountId, lessonId)
}

/** A file of a lesson, of any edition, to send. @throws AppError as `mustBeReader`, `not_found` for what does not belong to it */
export async function lessonFile(
  s: Services,
  { caller, ip, left }: { caller: Person; ip: string; left: AbortSignal },
  lessonId: string,
  fileId: string,
): Promise<Sending> {
  await mustBeReader(s, caller, lessonId)
  const file = await editions.findFileOf(s.db, lessonId, fileId)
  if (!file) throw new AppError("not_found", "There is no such file.")
  // The lesson may be locked again tomorrow.
  return { ...(await attachedFile(s, file, { caller, ip, left })), cache: { who: "person", seconds: 3_600 } }
}

/** A lesson on paper, to be read without a connection. */
export async function lessonPdf(s: Services, accountId: string, lessonId: string): Promise<Buffer> {
  const { title, moduleTitle, blocks } = await getLesson(s, accountId, lessonId)
  const publisher = `${product.name} Academy`
  return writeLongPdf({ title, subtitle: moduleTitle, publisher, site: s.config.publicUrl, blocks })
}

/** Marks lessons of text as done, in the order in which they may be done; says of each other one why not. */
export async function recordProgress(s: Services, accountId: string, lessonIds: readonly string[]) {
  const done: string[] = []
  const refused: { lessonId: string; reason: string }[] = []
  for (const lessonId of lessonIds) {
    try {
      const { lesson } = await openLesson(s, accountId, lessonId)
      if (lesson.kind !== "text") throw new AppError("step_not_allowed", "A quiz is passed, and a task is accepted.")
      await markDone(s, accountId, lesson)
      done.push(lessonId)
    } catch (error) {
      if (!(error instanceof AppError) || error.type === "not_allowed") throw error
      refused.push({ lessonId, reason: error.message })
    }
  }
  return { done, refused }
}

async function markDone(s: Services, accountId: string, lesson: LessonRow): Promise<void> {
  const lessonId = lesson.id
  await transact(s.db, async (tx) => {
    await lockLearner(tx, accountId)
    await editions.insertBegun(tx, begunNow(s, accountId, lesson))
    await insertDone(tx, { accountId, lessonId, doneAt: s.now() })
    await noteAct(tx, { accountId, lessonId, at: s.now() })
    await considerCertificate(s, tx, accountId)
  })
}

/** @throws AppError `general_argument_invalid` for other than one answer to each question, and as `asRead` */
export async function answerQuiz(
  s: Services,
  accountId: string,
  lessonId: string,
  { answers, edition: read }: { answers: readonly number[]; edition?: number | undefined },
): Promise<QuizResult> {
  const opened = await openLesson(s, accountId, lessonId)
  const lesson = await asRead(s, opened.lesson, read)
  const questions = lesson.quiz
  if (!questions) throw new AppError("not_found", "This lesson has no quiz.")
  if (answers.length !== questions.length) {
    throw new AppError("general_argument_invalid", "Please answer every question.")
  }
  const right = questions.filter((question, index) => question.right === answers[index]).length
  const isPassed = right >= Math.ceil(questions.length * quizPassShare)
  const given = { answers, right, isPassed, edition: lesson.edition }
  return transact(s.db, async (tx) => {
    await lockLearner(tx, accountId)
    await editions.insertBegun(tx, begunNow(s, accountId, lesson))
    await insertAttempt(tx, { ...given, id: newId(), accountId, lessonId, createdAt: s.now() })
    if (isPassed) {
      await insertDone(tx, { accountId, lessonId, doneAt: s.now() })
      await considerCertificate(s, tx, accountId)
    }
    return resultOf(questions, given, await countTries(tx, { accountId, lessonId, edition: lesson.edition }))
  })
}

/** What an attempt came to. A wrong answer tells the right one only once the quiz was passed or tried often enough. */
function resultOf(
  questions: readonly QuizQuestion[],
  attempt: { answers: readonly number[]; right: number; isPassed: boolean },
  tries: { count: number; isPassed: boolean },
): QuizResult {
  const triesLeft = tries.isPassed ? 0 : Math.max(0, quizTries - tries.count)
  return {
    right: attempt.right,
    all: questions.length,
    isPassed: attempt.isPassed,
    triesLeft,
    answers: questions.map(({ right, because }, index) => {
      const given = attempt.answers[index] ?? -1
      return given === right || triesLeft === 0 ? { given, right, because } : { given, right: null, because: "" }
    }),
  }
}

export interface HandIn {
  text: string
  link: string
  files: readonly HandedInFile[]
  /** By whose words it was done; the one that the learner began without it. */
  edition?: number | undefined
}

/**
 * Hands a task in; teaching staff see copies of its files, which nobody changes.
 * @param key of the sender, by which what is sent once more counts once
 * @throws AppError `general_argument_invalid`, `time_over`, `step_not_allowed` while another one waits or was accepted,
 * and as `asRead`
 */
export async function handInTask(
  s: Services,
  accountId: string,
  lessonId: string,
  handIn: HandIn,
  key: string | null,
): Promise<Submission> {
  const { lesson: begun, summary } = await openLesson(s, accountId, lessonId)
  const before = await listSubmissions(s.db, accountId, lessonId)
  const id = key === null ? newId() : sha256(`${accountId} ${lessonId} ${key}`).toString("hex").slice(0, newId().length)
  const known = before.find((row) => row.id === id)
  if (known) return toSubmission(s, known)
  const lesson = await asRead(s, begun, handIn.edition)
  checkHandIn(lesson, handIn)
  if (isHandInOver(s, summary.dueOn, before)) {
    const last = dayInWords(summary.dueOn)
    throw new AppError("time_over", `The last day to hand this in was ${last}. Please write to us if you need longer.`)
  }
  const { text, link, files } = handIn
  const { edition } = lesson
  const submission = { id, accountId, lessonId, text, link, edition, createdAt: s.now() }
  const copies = await withHandInCopies(s, { accountId, files, roles: teachersOfAll }, async (tx, keep) => {
    await lockLearner(tx, accountId)
    await editions.insertBegun(tx, begunNow(s, accountId, lesson))
    if (!(await insertSubmission(tx, submission))) {
      throw new AppError("step_not_allowed", "This task is with us already. You hear when it was read.")
    }
    const kept = await keep()
    await insertSubmissionFiles(
      tx,
      submission.id,
      kept.map(({ sequence }) => sequence),
    )
    return kept
  })
  const handedIn = copies.map(({ bucketId, fileId }) => ({ bucketId, fileId }))
  return toSubmission(s, { ...submission, files: handedIn, state: "handed_in", comment: "" })
}

/** Whether the last day is over. What was handed in before and came back may be improved after it. */
function isHandInOver(s: Pick<Services, "now">, dueOn: string, submissions: readonly SubmissionRow[]): boolean {
  return dueOn !== "" && dayOf(s.now()) > dueOn && submissions[0]?.state !== "again"
}

function checkHandIn(lesson: LessonRow, { text, link, files }: HandIn): void {
  if (lesson.kind !== "task") throw new AppError("not_found", "This lesson has no task.")
  const isEmpty = text.trim() === "" && link === "" && files.length === 0
  if (isEmpty) throw new AppError("general_argument_invalid", "Please add a photo, a file, a link or some text.")
  const takesFiles = lesson.accepts.includes("photo") || lesson.accepts.includes("file")
  if (files.length > 0 && !takesFiles) {
    throw new AppError("general_argument_invalid", "This task takes no files.")
  }
}

/** A hand-in as people see it. */
export function toSubmission(s: Pick<Services, "config">, row: SubmissionRow): Submission {
  const { id, text, link, state, comment, createdAt } = row
  const files = row.files.map((file) => ({ ...file, url: fileAddress(s.config.publicUrl, file.bucketId, file.fileId) }))
  return { id, text, link, files, state, comment, createdAt: createdAt.toISOString() }
}
