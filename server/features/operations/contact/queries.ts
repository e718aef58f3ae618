import { sql } from "kysely"
import type { MessageSource } from "#contract/operations/contact.ts"
import type { Db } from "#server/db/open.ts"

interface NewMessage {
  id: string
  source: MessageSource
  accountId: string | null
  subject: string
  email: string
  info: string
}

/** @returns the number people can quote */
export async function insertMessage(db: Db, message: NewMessage): Promise<number> {
  const { number } = await db
    .insertInto("contactMessages")
    .values({ ...message, forwardedAt: null, readAt: null, answeredAt: null, handledBy: null })
    .returning("number")
    .executeTakeFirstOrThrow()
  return number
}

export function listMessages(db: Db, accountId: string) {
  return db
    .selectFrom("contactMessages")
    .select(["id", "number", "subject", "email", "info", "createdAt"])
    .where("accountId", "=", accountId)
    .orderBy("createdAt")
    .execute()
}

export async function deleteMessages(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom("contactMessages").where("accountId", "=", accountId).execute()
}

/** @returns the message, unless it was forwarded before */
export function findWaiting(db: Db, id: string) {
  return db
    .selectFrom("contactMessages")
    .select(["id", "number", "subject", "email", "info", "createdAt"])
    .where("id", "=", id)
    .where("forwardedAt", "is", null)
    .executeTakeFirst()
}

/** Where the sheet of a request goes; undefined when the request is gone. */
export function findRequest(db: Db, id: string) {
  return db.selectFrom("contactMessages").select("email").where("id", "=", id).executeTakeFirst()
}

export async function markForwarded(db: Db, id: string): Promise<void> {
  await db.updateTable("contactMessages").set({ forwardedAt: sql<Date>`now()` }).where("id", "=", id).execute()
}

/** Confirmed addresses of the operators who answer people. */
export async function listReaders(db: Db): Promise<{ accountId: string; email: string }[]> {
  const rows = await db
    .selectFrom("operators")
    .innerJoin("accounts", "accounts.id", "operators.accountId")
    .select(["operators.accountId", "accounts.email"])
    .where("operators.role", "in", ["owner", "support"])
    .where("accounts.isEmailVerified", "=", true)
    .orderBy("operators.accountId")
    .execute()
  return rows.flatMap(({ accountId, email }) => (email === null ? [] : [{ accountId, email }]))
}
