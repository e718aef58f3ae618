import { type SelectQueryBuilder, sql } from "kysely"
import type { EngagementStatus } from "#contract/catalogue/engagement-steps.ts"
import type { EngagementFilters } from "#contract/operations/engagements-admin.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"
import { startsWith } from "#server/platform/text/starts-with.ts"

type Contracts = SelectQueryBuilder<Tables, "contracts", object>

/** What an operator may write of an engagement. */
export interface EngagementRow {
  client: string
  email: string
  title: string
  service: string
  amountMinor: string
  currency: "NGN" | "USD"
  notes: string
}

function filtered(db: Db, { status, currency, search }: EngagementFilters): Contracts {
  let query: Contracts = db.selectFrom("contracts")
  if (status) query = query.where("contracts.status", "=", status)
  if (currency) query = query.where("contracts.currency", "=", currency)
  if (search === "") return query
  const pattern = startsWith(search.toLowerCase())
  return query.where((row) =>
    row.or([
      sql<boolean>`lower(contracts.client) like ${pattern}`,
      sql<boolean>`lower(contracts.title) like ${pattern}`,
      row("contracts.email", "like", pattern),
    ]),
  )
}

function described(query: Contracts) {
  return query
    .leftJoin("contactMessages", "contactMessages.id", "contracts.messageId")
    .select([
      "contracts.id",
      "contracts.accountId",
      "contracts.client",
      "contracts.email",
      "contracts.title",
      "contracts.service",
      "contracts.status",
      "contracts.amountMinor",
      "contracts.currency",
      "contracts.notes",
      "contracts.version",
      "contracts.createdAt",
      "contracts.updatedAt",
      "contracts.sequence",
      "contactMessages.number as messageNumber",
    ])
}

/** Engagements, newest first. @param before sequence of the last one of the page before */
export function listEngagements(db: Db, filters: EngagementFilters, limit: number, before: string | null) {
  return described(filtered(db, filters))
    .$if(before !== null, (query) => query.where("contracts.sequence", "<", before ?? ""))
    .orderBy("contracts.sequence", "desc")
    .limit(limit)
    .execute()
}

export function findEngagement(db: Db, id: string) {
  return described(db.selectFrom("contracts").where("contracts.id", "=", id)).executeTakeFirst()
}

/** Locks an engagement, and then reads it as it is. */
export async function lockEngagement(tx: Tx, id: string) {
  const locked = await tx.selectFrom("contracts").select("id").where("id", "=", id).forUpdate().executeTakeFirst()
  return locked && findEngagement(tx, id)
}

export async function countByStatus(db: Db): Promise<Partial<Record<EngagementStatus, number>>> {
  const rows = await db
    .selectFrom("contracts")
    .select(["status", sql<number>`count(*)::int`.as("count")])
    .groupBy("status")
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** Whose message it is; undefined when the message is gone. */
export function findWriter(db: Db, messageId: string) {
  return db.selectFrom("contactMessages").select("accountId").where("id", "=", messageId).executeTakeFirst()
}

/** @returns false when the message has an engagement already */
export async function insertEngagement(
  tx: Tx,
  row: EngagementRow & { id: string; accountId: string | null; messageId: string | null },
): Promise<boolean> {
  const made = await tx
    .insertInto("contracts")
    .values({ ...row, status: "lead" })
    .onConflict((conflict) => conflict.column("messageId").doNothing())
    .returning("id")
    .executeTakeFirst()
  return made !== undefined
}

export async function updateEngagement(
  tx: Tx,
  id: string,
  row: EngagementRow & { status: EngagementStatus },
): Promise<void> {
  await tx
    .updateTable("contracts")
    .set({ ...row, version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where("id", "=", id)
    .execute()
}

/** Engagements with a person, for the copy of their data. */
export function listEngagementsOf(db: Db, accountId: string) {
  return db
    .selectFrom("contracts")
    .select(["id", "client", "email", "title", "service", "status", "amountMinor", "currency", "notes", "createdAt"])
    .where("accountId", "=", accountId)
    .orderBy("sequence")
    .execute()
}

/** Removes what came to no contract, and takes the person out of what has to be kept. */
export async function forgetClient(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom("contracts").where("accountId", "=", accountId).where("status", "in", ["lead", "lost"]).execute()
  await tx
    .updateTable("contracts")
    .set({ client: "A client who left", email: "", notes: "", updatedAt: sql<Date>`now()` })
    .where("accountId", "=", accountId)
    .execute()
}
