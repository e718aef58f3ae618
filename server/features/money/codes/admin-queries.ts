import { sql } from "kysely"
import type { CodeFilters } from "#contract/money/codes-admin.ts"
import type { Db } from "#server/db/open.ts"
import type { AdminTables } from "#server/db/tables/admin.ts"
import { startsWith } from "#server/platform/text/starts-with.ts"

const columns = [
  "id",
  "code",
  "kind",
  "credits",
  "percent",
  "amountMinor",
  "currency",
  "maxUses",
  "isStopped",
  "batch",
  "startsAt",
  "usedAt",
  "expiresAt",
  "createdAt",
  "sequence",
] as const

const uses = sql<number>`(select count(*)::int from code_uses
  where code_uses.code_id = codes.id and code_uses.used_at is not null)`

/** Codes that operators make, newest first. @param before sequence of the last one of the page before */
export function listCodes(db: Db, { kind, open, search }: CodeFilters, limit: number, before: string | null) {
  return db
    .selectFrom("codes")
    .select(columns)
    .select(uses.as("uses"))
    .where("kind", "in", kind ? [kind] : ["voucher", "promotion"])
    .$if(open === "1", (query) =>
      query
        .where("isStopped", "=", false)
        .where("usedAt", "is", null)
        .where((row) => row.or([row("expiresAt", "is", null), row("expiresAt", ">", sql<Date>`now()`)])),
    )
    .$if(search !== "", (query) =>
      query.where((row) => row.or([row("code", "like", startsWith(search.toUpperCase())), row("batch", "=", search)])),
    )
    .$if(before !== null, (query) => query.where("sequence", "<", before ?? ""))
    .orderBy("sequence", "desc")
    .limit(limit)
    .execute()
}

export function findCode(db: Db, id: string) {
  return db.selectFrom("codes").select(columns).select(uses.as("uses")).where("id", "=", id).executeTakeFirst()
}

type NewCode = Pick<AdminTables["codes"], "id" | "code" | "credits" | "percent" | "expiresAt"> & {
  kind: "voucher" | "promotion"
  amountMinor: string | null
  currency: "NGN" | "USD" | null
  maxUses: number | null
  startsAt: Date | null
  batch: string | null
}

/** @returns the ids of those whose code was not there before */
export async function insertCodes(tx: Db, codes: readonly NewCode[]): Promise<string[]> {
  const inserted = await tx
    .insertInto("codes")
    .values(codes.map((code) => ({ ...code, accountId: null, usedBy: null, usedAt: null })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute()
  return inserted.map(({ id }) => id)
}

export async function isBatch(tx: Db, batch: string): Promise<boolean> {
  const found = await tx.selectFrom("codes").select("id").where("batch", "=", batch).limit(1).executeTakeFirst()
  return found !== undefined
}

/** @returns the code; undefined when it was used or ended before, or is none of an operator's */
export function stopCode(tx: Db, id: string): Promise<{ code: string } | undefined> {
  return tx
    .updateTable("codes")
    .set({ isStopped: true, updatedAt: sql<Date>`now()` })
    .where("id", "=", id)
    .where("kind", "in", ["voucher", "promotion"])
    .where("isStopped", "=", false)
    .where("usedAt", "is", null)
    .returning("code")
    .executeTakeFirst()
}
