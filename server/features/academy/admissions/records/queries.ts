import { sql } from "kysely"
import {
  type ApplicationStatus,
  endedStatuses,
  type MoveActor,
  openStatuses,
  seatedStatuses,
} from "#contract/catalogue/applications.ts"
import type { ProgramPayment } from "#contract/catalogue/program.ts"
import type { Db } from "#server/db/open.ts"

/** The newest application with a verified payment. */
export async function findPaid(db: Db, accountId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("applications")
    .select("id")
    .where("accountId", "=", accountId)
    .where("paymentReference", "is not", null)
    .orderBy("createdAt", "desc")
    .orderBy("sequence", "desc")
    .executeTakeFirst()
  return found?.id
}

/** What services need to know of an application. */
export interface Application {
  id: string
  accountId: string
  program: string
  programId: string
  status: ApplicationStatus
  paymentReference: string | null
  cohortId: string | null
  /** What the profile shows while this application is the present one. */
  stage: string
  attemptsAllowed: number
  scholarship: "full" | "partial" | null
  awardMinor: string
  /** What the tuition was when it was made; null is the catalogue's. */
  tuition: ProgramPayment | null
}

const columns = [
  "id",
  "accountId",
  "program",
  "programId",
  "status",
  "paymentReference",
  "cohortId",
  "stage",
  "attemptsAllowed",
  "scholarship",
  "awardMinor",
  "tuition",
] as const

export function findApplication(db: Db, id: string): Promise<Application | undefined> {
  return db.selectFrom("applications").select(columns).where("id", "=", id).executeTakeFirst()
}

/** Locks the application until the transaction ends. */
export function lockApplication(tx: Db, id: string): Promise<Application | undefined> {
  return tx.selectFrom("applications").select(columns).where("id", "=", id).forUpdate().executeTakeFirst()
}

/** The person's newest application that was not declined or withdrawn; when there is none, the newest. */
export function findPresent(db: Db, accountId: string): Promise<Application | undefined> {
  return db
    .selectFrom("applications")
    .select(columns)
    .where("accountId", "=", accountId)
    .orderBy((row) => row("status", "in", endedStatuses))
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst()
}

/** Those beside that one that were not declined or withdrawn either, newest first. */
export function listBeside(db: Db, present: Pick<Application, "id" | "accountId">): Promise<Application[]> {
  return db
    .selectFrom("applications")
    .select(columns)
    .where("accountId", "=", present.accountId)
    .where("id", "<>", present.id)
    .where("status", "not in", endedStatuses)
    .orderBy("sequence", "desc")
    .execute()
}

export function findOfPayment(db: Db, paymentReference: string): Promise<Application | undefined> {
  return db
    .selectFrom("applications")
    .select(columns)
    .where("paymentReference", "=", paymentReference)
    .executeTakeFirst()
}

/** Whether the person has one that is still on its way. */
export async function hasOpen(db: Db, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom("applications")
    .select("id")
    .where("accountId", "=", accountId)
    .where("status", "in", openStatuses)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Where the person stands with a place that another application for the cohort would only double: a seat in its program, also one
 * that they are through with, or the waitlist of that very cohort.
 */
export async function findPlaceLike(
  db: Db,
  accountId: string,
  { programId, cohortId }: { programId: string; cohortId: string },
): Promise<ApplicationStatus | undefined> {
  const found = await db
    .selectFrom("applications")
    .select("status")
    .where("accountId", "=", accountId)
    .where("programId", "=", programId)
    .where((row) =>
      row.or([
        row("status", "in", seatedStatuses),
        row.and([row("status", "=", "waitlisted"), row("cohortId", "=", cohortId)]),
      ]),
    )
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst()
  return found?.status
}

interface NewApplication {
  id: string
  accountId: string
  program: string
  programId: string
  paymentReference: string
  cohortId: string
  tuition: ProgramPayment | null
  at: Date
}

export async function insertApplication(tx: Db, { at, tuition, ...application }: NewApplication): Promise<void> {
  await tx
    .insertInto("applications")
    .values({
      ...application,
      tuition: tuition && JSON.stringify(tuition),
      stage: "applied",
      status: "submitted",
      scholarship: null,
      waitlistedAt: null,
      createdAt: at,
      updatedAt: at,
    })
    .execute()
}

/** @returns false when the application was no longer at `from` */
export async function updateStatus(
  tx: Db,
  id: string,
  change: { from: ApplicationStatus; to: ApplicationStatus; at: Date },
): Promise<boolean> {
  const changed = await tx
    .updateTable("applications")
    .set({
      status: change.to,
      updatedAt: change.at,
      ...(change.to === "waitlisted" && { waitlistedAt: change.at }),
    })
    .where("id", "=", id)
    .where("status", "=", change.from)
    .returning("id")
    .executeTakeFirst()
  return changed !== undefined
}

export async function updateStage(tx: Db, id: string, stage: string): Promise<void> {
  await tx.updateTable("applications").set({ stage }).where("id", "=", id).execute()
}

export async function setCohort(tx: Db, id: string, cohortId: string): Promise<void> {
  await tx.updateTable("applications").set({ cohortId }).where("id", "=", id).execute()
}

export async function allowAttempts(tx: Db, id: string, attemptsAllowed: number): Promise<void> {
  await tx.updateTable("applications").set({ attemptsAllowed }).where("id", "=", id).execute()
}

export async function setScholarship(
  tx: Db,
  id: string,
  award: { scholarship: "full" | "partial" | null; awardMinor: string },
): Promise<void> {
  await tx.updateTable("applications").set(award).where("id", "=", id).execute()
}

interface NewStep {
  applicationId: string
  status: ApplicationStatus
  actor: MoveActor
  operatorId: string | null
  note: string
  at: Date
}

export async function insertStep(tx: Db, step: NewStep): Promise<void> {
  await tx.insertInto("applicationSteps").values(step).execute()
}

export function listSteps(db: Db, applicationId: string) {
  return db
    .selectFrom("applicationSteps")
    .select(["status", "actor", "operatorId", "note", "at"])
    .where("applicationId", "=", applicationId)
    .orderBy("id")
    .execute()
}

/** The same with the names of operators, which the office alone reads. */
export function listNamedSteps(db: Db, applicationId: string) {
  return db
    .selectFrom("applicationSteps")
    .leftJoin("accounts", "accounts.id", "applicationSteps.operatorId")
    .select(["applicationSteps.status", "applicationSteps.actor", "applicationSteps.note", "applicationSteps.at"])
    .select("accounts.name as operator")
    .where("applicationSteps.applicationId", "=", applicationId)
    .orderBy("applicationSteps.id")
    .execute()
}

interface Guardian {
  applicationId: string
  accountId: string
  name: string
  contact: string
  consentedAt: Date
}

export async function insertGuardian(tx: Db, guardian: Guardian): Promise<void> {
  await tx.insertInto("applicationGuardians").values(guardian).execute()
}

export function findGuardian(db: Db, applicationId: string) {
  return db
    .selectFrom("applicationGuardians")
    .select(["name", "contact", "consentedAt"])
    .where("applicationId", "=", applicationId)
    .executeTakeFirst()
}

/** Name and confirmed or unconfirmed address of the applicant, for letters. */
export function findPerson(db: Db, accountId: string) {
  return db
    .selectFrom("accounts")
    .select(["id", "name", "email", "isEmailVerified"])
    .where("id", "=", accountId)
    .executeTakeFirst()
}

/** @returns false when a letter of this name went to the applicant before */
export async function claimEmail(tx: Db, applicationId: string, name: string, at: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto("admissionLetters")
    .values({ applicationId, name, sentAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("name")
    .executeTakeFirst()
  return claimed !== undefined
}

/** Lets letters go out once more whose names begin like this. */
export async function forgetEmails(tx: Db, applicationId: string, beginning: string): Promise<void> {
  await tx
    .deleteFrom("admissionLetters")
    .where("applicationId", "=", applicationId)
    .where(sql<boolean>`starts_with(name, ${beginning})`)
    .execute()
}

/** What the operators' board is narrowed down by. */
export interface BoardFilter {
  status: ApplicationStatus | null
  programId: string | null
  /** Part of a name or an address. */
  search: string
  /** Day on which tuition was due before and is not paid, as YYYY-MM-DD; null for all. */
  overdueOn: string | null
}

/** Applications for the operators' board, those that wait longest first. */
export function listApplications(db: Db, filter: BoardFilter, limit: number) {
  return selectApplications(db, filter)
    .orderBy("applications.updatedAt")
    .orderBy("applications.sequence")
    .limit(limit)
    .execute()
}

/** The same in the order in which they came, for a table. @param after sequence of the last one of the page before */
export function listApplicationsBySequence(db: Db, filter: BoardFilter, limit: number, after: string | null) {
  return selectApplications(db, filter)
    .select("applications.sequence")
    .$if(after !== null, (query) => query.where("applications.sequence", ">", after ?? ""))
    .orderBy("applications.sequence")
    .limit(limit)
    .execute()
}

function selectApplications(db: Db, filter: BoardFilter) {
  return db
    .selectFrom("applications")
    .innerJoin("accounts", "accounts.id", "applications.accountId")
    .leftJoin("cohorts", "cohorts.id", "applications.cohortId")
    .select([
      "applications.id",
      "applications.status",
      "applications.program",
      "applications.programId",
      "applications.scholarship",
      "applications.updatedAt",
      "applications.createdAt",
      "accounts.name",
      "accounts.email",
      "cohorts.number as cohort",
    ])
    .$if(filter.status !== null, (query) => query.where("applications.status", "=", filter.status ?? "paid"))
    .$if(filter.programId !== null, (query) => query.where("applications.programId", "=", filter.programId ?? ""))
    .$if(filter.overdueOn !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("enrolments")
            .innerJoin("tuitionPayments", "tuitionPayments.enrolmentId", "enrolments.id")
            .select("enrolments.id")
            .whereRef("enrolments.applicationId", "=", "applications.id")
            .where("enrolments.status", "=", "active")
            .where("paidAt", "is", null)
            .where("dueOn", "<", filter.overdueOn ?? ""),
        ),
      ),
    )
    .$if(filter.search !== "", (query) =>
      query.where(
        sql<boolean>`strpos(lower(accounts.name || ' ' || coalesce(accounts.email, '')), lower(${filter.search})) > 0`,
      ),
    )
}

/** How many applications are at each status. */
export function countByStatus(db: Db, programId: string | null) {
  return db
    .selectFrom("applications")
    .select(["status", sql<number>`count(*)::int`.as("count")])
    .$if(programId !== null, (query) => query.where("programId", "=", programId ?? ""))
    .groupBy("status")
    .execute()
}

/** All of a person's, for the copy of their data. */
export function listOfPerson(db: Db, accountId: string) {
  return db
    .selectFrom("applications")
    .select([...columns, "createdAt"])
    .where("accountId", "=", accountId)
    .orderBy("sequence")
    .execute()
}

/** Cohorts in which the person has a seat. */
export async function listSeatsOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("applications")
    .select("cohortId")
    .where("accountId", "=", accountId)
    .where("status", "in", seatedStatuses)
    .execute()
  return rows.flatMap(({ cohortId }) => cohortId ?? [])
}

export function findDates(db: Db, id: string) {
  return db.selectFrom("applications").select(["createdAt", "updatedAt"]).where("id", "=", id).executeTakeFirstOrThrow()
}
