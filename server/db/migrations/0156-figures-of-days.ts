import { type Kysely, sql } from "kysely"

/** Figures of the last days are read from the end of these tables, whatever their length; a BRIN index is a few pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["credit_transfers", "runs", "generations", "payments"]) {
    await sql.raw(`create index ${table}_days_idx on ${table} using brin (created_at)`).execute(db)
  }
}
