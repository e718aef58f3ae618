import { type Kysely, sql } from "kysely"

/** What a billable call was sent, to find it again; and who tries whether a provider works again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table provider_calls add column input_digests jsonb`.execute(db)
  await sql`alter table provider_pauses add column trial_until timestamptz`.execute(db)
}
