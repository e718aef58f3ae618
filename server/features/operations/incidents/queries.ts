import { sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"

/** The last notes, those that last first. @param days only those that last or ended so many days ago; null for all */
export function listIncidents(db: Db, limit: number, days: number | null) {
  return db
    .selectFrom("incidents")
    .selectAll()
    .$if(days !== null, (query) =>
      query.where((row) =>
        row.or([
          row("endedAt", "is", null),
          row("endedAt", ">", sql<Date>`now() - make_interval(days => ${days ?? 0})`),
        ]),
      ),
    )
    .orderBy(sql`ended_at is not null`)
    .orderBy("startedAt", "desc")
    .limit(limit)
    .execute()
}

/** All notes by their ids, page by page. @param after the last id of the page before */
export function listIncidentsById(db: Db, limit: number, after: string | null) {
  return db
    .selectFrom("incidents")
    .selectAll()
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute()
}

export function insertIncident(tx: Tx, row: { id: string; title: string; text: string }) {
  return tx
    .insertInto("incidents")
    .values({ ...row, endedAt: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function lockIncident(tx: Tx, id: string) {
  return tx.selectFrom("incidents").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
}

/** Writes a note anew. Its end stays when it was over before. */
export function updateIncident(tx: Tx, id: string, change: { title: string; text: string; isOver: boolean }) {
  const { title, text, isOver } = change
  return tx
    .updateTable("incidents")
    .set({
      title,
      text,
      version: sql<number>`version + 1`,
      updatedAt: sql<Date>`now()`,
      endedAt: isOver ? sql<Date>`coalesce(ended_at, now())` : null,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
