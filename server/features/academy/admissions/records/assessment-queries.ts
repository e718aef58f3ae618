import type { Db } from "#server/db/open.ts"
import type { AnswerValue } from "#server/db/tables/admissions.ts"

const columns = [
  "id",
  "applicationId",
  "accountId",
  "attempt",
  "questionIds",
  "startedAt",
  "endsAt",
  "submittedAt",
  "markedAt",
  "points",
  "maxPoints",
] as const

/** The newest try of an application. */
export function findLatestAssessment(db: Db, applicationId: string) {
  return db
    .selectFrom("assessments")
    .select(columns)
    .where("applicationId", "=", applicationId)
    .orderBy("attempt", "desc")
    .limit(1)
    .executeTakeFirst()
}

export function findAssessment(db: Db, id: string) {
  return db.selectFrom("assessments").select(columns).where("id", "=", id).executeTakeFirst()
}

/** Locks one try, so that a late save and the end of the time cannot pass each other. */
export function lockAssessment(tx: Db, id: string) {
  return tx.selectFrom("assessments").select(columns).where("id", "=", id).forUpdate().executeTakeFirst()
}

interface NewAssessment {
  id: string
  applicationId: string
  accountId: string
  attempt: number
  questionIds: readonly string[]
  startedAt: Date
  endsAt: Date
  maxPoints: number
}

export async function insertAssessment(tx: Db, assessment: NewAssessment): Promise<void> {
  await tx
    .insertInto("assessments")
    .values({
      ...assessment,
      questionIds: JSON.stringify(assessment.questionIds),
      submittedAt: null,
      markedAt: null,
      markedBy: null,
      points: null,
    })
    .execute()
}

export function listAnswers(db: Db, assessmentId: string) {
  return db
    .selectFrom("assessmentAnswers")
    .select(["questionId", "value", "fileSequence", "revision", "savedAt", "points", "comment"])
    .where("assessmentId", "=", assessmentId)
    .execute()
}

/** Keeps an answer unless a newer one is there. */
export async function saveAnswer(
  tx: Db,
  answer: {
    assessmentId: string
    questionId: string
    value: AnswerValue
    fileSequence: string | null
    revision: number
    at: Date
  },
): Promise<void> {
  const { value, fileSequence, revision, at } = answer
  const row = { value: JSON.stringify(value), fileSequence, revision: String(revision), savedAt: at }
  await tx
    .insertInto("assessmentAnswers")
    .values({ assessmentId: answer.assessmentId, questionId: answer.questionId, ...row, points: null })
    .onConflict((conflict) =>
      conflict
        .columns(["assessmentId", "questionId"])
        .doUpdateSet(row)
        .where("assessmentAnswers.revision", "<", String(answer.revision)),
    )
    .execute()
}

export async function markSubmitted(tx: Db, id: string, at: Date): Promise<void> {
  await tx.updateTable("assessments").set({ submittedAt: at }).where("id", "=", id).execute()
}

export async function savePoints(
  tx: Db,
  mark: { assessmentId: string; questionId: string; points: number; comment: string; at: Date },
): Promise<void> {
  const { assessmentId, questionId, points, comment, at } = mark
  await tx
    .insertInto("assessmentAnswers")
    .values({ assessmentId, questionId, value: JSON.stringify(""), revision: "0", savedAt: at, points, comment })
    .onConflict((conflict) => conflict.columns(["assessmentId", "questionId"]).doUpdateSet({ points, comment }))
    .execute()
}

export async function finishMarking(
  tx: Db,
  id: string,
  mark: { points: number; by: string | null; at: Date },
): Promise<void> {
  await tx
    .updateTable("assessments")
    .set({ points: mark.points, markedAt: mark.at, markedBy: mark.by })
    .where("id", "=", id)
    .execute()
}

/** Tries whose time was over before this moment. */
export function listOverdue(db: Db, before: Date) {
  return db
    .selectFrom("assessments")
    .select("id")
    .where("submittedAt", "is", null)
    .where("endsAt", "<", before)
    .execute()
}

function unmarked(db: Db, programId: string | null, limit: number) {
  const rows = db
    .selectFrom("assessments")
    .innerJoin("applications", "applications.id", "assessments.applicationId")
    .innerJoin("accounts", "accounts.id", "assessments.accountId")
    .select([
      "assessments.id",
      "assessments.attempt",
      "assessments.submittedAt",
      "applications.program",
      "accounts.name",
      "accounts.email",
    ])
    .where("assessments.submittedAt", "is not", null)
    .where("assessments.markedAt", "is", null)
    .limit(limit)
  return programId === null ? rows : rows.where("applications.programId", "=", programId)
}

/** Tries that were handed in and not marked yet, the oldest first. */
export function listUnmarked(db: Db, programId: string | null, limit: number) {
  return unmarked(db, programId, limit).orderBy("assessments.submittedAt").execute()
}

/** The same tries by their ids, for reading page after page. */
export function listUnmarkedById(db: Db, programId: string | null, limit: number, afterId: string | null) {
  const rows = unmarked(db, programId, limit).orderBy("assessments.id")
  return (afterId === null ? rows : rows.where("assessments.id", ">", afterId)).execute()
}

/** All of a person's tries with their answers, for the copy of their data. */
export function listTriesOf(db: Db, accountId: string) {
  return db
    .selectFrom("assessments")
    .leftJoin("assessmentAnswers", "assessmentAnswers.assessmentId", "assessments.id")
    .select([
      "assessments.attempt",
      "assessments.startedAt",
      "assessments.submittedAt",
      "assessments.points as total",
      "assessmentAnswers.questionId",
      "assessmentAnswers.value",
      "assessmentAnswers.points",
      "assessmentAnswers.comment",
    ])
    .where("assessments.accountId", "=", accountId)
    .orderBy("assessments.attempt")
    .execute()
}

/** Tries of an application before that one which were handed in. */
export function listEarlierTries(db: Db, applicationId: string, attempt: number) {
  return db
    .selectFrom("assessments")
    .select(["id", "attempt", "points", "maxPoints"])
    .where("applicationId", "=", applicationId)
    .where("attempt", "<", attempt)
    .where("submittedAt", "is not", null)
    .orderBy("attempt", "desc")
    .execute()
}
