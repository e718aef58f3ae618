import type { Journey } from "#contract/academy/admissions.ts"
import type { AnswerValue, Assessment, Question } from "#contract/academy/assessments.ts"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { imagesBucketId } from "#contract/hosted/files.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { claimMarking, listClaims, releaseMarking } from "#server/features/academy/marking/service.ts"
import type { BankQuestion } from "#server/features/academy/programs/service.ts"
import { removeCopy, withHandInCopies } from "#server/features/hosted/files/service.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { csvPageRows, csvPages } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { drawQuestions, pointsOf, questionOf } from "./questions.ts"
import * as queries from "./records/assessment-queries.ts"
import { lockedApplication, type MoveBy, move } from "./records/moves.ts"
import { type Application, allowAttempts, findPresent } from "./records/queries.ts"
import { queueEmail } from "./sending/email-job.ts"

type Try = NonNullable<Awaited<ReturnType<typeof queries.findAssessment>>>

/** Roles that mark assessments and see the pictures in them. */
const markers = ["owner", "admissions"] as const

/** Where an application's assessment stands. */
export async function summaryOf(
  s: Pick<Services, "db" | "now">,
  application: Application,
): Promise<Journey["assessment"]> {
  const latest = await queries.findLatestAssessment(s.db, application.id)
  const isWanted = application.status === "kit_sent"
  const mayBegin = isWanted && (!latest || latest.attempt < application.attemptsAllowed)
  if (mayBegin || !latest) {
    const attempt = (latest?.attempt ?? 0) + 1
    return { state: mayBegin ? "ready" : "not_open", attempt, endsAt: "", points: null, maxPoints: null }
  }
  const state = latest.markedAt ? "marked" : isRunning(latest, s.now()) ? "running" : "waiting_for_marks"
  const { attempt, endsAt, points, maxPoints } = latest
  return { state, attempt, endsAt: endsAt.toISOString(), points, maxPoints }
}

function isRunning(one: Pick<Try, "submittedAt" | "endsAt">, now: Date): boolean {
  return one.submittedAt === null && one.endsAt > now
}

/**
 * Begins the assessment; the clock runs from now on. Goes on with one that is under way, so a reload loses nothing.
 * @throws AppError `not_found`, `step_not_allowed` before the study kit or after the try, `time_over`
 */
export function startAssessment(s: Services, accountId: string): Promise<Assessment> {
  return transact(s.db, async (tx) => {
    const own = await findPresent(tx, accountId)
    if (!own) throw new AppError("not_found", "There is no application.")
    const application = await lockedApplication(tx, own.id)
    const latest = await queries.findLatestAssessment(tx, application.id)
    const now = s.now()
    if (latest && isRunning(latest, now)) return showTry(tx, latest, now)
    const attempt = (latest?.attempt ?? 0) + 1
    if (application.status !== "kit_sent" || attempt > application.attemptsAllowed) {
      throw new AppError("step_not_allowed", "The assessment is not open for you now.")
    }
    const questions = drawQuestions(application.programId, new Set(latest?.questionIds ?? []))
    const id = newId()
    await queries.insertAssessment(tx, {
      id,
      applicationId: application.id,
      accountId,
      attempt,
      questionIds: questions.map((question) => question.id),
      startedAt: now,
      endsAt: new Date(now.getTime() + admissionRules.assessmentMinutes * 60_000),
      maxPoints: questions.reduce((sum, { kind }) => sum + pointsOf[kind], 0),
    })
    const begun = await queries.findAssessment(tx, id)
    if (!begun) throw new Error("An assessment that began is not there.")
    return showTry(tx, begun, now)
  })
}

async function showTry(tx: Tx, one: Try, now: Date): Promise<Assessment> {
  const answers = await queries.listAnswers(tx, one.id)
  return {
    id: one.id,
    attempt: one.attempt,
    endsAt: one.endsAt.toISOString(),
    now: now.toISOString(),
    questions: one.questionIds.flatMap((id) => {
      const question = questionOf(id)
      return question ? [showQuestion(question)] : []
    }),
    answers: answers.map(({ questionId, value, revision }) => ({ questionId, value, revision: Number(revision) })),
  }
}

/** Without what is right. */
function showQuestion(question: BankQuestion): Question {
  const { id, kind, text } = question
  const choices = "choices" in question ? question.choices.map((choice) => ({ id: choice.id, text: choice.text })) : []
  return { id, kind, text, choices, points: pointsOf[kind] }
}

/**
 * Keeps an answer; of a file, a copy that nobody changes. What is on its way at the end of the time still counts for two
 * minutes.
 * @throws AppError `not_found`, `time_over`, `general_argument_invalid` for an answer that does not fit the question
 */
export async function saveAnswer(
  s: Services,
  accountId: string,
  given: { id: string; questionId: string; value: AnswerValue; revision: number },
): Promise<Date> {
  const { id, questionId, value, revision } = given
  const file = { bucketId: imagesBucketId, fileId: String(value) } as const
  const files = (await isNewFile(s, accountId, given)) ? [file] : []
  return withHandInCopies(s, { accountId, files, roles: markers }, async (tx, keep) => {
    const one = await ownTry(tx, accountId, id)
    const at = s.now()
    const lateMs = admissionRules.assessmentLateSeconds * 1_000
    if (one.submittedAt || one.endsAt.getTime() + lateMs < at.getTime()) {
      throw new AppError("time_over", "The assessment has ended; this answer came too late.")
    }
    const question = one.questionIds.includes(questionId) ? questionOf(questionId) : undefined
    if (!question) throw new AppError("not_found", "There is no such question.")
    checkValue(question, value)
    const before = (await queries.listAnswers(tx, one.id)).find((answer) => answer.questionId === questionId)
    if (before && Number(before.revision) >= revision) return at
    const [copy] = await keep()
    const answer = copy
      ? { value: copy.fileId, fileSequence: copy.sequence }
      : { value, fileSequence: value === before?.value ? before.fileSequence : null }
    await queries.saveAnswer(tx, { assessmentId: one.id, questionId, ...answer, revision, at })
    if (before?.fileSequence && before.fileSequence !== answer.fileSequence) {
      await removeCopy(s, tx, { bucketId: imagesBucketId, fileId: String(before.value) })
    }
    return at
  })
}

/**
 * Whether an answer of one's own try is a file of which no copy is kept yet, and a newer answer than the one that is there;
 * its bytes are copied before the try is locked.
 */
async function isNewFile(
  s: Services,
  accountId: string,
  { id, questionId, value, revision }: { id: string; questionId: string; value: AnswerValue; revision: number },
): Promise<boolean> {
  if (questionOf(questionId)?.kind !== "file" || value === "" || Array.isArray(value)) return false
  const one = await queries.findAssessment(s.db, id)
  if (one?.accountId !== accountId || one.submittedAt || !one.questionIds.includes(questionId)) return false
  const before = (await queries.listAnswers(s.db, id)).find((answer) => answer.questionId === questionId)
  if (!before) return true
  return Number(before.revision) < revision && !(before.fileSequence && before.value === value)
}

function checkValue(question: BankQuestion, value: AnswerValue): void {
  const misfit = new AppError("general_argument_invalid", "This answer does not fit the question.")
  if ((question.kind === "several") !== Array.isArray(value)) throw misfit
  if ("choices" in question) {
    const ids = question.choices.map(({ id }) => id)
    const given = Array.isArray(value) ? value : [value]
    if (new Set(given).size !== given.length || given.some((id) => !ids.includes(id))) throw misfit
  }
}

/** Ends a try; what was saved counts. Ending it twice changes nothing. @throws AppError `not_found` */
export function handIn(s: Services, accountId: string, id: string): Promise<void> {
  return transact(s.db, async (tx) => {
    const one = await ownTry(tx, accountId, id)
    if (!one.submittedAt) await closeTry(s, tx, one)
  })
}

async function ownTry(tx: Tx, accountId: string, id: string): Promise<Try> {
  const one = (await lockAccount(tx, accountId)) && (await queries.lockAssessment(tx, id))
  if (!one || one.accountId !== accountId) throw new AppError("not_found", "There is no such assessment.")
  return one
}

/** Locks the applicant's account, then the try. */
async function lockTry(tx: Tx, id: string): Promise<Try | undefined> {
  const one = await queries.findAssessment(tx, id)
  return one && (await lockAccount(tx, one.accountId)) ? queries.lockAssessment(tx, id) : undefined
}

/** Marks what has one right answer; without anything for people to mark, the result is there at once. */
async function closeTry(s: Services, tx: Tx, one: Try): Promise<void> {
  const at = s.now()
  await queries.markSubmitted(tx, one.id, at)
  const answers = await queries.listAnswers(tx, one.id)
  for (const id of one.questionIds) {
    const question = questionOf(id)
    if (!question) continue
    const value = answers.find(({ questionId }) => questionId === id)?.value ?? ""
    const points = markByMachine(question, value)
    if (points !== null) {
      await queries.savePoints(tx, { assessmentId: one.id, questionId: id, points, comment: "", at })
    }
  }
  await finishWhenMarked(s, tx, one, null)
}

/** @returns null for what people mark; nothing written is nothing, without anybody's help */
export function markByMachine(question: BankQuestion, value: AnswerValue): number | null {
  if (!("choices" in question)) return typeof value === "string" && value.trim() !== "" ? null : 0
  const right = question.choices.filter(({ isRight }) => isRight).map(({ id }) => id)
  if (question.kind === "single") return right.includes(String(value)) ? pointsOf.single : 0
  const chosen = Array.isArray(value) ? value : []
  const hits = chosen.filter((id) => right.includes(id)).length
  const misses = chosen.length - hits
  return Math.max(0, Math.round(((hits - misses) / right.length) * pointsOf.several))
}

/** Closes the try once every question has its points, and lets the applicant choose an interview. */
async function finishWhenMarked(s: Services, tx: Tx, one: Try, operatorId: string | null): Promise<boolean> {
  const answers = await queries.listAnswers(tx, one.id)
  const known = one.questionIds.filter((id) => questionOf(id))
  const points = known.map((id) => answers.find(({ questionId }) => questionId === id)?.points ?? null)
  if (points.includes(null)) return false
  const total = points.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  await queries.finishMarking(tx, one.id, { points: total, by: operatorId, at: s.now() })
  const application = await lockedApplication(tx, one.applicationId)
  if (application.status !== "kit_sent") return true
  await move(s, tx, application, "assessed", operatorId ? { by: "operator", operatorId } : { by: "server" })
  await queueEmail(s, tx, application, { name: "assessment-marked" })
  return true
}

/** A mark that a person gives. */
export interface Mark {
  questionId: string
  points: number
  comment: string
}

/**
 * Writes marks down; with the last one the result is there.
 * @returns whether the try is marked now, and whose it is
 * @throws AppError `not_found`, `step_not_allowed` before it is handed in or after the result, `general_argument_invalid`
 */
export async function markAnswers(
  s: Services,
  tx: Tx,
  operatorId: string | null,
  id: string,
  marks: readonly Mark[],
): Promise<{ isMarked: boolean; applicationId: string }> {
  const one = await lockTry(tx, id)
  if (!one) throw new AppError("not_found", "There is no such assessment.")
  if (!one.submittedAt || one.markedAt) {
    throw new AppError("step_not_allowed", "This assessment is not to be marked now.")
  }
  for (const mark of marks) {
    const question = one.questionIds.includes(mark.questionId) ? questionOf(mark.questionId) : undefined
    if (!question || mark.points > pointsOf[question.kind]) {
      throw new AppError("general_argument_invalid", "These points do not fit the question.")
    }
    await queries.savePoints(tx, { assessmentId: id, ...mark, at: s.now() })
  }
  await releaseMarking(tx, "assessment", id)
  return { isMarked: await finishWhenMarked(s, tx, one, operatorId), applicationId: one.applicationId }
}

/** Ends tries whose time is over. */
export async function closeOverdue(s: Services): Promise<void> {
  const before = new Date(s.now().getTime() - admissionRules.assessmentLateSeconds * 1_000)
  for (const { id } of await queries.listOverdue(s.db, before)) {
    await transact(s.db, async (tx) => {
      const one = await lockTry(tx, id)
      if (one && !one.submittedAt) await closeTry(s, tx, one)
    })
  }
}

/** Lets an applicant try once more. @throws AppError `not_found`, `step_not_allowed` */
export async function allowRetake(s: Services, tx: Tx, applicationId: string, by: MoveBy): Promise<void> {
  const application = await lockedApplication(tx, applicationId)
  if (application.attemptsAllowed > 1) throw new AppError("step_not_allowed", "There was a second try already.")
  await move(s, tx, application, "kit_sent", by)
  await allowAttempts(tx, applicationId, 2)
  await queueEmail(s, tx, application, { name: "assessment-again", note: by.note ?? "" })
}

/** All that a person who marks sees of a try. @throws AppError `not_found` */
export async function showForMarking(s: Pick<Services, "db" | "now">, readerId: string, id: string) {
  const one = await queries.findAssessment(s.db, id)
  if (!one?.submittedAt) throw new AppError("not_found", "There is no such assessment.")
  const answers = await queries.listAnswers(s.db, id)
  const claims = await listClaims(s, readerId, "assessment", [id])
  return {
    id,
    claimedBy: claims.get(id) ?? "",
    applicationId: one.applicationId,
    attempt: one.attempt,
    submittedAt: one.submittedAt.toISOString(),
    isMarked: one.markedAt !== null,
    points: one.points,
    maxPoints: one.maxPoints,
    questions: one.questionIds.flatMap((questionId) => {
      const question = questionOf(questionId)
      const answer = answers.find((each) => each.questionId === questionId)
      return question ? [showAnswered(question, answer)] : []
    }),
  }
}

type Answer = Awaited<ReturnType<typeof queries.listAnswers>>[number]

function showAnswered(question: BankQuestion, answer: Answer | undefined) {
  const right = "choices" in question ? question.choices.filter(({ isRight }) => isRight).map(({ id }) => id) : []
  return {
    ...showQuestion(question),
    right,
    guide: "guide" in question ? question.guide : "",
    value: answer?.value ?? "",
    given: answer?.points ?? null,
    comment: answer?.comment ?? "",
  }
}

/** Most tries that the list of those that wait for marks shows. */
const shownRows = 200

/** Tries that wait for marks, the oldest first; of one program when it is named. */
export async function listToMark(s: Pick<Services, "db" | "now">, readerId: string, programId: string | null) {
  const waiting = await queries.listUnmarked(s.db, programId, shownRows)
  const ids = waiting.map(({ id }) => id)
  const claims = await listClaims(s, readerId, "assessment", ids)
  return waiting.map(({ submittedAt, ...one }) => ({
    ...one,
    claimedBy: claims.get(one.id) ?? "",
    submittedAt: submittedAt?.toISOString() ?? "",
  }))
}

/** Tells others that this try is being marked. @returns who was there before; "" for nobody @throws AppError `not_found` */
export async function claimSheet(s: Pick<Services, "db" | "now">, accountId: string, id: string): Promise<string> {
  const one = await queries.findAssessment(s.db, id)
  if (!one?.submittedAt) throw new AppError("not_found", "There is no such assessment.")
  return claimMarking(s, accountId, "assessment", id)
}

/** The same tries, all of them, as lines of a table. */
export function linesToMark(s: Pick<Services, "db">, programId: string | null): AsyncGenerator<string> {
  type Row = Awaited<ReturnType<typeof queries.listUnmarkedById>>[number]
  return csvPages<Row>(
    ["id", "handed in", "try", "program", "name", "e-mail"],
    csvPageRows,
    (last) => queries.listUnmarkedById(s.db, programId, csvPageRows, last?.id ?? null),
    ({ id, submittedAt, attempt, program, name, email }) => [
      ...[id, submittedAt?.toISOString() ?? "", attempt, program, name, email ?? ""],
    ],
  )
}
