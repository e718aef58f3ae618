import { isDeepStrictEqual } from "node:util"
import type { z } from "zod"
import type * as contract from "#contract/academy/teaching.ts"
import type { CohortScope } from "#contract/identity/operators.ts"
import type { TextBlock } from "#contract/text-blocks.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { claimMarking, listClaims, releaseMarking } from "#server/features/academy/marking/service.ts"
import { attachedFile } from "#server/features/hosted/files/service.ts"
import { tellPerson, untell } from "#server/features/identity/notices/service.ts"
import { actWithLog } from "#server/features/identity/operators/service.ts"
import type { Sending } from "#server/media/send.ts"
import { readWrittenText } from "#server/platform/documents/read-written-text.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { newId } from "#server/platform/ids.ts"
import { considerCertificate, considerCertificates } from "./certificates.ts"
import { mustTeach } from "./class-desk.ts"
import {
  deleteAnnouncement,
  insertAnnouncement,
  listCohorts,
  listLearners,
  listToldCohorts,
  lockAnnouncement,
  updateAnnouncement,
} from "./class-queries.ts"
import { tellCohort } from "./cohort-notices-job.ts"
import * as courses from "./course-queries.ts"
import { findEarlier, listEditions } from "./editions/queries.ts"
import { cohortNameOf, lockLearner, programNameOf } from "./learner.ts"
import { collectFiles, withOwnPictures } from "./lesson-files.ts"
import { toSubmission } from "./lessons.ts"
import { announced, taskMarked } from "./notices.ts"
import * as progress from "./progress-queries.ts"
import { seedCourses } from "./seed.ts"
import { storeBlocks } from "./stored-blocks.ts"
import type { Teacher } from "./teachers.ts"

/** What staff change has its line of the log in the same commit, with before and after; a task's reason is its comment. */

/** Rows of a list for staff at most. */
const listed = { submissions: 20, announcements: 100 } as const

/** A page of the tasks that wait. @param after the last one of the page before */
export async function listHandedIn(
  s: Services,
  { accountId, cohorts }: Teacher,
  after: string | undefined,
): Promise<{ data: contract.HandedIn[]; nextCursor: string | null }> {
  const found = await progress.listWaiting(s.db, cohorts, listed.submissions + 1, after)
  const rows = found.slice(0, listed.submissions)
  const ids = rows.map(({ id }) => id)
  const earlier = Map.groupBy(await progress.listEarlier(s.db, ids), ({ waitingId }) => waitingId)
  const claims = await listClaims(s, accountId, "task", ids)
  const names = await cohortNames(s.db, rows)
  const data = rows.map((row) => ({
    ...toSubmission(s, row),
    claimedBy: claims.get(row.id) ?? "",
    earlier: (earlier.get(row.id) ?? []).map(({ waitingId: _, createdAt, ...one }) => ({
      ...one,
      createdAt: createdAt.toISOString(),
    })),
    files: row.files.map((file) => ({ ...file, url: handedInAddress(row.id, file.fileId) })),
    learner: row.learner,
    lessonId: row.lessonId,
    lessonTitle: row.lessonTitle,
    edition: row.edition,
    newestEdition: row.newestEdition,
    // Whoever handed it in may have left since.
    cohortName: names.get(row.cohortId ?? "") ?? programNameOf(row.programId),
  }))
  return { data, nextCursor: found.length > rows.length ? (rows.at(-1)?.id ?? null) : null }
}

async function cohortNames(db: Db, rows: readonly { cohortId: string | null }[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ cohortId }) => cohortId ?? []))]
  return new Map((await listCohorts(db, ids, ids.length)).map((cohort) => [cohort.id, cohortNameOf(cohort)]))
}

/** Where teaching staff get a file that was handed in: what it belongs to says who may see it. */
function handedInAddress(submissionId: string, fileId: string): string {
  return `/operator/learning/submissions/${submissionId}/files/${fileId}`
}

/** A file that was handed in, to send. @throws AppError `not_found` */
export async function handedInFile(
  s: Services,
  cohorts: CohortScope,
  { submissionId, fileId }: { submissionId: string; fileId: string },
  reader: { caller: Person; ip: string; left: AbortSignal },
): Promise<Sending> {
  const file = await progress.findSubmissionFile(s.db, cohorts, submissionId, fileId)
  if (!file) throw new AppError("not_found", "There is no such file.")
  return attachedFile(s, file, reader)
}

/** Tells others that this task is being marked. @returns who was there before; "" for nobody @throws AppError `not_found` */
export async function claimSubmission(s: Services, teacher: Teacher, id: string): Promise<string> {
  if (!(await progress.findLearnerOf(s.db, teacher.cohorts, id))) {
    throw new AppError("not_found", "There is no such task.")
  }
  return claimMarking(s, teacher.accountId, "task", id)
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
    const learnerId = await progress.findLearnerOf(tx, teacher.cohorts, id)
    if (!learnerId) throw new AppError("not_found", "There is no such task.")
    await lockLearner(tx, learnerId)
    const mark = { state, comment, markedBy: teacher.accountId, markedAt: s.now() }
    const marked = await progress.markSubmission(tx, id, mark)
    if (!marked) throw new AppError("not_found", "This task was answered already.")
    await releaseMarking(tx, "task", id)
    const { edition, ...whose } = marked
    // In the words by which it was done.
    const lesson = await courses.findEdition(tx, marked.lessonId, edition)
    if (state === "accepted") {
      await progress.insertDone(tx, { ...whose, doneAt: s.now() })
      await considerCertificate(s, tx, marked.accountId)
    }
    const facts = { lessonId: marked.lessonId, title: lesson?.title ?? "your task", isAccepted: state === "accepted" }
    await tellPerson(s, tx, taskMarked, { accountId: marked.accountId, key: id, facts })
    const detail = { about: lesson?.title, submission: id, before: "handed_in", after: state }
    return { subjectId: marked.accountId, detail }
  })
}

/** Modules that somebody teaches, with their lessons. */
export async function listModules(s: Services, { cohorts }: Teacher): Promise<contract.StaffModule[]> {
  await seedCourses(s.db)
  const modules = await courses.listTaughtModules(s.db, cohorts)
  const lessons = await courses.listLessons(
    s.db,
    modules.map(({ id }) => id),
    "all",
  )
  const people = await courses.countPeople(
    s.db,
    lessons.map(({ id }) => id),
  )
  return modules.map(({ id, programId, phase, title }) => ({
    id,
    programId,
    phase,
    title,
    lessons: lessons
      .filter(({ moduleId }) => moduleId === id)
      .map((lesson) => ({ ...toStaffLesson(lesson), people: people.get(lesson.id) ?? 0 })),
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
    const module = await courses.lockModule(tx, moduleId)
    if (!module) throw new AppError("not_found", "There is no such module.")
    await mustWriteFor(tx, teacher, module.programId)
    const position =
      Math.max(0, ...(await courses.listLessons(tx, [moduleId], "all")).map((lesson) => lesson.position)) + 1
    const files = await collectFiles(tx, teacher.accountId, { blocks, files: sent.files }, [])
    const made = { ...text, id, moduleId, position, files, blocks, changedBy: teacher.accountId }
    await courses.insertLesson(tx, made)
    return { detail: { about: text.title, lesson: id, after: { ...text, moduleId, position, files } } }
  })
  return mustFind(s, id)
}

/**
 * @throws AppError `not_found`, `version_changed` when somebody else changed it meanwhile, `general_argument_invalid`, and as
 * `takeFromLearners`
 */
export async function changeLesson(
  s: Services,
  teacher: Teacher,
  id: string,
  { version, ...sent }: z.output<typeof contract.changeLesson.body>,
): Promise<contract.StaffLesson> {
  const blocks = await readWrittenText(sent.body, "body")
  await readOnce(s, id)
  await actWithLog(s, teacher, { action: "lessons.change", reason: "" }, async (tx) => {
    const module = await courses.lockModuleOf(tx, id)
    const lesson = await courses.lockLesson(tx, id)
    if (!module || !lesson) throw new AppError("not_found", noSuchLesson)
    await mustWriteFor(tx, teacher, module.programId)
    if (lesson.version !== version) {
      throw new AppError("version_changed", "Somebody else changed this lesson. Look at it again.")
    }
    if (sent.isDraft) await takeFromLearners(s, tx, module, lesson)
    const { kind: _, ...text } = toText({ ...sent, kind: lesson.kind })
    const wanted = { blocks, files: sent.files }
    const next = { ...text, files: await collectFiles(tx, teacher.accountId, wanted, lesson.files) }
    await courses.updateLesson(tx, lesson, { ...next, blocks }, teacher.accountId)
    return { detail: { about: lesson.title, lesson: id, ...changesOf(lesson, next) } }
  })
  return mustFind(s, id)
}

/** Has what is made of a lesson's text stored before the lesson is changed: editions keep it. */
async function readOnce(s: Services, id: string): Promise<void> {
  const lesson = await courses.findLesson(s.db, id)
  if (lesson && (await courses.findBlocks(s.db, lesson)) === null) await storeBlocks(s, "lessons", lesson)
}

/** @throws AppError `not_found` for a lesson of another program too */
async function mustRead(s: Services, { cohorts }: Teacher, id: string): Promise<courses.LessonRow> {
  const lesson = await courses.findTaught(s.db, cohorts, id)
  if (!lesson) throw new AppError("not_found", noSuchLesson)
  return lesson
}

/** How a lesson was published, newest first. @throws AppError as `mustRead` */
export async function listLessonEditions(s: Services, teacher: Teacher, id: string): Promise<contract.LessonEdition[]> {
  await mustRead(s, teacher, id)
  const rows = await listEditions(s.db, id)
  return rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }))
}

/** A lesson in one of its editions. @throws AppError as `mustRead`, `not_found` */
export async function getLessonEdition(
  s: Services,
  teacher: Teacher,
  id: string,
  edition: number,
): Promise<contract.EditionText> {
  await mustRead(s, teacher, id)
  const lesson = await courses.findEdition(s.db, id, edition)
  if (!lesson) throw new AppError("not_found", noSuchEdition)
  const blocks = (await courses.findBlocks(s.db, lesson)) ?? (await storeBlocks(s, "lessons", lesson))
  return { ...toStaffLesson(lesson), edition, blocks: withOwnPictures(lesson, blocks) }
}

/**
 * Makes an earlier edition the newest again; learners go on with theirs.
 * @throws AppError `not_found`, `version_changed` when somebody else changed the lesson meanwhile, and as `mustWriteFor`
 */
export async function bringBackEdition(
  s: Services,
  teacher: Teacher,
  lessonId: string,
  { edition, version }: z.output<typeof contract.bringBackEdition.body>,
): Promise<contract.StaffLesson> {
  await readOnce(s, lessonId)
  await actWithLog(s, teacher, { action: "lessons.bringBack", reason: "" }, async (tx) => {
    const lesson = await courses.lockLesson(tx, lessonId)
    if (!lesson) throw new AppError("not_found", noSuchLesson)
    await mustWriteFor(tx, teacher, (await courses.findModule(tx, lesson.moduleId))?.programId ?? null)
    if (lesson.version !== version) {
      throw new AppError("version_changed", "Somebody else changed this lesson. Look at it again.")
    }
    const earlier = await findEarlier(tx, lessonId, edition)
    if (!earlier) throw new AppError("not_found", noSuchEdition)
    const { edition: _, blocks, ...text } = earlier
    const { isDraft, dueAfterDays } = lesson
    const next = { ...text, isDraft, dueAfterDays, blocks: blocks ?? [] }
    await courses.updateLesson(tx, lesson, next, teacher.accountId)
    return { detail: { about: text.title, lesson: lessonId, before: lesson.edition, after: edition } }
  })
  return mustFind(s, lessonId)
}

const noSuchEdition = "There is no such version."

/**
 * Puts the lessons of a module into another order.
 * @throws AppError `not_found`, `version_changed` when they stand in another order than was seen, and as `mustWriteFor`
 */
export async function orderLessons(
  s: Services,
  teacher: Teacher,
  moduleId: string,
  { lessonIds, seen }: z.output<typeof contract.orderLessons.body>,
): Promise<void> {
  await actWithLog(s, teacher, { action: "lessons.order", reason: "" }, async (tx) => {
    const module = await courses.lockModule(tx, moduleId)
    if (!module) throw new AppError("not_found", "There is no such module.")
    await mustWriteFor(tx, teacher, module.programId)
    const before = (await courses.listLessons(tx, [moduleId], "all")).map(({ id }) => id)
    mustBeSeen(before, seen, lessonIds)
    await courses.setOrder(tx, lessonIds)
    return { detail: { about: moduleId, before, after: lessonIds } }
  })
}

/**
 * Puts the modules of one phase of a program into another order. The days on which modules open stay with their places,
 * so that none waits for one that opens later.
 * @throws AppError `not_found`, `version_changed` when they stand in another order than was seen, and as `mustWriteFor`
 */
export async function orderModules(
  s: Services,
  teacher: Teacher,
  { moduleIds, seen }: z.output<typeof contract.orderModules.body>,
): Promise<void> {
  await seedCourses(s.db)
  await actWithLog(s, teacher, { action: "lessons.orderModules", reason: "" }, async (tx) => {
    const modules = await courses.lockPhaseOf(tx, moduleIds[0] ?? "")
    const [first] = modules
    if (!first) throw new AppError("not_found", "There is no such module.")
    await mustWriteFor(tx, teacher, first.programId)
    const before = modules.map(({ id }) => id)
    mustBeSeen(before, seen, moduleIds)
    const places = modules.map(({ position, opensAfterDays }) => ({ position, opensAfterDays }))
    await courses.setModuleOrder(tx, moduleIds, places)
    return {
      detail: { about: `${first.programId ?? "every program"}, phase ${first.phase}`, before, after: moduleIds },
    }
  })
}

/** @throws AppError `version_changed` unless things stand as they were seen, and all of them get a place */
function mustBeSeen(present: readonly string[], seen: readonly string[], wanted: readonly string[]): void {
  if (isDeepStrictEqual(present, seen) && isDeepStrictEqual([...present].sort(), [...wanted].sort())) return
  throw new AppError("version_changed", "Somebody else changed this outline meanwhile. Look at it again.")
}

/**
 * Removes a lesson at which nobody has done anything; what learners did stays theirs.
 * @throws AppError `not_found`, `step_not_allowed` for one at which somebody has, and as `mustWriteFor`, `takeFromLearners`
 */
export async function removeLesson(s: Services, teacher: Teacher, id: string): Promise<void> {
  await actWithLog(s, teacher, { action: "lessons.remove", reason: "" }, async (tx) => {
    const module = await courses.lockModuleOf(tx, id)
    const lesson = await courses.lockLesson(tx, id)
    if (!module || !lesson) throw new AppError("not_found", noSuchLesson)
    await mustWriteFor(tx, teacher, module.programId)
    const people = (await courses.countPeople(tx, [id])).get(id) ?? 0
    if (people > 0) {
      const who = people === 1 ? "1 person has" : `${people} people have`
      throw new AppError("step_not_allowed", `${who} done something here, which stays theirs. Make it a draft instead.`)
    }
    await takeFromLearners(s, tx, module, lesson)
    await courses.deleteLesson(tx, id)
    const { title, body, moduleId } = lesson
    return { detail: { about: title, lesson: id, before: { title, body, moduleId }, after: null } }
  })
}

/**
 * A lesson that learners see is about to go: it may be the last thing that somebody missed. A module that has none counts as
 * still to come, so a required one keeps its last: nobody could complete the program otherwise.
 * @throws AppError `step_not_allowed`
 */
async function takeFromLearners(
  s: Services,
  tx: Tx,
  module: { id: string; programId: string | null; isElective: boolean },
  { id, isDraft }: courses.LessonRow,
): Promise<void> {
  if (isDraft || module.isElective) return
  if ((await courses.listLessons(tx, [module.id])).every((lesson) => lesson.id === id)) {
    throw new AppError(
      "step_not_allowed",
      "It is the only lesson of its module, without which nobody could complete the program. Add another one first.",
    )
  }
  await s.queue.enqueue(tx, considerCertificates, { programId: module.programId })
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

/**
 * A teacher of some cohorts writes for their programs; what comes before every program is everybody's, and read by all.
 * @throws AppError `not_found` for another program, `not_allowed` for what belongs to every program
 */
async function mustWriteFor(tx: Tx, { cohorts }: Teacher, programId: string | null): Promise<void> {
  if (cohorts === null) return
  if (programId === null)
    throw new AppError("not_allowed", "Every program begins with this: its lessons are not a teacher's to change.")
  if (!(await courses.listProgramsOf(tx, cohorts)).includes(programId)) throw new AppError("not_found", noSuchLesson)
}

/** How a text will look, with the pictures of its lesson where it has one. @throws AppError as `readWrittenText` */
export async function previewText(
  s: Services,
  { cohorts }: Teacher,
  { text, lessonId }: z.output<typeof contract.previewText.body>,
): Promise<TextBlock[]> {
  const blocks = await readWrittenText(text, "text")
  const lesson = lessonId === undefined ? undefined : await courses.findTaught(s.db, cohorts, lessonId)
  return lesson ? withOwnPictures(lesson, blocks) : blocks
}

/** @throws AppError `not_found` for a cohort that does not exist, and as `readWrittenText` */
export async function addAnnouncement(
  s: Services,
  teacher: Teacher,
  sent: z.output<typeof contract.addAnnouncement.body>,
): Promise<void> {
  const blocks = await readWrittenText(sent.body, "body")
  await actWithLog(s, teacher, { action: "announcements.add", reason: "" }, async (tx) => {
    await mustTeach(tx, teacher, sent.cohortId)
    const id = newId()
    await insertAnnouncement(tx, { ...sent, id, blocks, createdAt: s.now() })
    const told = { what: "announcement", id } as const
    await s.queue.enqueue(tx, tellCohort, { cohortId: sent.cohortId, told })
    return { detail: { about: sent.title, announcement: id, after: sent } }
  })
}

/** What cohorts were told, newest first. */
export async function listAnnouncements(s: Services, { cohorts }: Teacher): Promise<contract.StaffAnnouncement[]> {
  const rows = await listToldCohorts(s.db, cohorts, listed.announcements)
  return rows.map(({ createdAt, editedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? "",
  }))
}

/** @throws AppError `not_found`, `version_changed` when somebody else changed it meanwhile, and as `readWrittenText` */
export async function changeAnnouncement(
  s: Services,
  teacher: Teacher,
  id: string,
  { version, ...text }: z.output<typeof contract.changeAnnouncement.body>,
): Promise<void> {
  const blocks = await readWrittenText(text.body, "body")
  await actWithLog(s, teacher, { action: "announcements.change", reason: "" }, async (tx) => {
    const before = await lockAnnouncement(tx, teacher.cohorts, id)
    if (!before) throw new AppError("not_found", noSuchAnnouncement)
    if (before.version !== version) {
      throw new AppError("version_changed", "Somebody else changed this announcement. Look at it again.")
    }
    await updateAnnouncement(tx, id, { ...text, blocks, editedAt: s.now() })
    const { title, body } = before
    return { detail: { about: text.title, announcement: id, before: { title, body }, after: text } }
  })
}

/** Takes an announcement back, from the lists of those who were told as well. @throws AppError `not_found` */
export async function removeAnnouncement(s: Services, teacher: Teacher, id: string): Promise<void> {
  await actWithLog(s, teacher, { action: "announcements.remove", reason: "" }, async (tx) => {
    const before = await lockAnnouncement(tx, teacher.cohorts, id)
    if (!before) throw new AppError("not_found", noSuchAnnouncement)
    await deleteAnnouncement(tx, id)
    const { cohortId, title, body } = before
    const people = await listLearners(tx, cohortId)
    await untell(tx, announced, { accountIds: people.map(({ accountId }) => accountId), key: id })
    return { detail: { about: title, announcement: id, before: { cohortId, title, body }, after: null } }
  })
}

const noSuchAnnouncement = "There is no such announcement."
