import { type ExpressionBuilder, type SqlBool, sql } from "kysely"
import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import { invitationDays, type OperatorRole } from "#contract/identity/operators.ts"
import type { Db } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

/** Name in the log of who works at the machine itself, with `npm run admin`. */
const commandLineName = "npm run admin"

/** Writes down what an operator did, with the name they had then. */
export async function insertLog(
  db: Db,
  line: {
    operatorId: string | null
    action: OperatorAction
    subjectId: string | null
    detail: object
    reason: string
    ip: string
  },
): Promise<void> {
  const { operatorId, detail, ...rest } = line
  await db
    .insertInto("operatorLog")
    .values((row) => ({
      ...rest,
      operatorId,
      detail: JSON.stringify(detail),
      operatorName: operatorId
        ? row.selectFrom("accounts").select("name").where("id", "=", operatorId).$asScalar().$notNull()
        : commandLineName,
    }))
    .execute()
}

interface NewInvite {
  tokenHash: Buffer
  role: OperatorRole
  expiresAt: Date | null
  createdBy: string | null
  email?: string | null
  cohortIds?: readonly string[]
}

/** @returns the id under which it is listed */
export async function insertInvite(db: Db, { cohortIds = [], ...invite }: NewInvite): Promise<string> {
  const { id } = await db
    .insertInto("operatorInvites")
    .values({ ...invite, cohortIds: [...cohortIds], usedAt: null })
    .returning("id")
    .executeTakeFirstOrThrow()
  return id
}

/** Links of the machine itself have no end of their own: they are good for so long after they were made. */
const isFresh = sql<SqlBool>`created_at > now() - make_interval(days => ${sql.lit(invitationDays)})`

/** Whether somebody has a role, or could become an owner by a link of the machine itself. */
export async function hasOperatorOrInvite(db: Db): Promise<boolean> {
  const operator = await db.selectFrom("operators").select("accountId").limit(1).executeTakeFirst()
  const invite = await db
    .selectFrom("operatorInvites")
    .select("tokenHash")
    .where("role", "=", "owner")
    .where("createdBy", "is", null)
    .where("expiresAt", "is", null)
    .where("usedAt", "is", null)
    .where(isFresh)
    .limit(1)
    .executeTakeFirst()
  return Boolean(operator ?? invite)
}

/** Keeps the account of whoever opens a link from being deleted until the transaction has ended. */
export async function holdAccount(tx: Db, id: string): Promise<void> {
  await tx.selectFrom("accounts").select("id").where("id", "=", id).forNoKeyUpdate().executeTakeFirst()
}

/** Accounts of all owners, whose roles stay until the transaction has ended. */
export async function holdOwners(tx: Db): Promise<string[]> {
  const owners = await tx.selectFrom("operators").select("accountId").where("role", "=", "owner").forUpdate().execute()
  return owners.map(({ accountId }) => accountId)
}

/** Whether a link still gives its role: one of the machine itself, or one of somebody who may still make such links. */
function isOpen(row: ExpressionBuilder<Tables, "operatorInvites">) {
  const makers = row
    .selectFrom("operators")
    .innerJoin("accounts", "accounts.id", "operators.accountId")
    .select("operators.accountId")
    .where("operators.role", "=", "owner")
    .where("accounts.isBlocked", "=", false)
  return row.and([
    row("operatorInvites.usedAt", "is", null),
    row.or([
      row.and([
        row("operatorInvites.createdBy", "is", null),
        row("operatorInvites.expiresAt", "is", null),
        sql<SqlBool>`operator_invites.created_at > now() - make_interval(days => ${sql.lit(invitationDays)})`,
      ]),
      row.and([
        row("operatorInvites.createdBy", "in", makers),
        row("operatorInvites.expiresAt", ">", sql<Date>`now()`),
      ]),
    ]),
  ])
}

/**
 * Uses a link up.
 * @returns its role, and the cohorts it gives; undefined when it is wrong, used or ended
 */
export function useInvite(tx: Db, tokenHash: Buffer) {
  return tx
    .updateTable("operatorInvites")
    .set({ usedAt: sql<Date>`now()` })
    .where("tokenHash", "=", tokenHash)
    .where(isOpen)
    .returning(["role", "cohortIds"])
    .executeTakeFirst()
}

const endsAt = sql<Date>`coalesce(operator_invites.expires_at,
  operator_invites.created_at + make_interval(days => ${sql.lit(invitationDays)}))`

/** Links that still give a role, the newest first. */
export function listOpenInvites(db: Db) {
  return db
    .selectFrom("operatorInvites")
    .leftJoin("accounts", "accounts.id", "operatorInvites.createdBy")
    .select([
      "operatorInvites.id",
      "operatorInvites.role",
      "operatorInvites.cohortIds",
      "operatorInvites.email",
      "operatorInvites.createdAt",
      endsAt.as("endsAt"),
      "accounts.name as madeBy",
    ])
    .where(isOpen)
    .orderBy("operatorInvites.createdAt", "desc")
    .orderBy("operatorInvites.id")
    .execute()
}

/** Keeps an open link as it is until the transaction has ended. */
export function lockInvite(tx: Db, id: string) {
  return tx
    .selectFrom("operatorInvites")
    .select(["role", "email"])
    .where("id", "=", id)
    .where(isOpen)
    .forUpdate()
    .executeTakeFirst()
}

/** Gives an open link another secret and another end; the one before works no more. */
export async function setInviteSecret(
  tx: Db,
  id: string,
  change: { tokenHash: Buffer; expiresAt: Date; createdBy: string },
): Promise<void> {
  await tx.updateTable("operatorInvites").set(change).where("id", "=", id).execute()
}

/** Ends one link. */
export async function endInvite(tx: Db, id: string): Promise<void> {
  await tx.updateTable("operatorInvites").set({ expiresAt: sql<Date>`now()` }).where("id", "=", id).execute()
}

/** Cohorts that a teacher was given. */
export async function listCohortsOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("operatorCohorts")
    .select("cohortId")
    .where("accountId", "=", accountId)
    .orderBy("cohortId")
    .execute()
  return rows.map(({ cohortId }) => cohortId)
}

/** Which of these cohorts there are. */
export async function knownCohorts(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom("cohorts").select("id").where("id", "in", ids).execute()
  return rows.map(({ id }) => id)
}

/** Gives a teacher these cohorts and no others. */
export async function setCohortsOf(tx: Db, accountId: string, cohortIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("operatorCohorts").where("accountId", "=", accountId).execute()
  const rows = cohortIds.map((cohortId) => ({ accountId, cohortId }))
  if (rows.length > 0) await tx.insertInto("operatorCohorts").values(rows).execute()
}

/** Ends the links of somebody which nobody has used. */
export async function endInvitesOf(tx: Db, accountId: string): Promise<void> {
  await tx
    .updateTable("operatorInvites")
    .set({ expiresAt: sql<Date>`now()` })
    .where("createdBy", "=", accountId)
    .where("usedAt", "is", null)
    .execute()
}

/** Everybody else with a role who can sign in. */
export function listOtherOperators(tx: Db, accountId: string) {
  return tx
    .selectFrom("operators")
    .innerJoin("accounts", "accounts.id", "operators.accountId")
    .select(["accounts.id", "operators.role"])
    .where("accounts.id", "<>", accountId)
    .where("accounts.isBlocked", "=", false)
    .execute()
}
