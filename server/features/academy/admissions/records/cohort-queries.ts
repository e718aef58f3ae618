import { sql } from "kysely"
import { seatedStatuses } from "#contract/catalogue/applications.ts"
import type { ProgramPayment } from "#contract/catalogue/program.ts"
import type { ProgramTexts } from "#contract/catalogue/programs/terms.ts"
import type { Db } from "#server/db/open.ts"
import type { CohortsTable } from "#server/db/tables/admissions.ts"

const columns = [
  "id",
  "programId",
  "number",
  "startsOn",
  "applyBy",
  "enrolBy",
  "seats",
  "fullScholarships",
  "partialScholarships",
  "isOpen",
  "isPlanned",
  "applicationFeeNaira",
  "tuition",
  "texts",
  "version",
] as const

const taken = sql<number>`(select count(*)::int from applications where applications.cohort_id = cohorts.id
  and applications.status in (${sql.join(seatedStatuses)}))`

/** Every cohort with the seats that are taken, newest first. */
export function listCohorts(db: Db) {
  return db
    .selectFrom("cohorts")
    .select(columns)
    .select(taken.as("taken"))
    .orderBy("programId")
    .orderBy("number", "desc")
    .execute()
}

export function findCohort(db: Db, id: string) {
  return db.selectFrom("cohorts").select(columns).select(taken.as("taken")).where("id", "=", id).executeTakeFirst()
}

/** The one cohort of the program that takes applications, if any. */
export function findOpenCohort(db: Db, programId: string) {
  return db
    .selectFrom("cohorts")
    .select(columns)
    .select(taken.as("taken"))
    .where("programId", "=", programId)
    .where("isOpen", "=", true)
    .executeTakeFirst()
}

/** Locks the cohort, so that its seats are counted by one at a time. Counts after the lock is held. */
export async function lockCohort(tx: Db, id: string) {
  const locked = await tx.selectFrom("cohorts").select("id").where("id", "=", id).forUpdate().executeTakeFirst()
  return locked ? findCohort(tx, id) : undefined
}

/** Locks every cohort of a program, so that two are not opened at once. */
export async function lockCohortsOf(tx: Db, programId: string): Promise<void> {
  await tx.selectFrom("cohorts").select("id").where("programId", "=", programId).orderBy("id").forUpdate().execute()
}

/** Scholarships given in a cohort to people who still have their place or will be asked for it. */
export async function countScholarships(tx: Db, cohortId: string, kind: "full" | "partial"): Promise<number> {
  const { count } = await tx
    .selectFrom("applications")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("cohortId", "=", cohortId)
    .where("scholarship", "=", kind)
    .where("status", "not in", ["declined", "withdrawn"])
    .executeTakeFirstOrThrow()
  return count
}

/** The one that waits longest for a seat. */
export function findNextInLine(tx: Db, cohortId: string) {
  return tx
    .selectFrom("applications")
    .select("id")
    .where("cohortId", "=", cohortId)
    .where("status", "=", "waitlisted")
    .orderBy("waitlistedAt")
    .orderBy("sequence")
    .limit(1)
    .executeTakeFirst()
}

type CohortValues = Pick<
  CohortsTable,
  "id" | "programId" | "number" | "startsOn" | "applyBy" | "enrolBy" | "seats" | "isOpen"
> & {
  fullScholarships: number
  partialScholarships: number
  isPlanned: boolean
}

/** @returns false when its number is taken, or another cohort of the program is open */
export async function insertCohort(tx: Db, cohort: CohortValues): Promise<boolean> {
  const inserted = await tx
    .insertInto("cohorts")
    .values(cohort)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateCohort(
  tx: Db,
  id: string,
  change: Partial<Omit<CohortValues, "id" | "programId" | "number">>,
): Promise<void> {
  await tx
    .updateTable("cohorts")
    .set({ ...change, version: sql<number>`version + 1`, updatedAt: sql`now()` })
    .where("id", "=", id)
    .execute()
}

/** What a cohort has of its own, in the place of the catalogue's. */
export async function updateTerms(
  tx: Db,
  id: string,
  own: { applicationFeeNaira?: number | null; tuition?: ProgramPayment | null; texts?: Partial<ProgramTexts> | null },
): Promise<void> {
  const { applicationFeeNaira, tuition, texts } = own
  const text = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
  await tx
    .updateTable("cohorts")
    .set({
      ...(applicationFeeNaira !== undefined && { applicationFeeNaira }),
      ...(tuition !== undefined && { tuition: text(tuition) }),
      ...(texts !== undefined && { texts: text(texts) }),
      version: sql<number>`version + 1`,
      updatedAt: sql`now()`,
    })
    .where("id", "=", id)
    .execute()
}

/** Keeps an address; an address that waits already stays as it is. @returns the id under which it waits, and whether it is new */
export function insertWaiting(
  db: Db,
  waiting: { id: string; programId: string; email: string; accountId: string | null },
) {
  const { programId } = waiting
  return (
    db
      .insertInto("cohortWaitlist")
      .values(waiting)
      // Sets what it is already, so that the row that was there is returned.
      .onConflict((conflict) => conflict.columns(["programId", "email"]).doUpdateSet({ programId }))
      .returning(["id", sql<boolean>`xmax = 0`.as("isNew")])
      .executeTakeFirstOrThrow()
  )
}

/** How many addresses wait for each program. */
export function countWaiting(db: Db) {
  return db
    .selectFrom("cohortWaitlist")
    .select(["programId", sql<number>`count(*)::int`.as("count")])
    .groupBy("programId")
    .execute()
}

/** Those who wait for a program, longest first. @param after the last one of the portion before, which may be gone since */
export function listWaiting(db: Db, programId: string, limit: number, after?: { id: string; since: string }) {
  return db
    .selectFrom("cohortWaitlist")
    .select(["id", sql<string>`created_at::text`.as("since")])
    .where("programId", "=", programId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${after?.since}::timestamptz, ${after?.id})`),
    )
    .orderBy("createdAt")
    .orderBy("id")
    .limit(limit)
    .execute()
}

/** @returns the address, which is told once and then forgotten */
export async function takeWaiting(tx: Db, id: string): Promise<{ programId: string; email: string } | undefined> {
  return tx.deleteFrom("cohortWaitlist").where("id", "=", id).returning(["programId", "email"]).executeTakeFirst()
}

export function findWaiting(db: Db, id: string) {
  return db.selectFrom("cohortWaitlist").select(["id", "programId", "email"]).where("id", "=", id).executeTakeFirst()
}

export function listWaitingOf(db: Db, accountId: string, email: string | null) {
  return db
    .selectFrom("cohortWaitlist")
    .select(["programId", "email", "createdAt"])
    .where((where) => where.or([where("accountId", "=", accountId), where("email", "=", email ?? "")]))
    .execute()
}

export async function deleteWaitingOf(tx: Db, email: string): Promise<void> {
  await tx.deleteFrom("cohortWaitlist").where("email", "=", email).execute()
}
