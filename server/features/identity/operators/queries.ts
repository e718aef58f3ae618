import { type SqlBool, sql } from "kysely"
import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import { invitationDays, type OperatorRole } from "#contract/identity/operators.ts"
import type { Db } from "#server/db/open.ts"

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

export async function insertInvite(
  db: Db,
  invite: { tokenHash: Buffer; role: OperatorRole; expiresAt: Date | null; createdBy: string | null },
): Promise<void> {
  await db
    .insertInto("operatorInvites")
    .values({ ...invite, usedAt: null })
    .execute()
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

/**
 * Uses a link up: one of the machine itself, or one of somebody who may still make such links.
 * @returns its role; undefined when it is wrong, used or ended
 */
export async function useInvite(tx: Db, tokenHash: Buffer): Promise<OperatorRole | undefined> {
  const used = await tx
    .updateTable("operatorInvites")
    .set({ usedAt: sql<Date>`now()` })
    .where("tokenHash", "=", tokenHash)
    .where("usedAt", "is", null)
    .where((row) => {
      const makers = row
        .selectFrom("operators")
        .innerJoin("accounts", "accounts.id", "operators.accountId")
        .select("operators.accountId")
        .where("operators.role", "=", "owner")
        .where("accounts.isBlocked", "=", false)
      return row.or([
        row.and([row("createdBy", "is", null), row("expiresAt", "is", null), isFresh]),
        row.and([row("createdBy", "in", makers), row("expiresAt", ">", sql<Date>`now()`)]),
      ])
    })
    .returning("role")
    .executeTakeFirst()
  return used?.role
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
