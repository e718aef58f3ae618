import { isDeepStrictEqual } from "node:util"
import type { z } from "zod"
import type * as contract from "#contract/academy/teaching.ts"
import type { TextBlock } from "#contract/text-blocks.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { actWithLog } from "#server/features/identity/operators/service.ts"
import { readWrittenText } from "#server/platform/documents/read-written-text.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { considerCertificate } from "./certificates.ts"
import { deleteClass, insertAnnouncement, insertClass, listAllClasses, listCohorts } from "./class-queries.ts"
import { tellCohort } from "./cohort-notices-job.ts"
import * as courses from "./course-queries.ts"
import { lockLearner, programNameOf } from "./learner.ts"
import { collectFiles } from "./lesson-files.ts"
import { toSubmission } from "./lessons.ts"
import { taskMarked } from "./notices.ts"
import * as progress from "./progress-queries.ts"
import { seedCourses } from "./seed.ts"
import type { Teacher } from "./teachers.ts"

/** What staff change has its line of the log in the same commit, with before and after; a task's reason is its comment. */

/** Rows of a list for staff at most. */
const listed = { submissions: 200, classes: 100, cohorts: 40 } as const

export async function listHandedIn(s: Services): Promise<contract.HandedIn[]> {
  const rows = await progress.listWaiting(s.db, listed.submissions)
  return rows.map((row) => ({
    ...toSubmission(s, row),
    learner: row.learner,
    lessonTitle: row.lessonTitle,
    programName: programNameOf(row.programId),
  }))
}

/** @throws AppError `not_found` when it was answered before; `general_argument_invalid` without what is missing */
export async function markSubmission(
  s: Services,
  teacher: Teacher,
  id: string,
  { state, comment }: { state: "accepted" | "again"; comment: string },
): Promise<void> {
  if (state === "again" && comment === "") {
    throw new AppError("general_argument_invalid", "Please say what is missing.")
  }
  await actWithLog(s, teacher, { action: "tasks.mark", reason: comment }, async (tx) => {
    const learnerId = await progress.findLearnerOf(tx, id)
    if (learnerId) await lockLearner(tx, learnerId)
    const mark = { state, comment, markedBy: teacher.accountId, markedAt: s.now() }
    const marked = await progress.markSubmission(tx, id, mark)
    if (!marked) throw new AppError("not_found", "This task was answered already.")
    const lesson = await courses.findLesson(tx, marked.lessonId)
    if (state === "accepted") {
      await progress.insertDone(tx, { ...marked, doneAt: s.now() })
      await considerCertificate(s, tx, marked.accountId)
    }
    const facts = { lessonId: marked.lessonId, title: lesson?.title ?? "your task", isAccepted: state === "accepted" }
    await tellPerson(s, tx, taskMarked, { accountId: marked.accountId, key: id, facts })
    const detail = { about: lesson?.title, submission: id, before: "handed_in", after: state }
    return { subjectId: marked.accountId, detail }
  })
}

export async function listModules(s: Services): Promise<contract.StaffModule[]> {
  await seedCourses(s.db)
  const modules = await courses.listModules(s.db)
  const lessons = await courses.listLessons(
    s.db,
    modules.map(({ id }) => id),
  )
  return modules.map(({ id, programId, phase, title }) => ({
    id,
    programId,
    phase,
    title,
    lessons: lessons.filter(({ moduleId }) => moduleId === id).map(toStaffLesson),
  }))
}

function toStaffLesson({ quiz, files, ...lesson }: courses.LessonRow): contract.StaffLesson {
  const offered = files.filter(({ isInText }) => !isInText)
  return {
    ...lesson,
    questions: quiz ?? [],
    files: offered.map(({ bucketId, fileId, title }) => ({ bucketId, fileId, title })),
  }
}

const noSuchLesson = "There is no such lesson."

type SentLesson = z.output<typeof contract.addLesson.body>

function toText({
  kind,
  questions,
  accepts,
  dueAfterDays,
  files: _,
  ...text
}: SentLesson): Omit<courses.LessonText, "files" | "blocks"> {
  const misfit = questions.find(({ right, answers }) => right >= answers.length)
  if (misfit) throw new AppError("general_argument_invalid", `"${misfit.question}" has no right answer.`)
  if (kind === "quiz" && questions.length === 0) {
    throw new AppError("general_argument_invalid", "A quiz needs a question.")
  }
  if (kind === "task" && accepts.length === 0) {
    throw new AppError("general_argument_invalid", "Please choose how the task is handed in.")
  }
  const quiz = kind === "quiz" ? questions : null
  return kind === "task"
    ? { ...text, kind, quiz, accepts, dueAfterDays }
    : { ...text, kind, quiz, accepts: [], dueAfterDays: null }
}

/** @throws AppError `not_found`, `general_argument_invalid` */
export async function addLesson(
  s: Services,
  teacher: Teacher,
  moduleId: string,
  sent: SentLesson,
): Promise<contract.StaffLesson> {
  const text = toText(sent)
  const blocks = await readWrittenText(sent.body, "body")
  const id = newId()
  await actWithLog(s, teacher, { action: "lessons.add", reason: "" }, async (tx) => {
    if (!(await courses.lockModule(tx, moduleId))) throw new AppError("not_found", "There is no such module.")
    const position = Math.max(0, ...(await courses.listLessons(tx, [moduleId])).map((lesson) => lesson.position)) + 1
    const files = await collectFiles(tx, teacher.accountId, { blocks, files: sent.files }, [])
    await courses.insertLesson(tx, { ...text, id, moduleId, position, files, blocks })
    return { detail: { about: text.title, lesson: id, after: { ...text, moduleId, position, files } } }
  })
  return mustFind(s, id)
}

/** @throws AppError `not_found`, `version_changed` when somebody else changed it meanwhile, `general_argument_invalid` */
export async function changeLesson(
  s: Services,
  teacher: Teacher,
  id: string,
  { version, ...sent }: z.output<typeof contract.changeLesson.body>,
): Promise<contract.StaffLesson> {
  const blocks = await readWrittenText(sent.body, "body")
  await actWithLog(s, teacher, { action: "lessons.change", reason: "" }, async (tx) => {
    const lesson = await courses.lockLesson(tx, id)
    if (!lesson) throw new AppError("not_found", noSuchLesson)
    if (lesson.version !== version) {
      throw new AppError("version_changed", "Somebody else changed this lesson. Look at it again.")
    }
    const { kind: _, ...text } = toText({ ...sent, kind: lesson.kind })
    const wanted = { blocks, files: sent.files }
    const next = { ...text, files: await collectFiles(tx, teacher.accountId, wanted, lesson.files) }
    await courses.updateLesson(tx, id, { ...next, blocks })
    return { detail: { about: lesson.title, lesson: id, ...changesOf(lesson, next) } }
  })
  return mustFind(s, id)
}

/** What differs, as it was and as it is: the rest of a lesson may be long. */
function changesOf<Text extends object>(before: Text, after: Text): { before: Partial<Text>; after: Partial<Text> } {
  const keys = (Object.keys(after) as (keyof Text)[]).filter((key) => !isDeepStrictEqual(before[key], after[key]))
  const only = (text: Text): Partial<Text> =>
    Object.fromEntries(keys.map((key) => [key, text[key]] as const)) as Partial<Text>
  return { before: only(before), after: only(after) }
}

async function mustFind(s: Services, id: string): Promise<contract.StaffLesson> {
  const lesson = await courses.findLesson(s.db, id)
  if (!lesson) throw new AppError("not_found", noSuchLesson)
  return toStaffLesson(lesson)
}

/** How a text will look. @throws AppError as `readWrittenText` */
export function previewText(text: string): Promise<TextBlock[]> {
  return readWrittenText(text, "text")
}

export async function listClasses(s: Services) {
  const cohorts = await listCohorts(s.db, listed.cohorts)
  const classes = await listAllClasses(s.db, listed.classes)
  return {
    cohorts: cohorts.map(({ id, programId, number }) => ({
      id,
      name: `${programNameOf(programId)}, cohort ${number}`,
    })),
    classes: classes.map(({ startsAt, ...live }) => ({ ...live, startsAt: startsAt.toISOString() })),
  }
}

/** @throws AppError `not_found` for a cohort that does not exist */
export async function addClass(
  s: Services,
  teacher: Teacher,
  sent: z.output<typeof contract.addClass.body>,
): Promise<void> {
  await actWithLog(s, teacher, { action: "classes.add", reason: "" }, async (tx) => {
    await mustHaveCohort(tx, sent.cohortId)
    const id = newId()
    await insertClass(tx, { ...sent, id, startsAt: new Date(sent.startsAt) })
    return { detail: { about: sent.title, class: id, after: sent } }
  })
}

/** @throws AppError `not_found` */
export async function removeClass(s: Services, teacher: Teacher, id: string): Promise<void> {
  await actWithLog(s, teacher, { action: "classes.remove", reason: "" }, async (tx) => {
    const before = await deleteClass(tx, id)
    if (!before) throw new AppError("not_found", "There is no such class.")
    if (before.startsAt > s.now()) {
      const told = { what: "cancelled", id, title: before.title, startsAt: before.startsAt.toISOString() } as const
      await s.queue.enqueue(tx, tellCohort, { cohortId: before.cohortId, told })
    }
    return { detail: { about: before.title, before } }
  })
}

/** @throws AppError `not_found` for a cohort that does not exist, and as `readWrittenText` */
export async function addAnnouncement(
  s: Services,
  teacher: Teacher,
  sent: z.output<typeof contract.addAnnouncement.body>,
): Promise<void> {
  const blocks = await readWrittenText(sent.body, "body")
  await actWithLog(s, teacher, { action: "announcements.add", reason: "" }, async (tx) => {
    await mustHaveCohort(tx, sent.cohortId)
    const id = newId()
    await insertAnnouncement(tx, { ...sent, id, blocks, createdAt: s.now() })
    const told = { what: "announcement", id, title: sent.title } as const
    await s.queue.enqueue(tx, tellCohort, { cohortId: sent.cohortId, told })
    return { detail: { about: sent.title, announcement: id, after: sent } }
  })
}

async function mustHaveCohort(tx: Tx, id: string): Promise<void> {
  const cohorts = await listCohorts(tx, listed.cohorts)
  if (!cohorts.some((cohort) => cohort.id === id)) throw new AppError("not_found", "There is no such cohort.")
}
