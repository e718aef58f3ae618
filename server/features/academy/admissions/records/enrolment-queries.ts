import { sql } from "kysely"
import { endedStatuses } from "#contract/catalogue/applications.ts"
import type { TuitionPart } from "#contract/catalogue/tuition.ts"
import type { Db } from "#server/db/open.ts"

const columns = [
  "id",
  "applicationId",
  "accountId",
  "cohortId",
  "programId",
  "status",
  "plan",
  "offeredAt",
  "startedAt",
  "endedAt",
] as const

export async function insertEnrolment(
  tx: Db,
  enrolment: {
    id: string
    applicationId: string
    accountId: string
    cohortId: string
    programId: string
    offeredAt: Date
  },
): Promise<void> {
  await tx
    .insertInto("enrolments")
    .values({ ...enrolment, status: "offered", plan: null, startedAt: null, endedAt: null })
    .execute()
}

/** The place that counts of a person's: an active one before a completed, an offered and an ended one; then the newest. */
export function findEnrolmentOf(db: Db, accountId: string) {
  return db
    .selectFrom("enrolments")
    .select(columns)
    .where("accountId", "=", accountId)
    .orderBy(sql`array_position(array['active', 'completed', 'offered', 'ended'], status)`)
    .orderBy("offeredAt", "desc")
    .limit(1)
    .executeTakeFirst()
}

/** A person's places that were taken and not given up: those under way before completed ones, then the newest first. */
export function listPlacesOf(db: Db, accountId: string) {
  return db
    .selectFrom("enrolments")
    .select(columns)
    .where("accountId", "=", accountId)
    .where("status", "in", ["active", "completed"])
    .orderBy("status")
    .orderBy("offeredAt", "desc")
    .orderBy("id")
    .execute()
}

/** All of a person's places, oldest first, for the copy of their data. */
export function listEnrolmentsOf(db: Db, accountId: string) {
  return db.selectFrom("enrolments").select(columns).where("accountId", "=", accountId).orderBy("offeredAt").execute()
}

export function findEnrolment(db: Db, id: string) {
  return db.selectFrom("enrolments").select(columns).where("id", "=", id).executeTakeFirst()
}

export function findOfApplication(db: Db, applicationId: string) {
  return db.selectFrom("enrolments").select(columns).where("applicationId", "=", applicationId).executeTakeFirst()
}

export async function startEnrolment(
  tx: Db,
  id: string,
  start: { plan: "full" | "instalments" | "award"; at: Date },
): Promise<void> {
  await tx
    .updateTable("enrolments")
    .set({ status: "active", plan: start.plan, startedAt: start.at })
    .where("id", "=", id)
    .where("status", "=", "offered")
    .execute()
}

export async function setCohort(tx: Db, id: string, cohortId: string): Promise<void> {
  await tx.updateTable("enrolments").set({ cohortId }).where("id", "=", id).execute()
}

/** Locks the applications of a cohort's learners who pay in instalments, always in the same order. */
export async function lockInstalmentLearners(tx: Db, cohortId: string): Promise<void> {
  const places = tx
    .selectFrom("enrolments")
    .select("applicationId")
    .where("cohortId", "=", cohortId)
    .where("status", "=", "active")
    .where("plan", "=", "instalments")
  await tx.selectFrom("applications").select("id").where("id", "in", places).orderBy("id").forUpdate().execute()
}

/** Everybody on the way into a cohort or in it, with the place they have or are offered, by name. */
export function listOfCohort(db: Db, cohortId: string) {
  return db
    .selectFrom("applications")
    .innerJoin("accounts", "accounts.id", "applications.accountId")
    .leftJoin("enrolments", "enrolments.applicationId", "applications.id")
    .select(["applications.id as applicationId", "applications.accountId", "accounts.name"])
    .select(["enrolments.status as place", "enrolments.offeredAt"])
    .where("applications.cohortId", "=", cohortId)
    .where("applications.status", "not in", [...endedStatuses, "completed"])
    .orderBy("accounts.name")
    .orderBy("applications.id")
    .execute()
}

/** Instalments of a cohort's learners whose days follow its start and that are not paid. */
export function listOpenInstalments(db: Db, cohortId: string) {
  return db
    .selectFrom("tuitionPayments")
    .innerJoin("enrolments", "enrolments.id", "tuitionPayments.enrolmentId")
    .innerJoin("accounts", "accounts.id", "enrolments.accountId")
    .select(["accounts.name", "part", "dueOn"])
    .where("enrolments.cohortId", "=", cohortId)
    .where("enrolments.status", "=", "active")
    .where("part", "in", ["second", "third"])
    .where("paidAt", "is", null)
    .orderBy("accounts.name")
    .orderBy("dueOn")
    .execute()
}

/**
 * Moves the days of instalments that are not paid yet, of one place or of all in a cohort; none to an earlier day than was
 * promised (docs/product-rules.md#instalments).
 * @returns the accounts of those whose days these are
 */
export async function setDueDays(
  tx: Db,
  places: { enrolmentId: string } | { cohortId: string },
  days: { second: string; third: string },
): Promise<string[]> {
  const moved = await tx
    .updateTable("tuitionPayments")
    .from("enrolments")
    .set({ dueOn: sql<string>`greatest(due_on, case part when 'second' then ${days.second} else ${days.third} end)` })
    .whereRef("enrolments.id", "=", "tuitionPayments.enrolmentId")
    .where("enrolments.status", "=", "active")
    .where("part", "in", ["second", "third"])
    .where("paidAt", "is", null)
    .where((row) =>
      "cohortId" in places ? row("cohortId", "=", places.cohortId) : row("enrolmentId", "=", places.enrolmentId),
    )
    .returning("accountId")
    .execute()
  return [...new Set(moved.map(({ accountId }) => accountId))]
}

export async function endEnrolment(tx: Db, applicationId: string, status: "ended" | "completed", at: Date) {
  await tx
    .updateTable("enrolments")
    .set({ status, endedAt: at })
    .where("applicationId", "=", applicationId)
    .where("status", "in", ["offered", "active"])
    .execute()
}

/** What is to be paid, in the order of the days. */
export function listPayments(db: Db, enrolmentId: string) {
  return db
    .selectFrom("tuitionPayments")
    .select(["part", "amountMinor", "dueOn", "paidAt", "orderReference"])
    .where("enrolmentId", "=", enrolmentId)
    .orderBy("dueOn")
    .orderBy("part")
    .execute()
}

export async function insertPayments(
  tx: Db,
  enrolmentId: string,
  payments: readonly { part: TuitionPart; amountMinor: string; dueOn: string }[],
): Promise<void> {
  await tx
    .insertInto("tuitionPayments")
    .values(payments.map((payment) => ({ ...payment, enrolmentId, paidAt: null, orderReference: null })))
    .execute()
}

/** @returns false when that part is not there or was paid before */
export async function markPaid(
  tx: Db,
  payment: { enrolmentId: string; part: TuitionPart; at: Date; orderReference: string },
): Promise<boolean> {
  const paid = await tx
    .updateTable("tuitionPayments")
    .set({ paidAt: payment.at, orderReference: payment.orderReference })
    .where("enrolmentId", "=", payment.enrolmentId)
    .where("part", "=", payment.part)
    .where("paidAt", "is", null)
    .returning("part")
    .executeTakeFirst()
  return paid !== undefined
}

/** Takes a payment back that was returned to the payer. @returns what is open again; undefined when it paid nothing */
export function markUnpaid(
  tx: Db,
  orderReference: string,
): Promise<
  { applicationId: string; part: TuitionPart; status: "offered" | "active" | "completed" | "ended" } | undefined
> {
  return tx
    .updateTable("tuitionPayments")
    .from("enrolments")
    .set({ paidAt: null, orderReference: null })
    .whereRef("enrolments.id", "=", "tuitionPayments.enrolmentId")
    .where("orderReference", "=", orderReference)
    .returning(["enrolments.applicationId", "enrolments.status", "part"])
    .executeTakeFirst()
}

/** Active places with something left to pay that is due on or before this day. */
export function listDue(db: Db, day: string) {
  return db
    .selectFrom("tuitionPayments")
    .innerJoin("enrolments", "enrolments.id", "tuitionPayments.enrolmentId")
    .select(["enrolments.applicationId", "enrolments.accountId", "part", "dueOn"])
    .where("enrolments.status", "=", "active")
    .where("paidAt", "is", null)
    .where("dueOn", "<=", day)
    .execute()
}

/** Offered places of cohorts whose last day for places is before this day. */
export function listOfferedAfter(db: Db, day: string) {
  return db
    .selectFrom("enrolments")
    .innerJoin("cohorts", "cohorts.id", "enrolments.cohortId")
    .select(["enrolments.id", "enrolments.accountId", "enrolments.applicationId"])
    .where("enrolments.status", "=", "offered")
    .where("cohorts.enrolBy", "<", day)
    .execute()
}
