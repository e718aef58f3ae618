import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lessons add column files jsonb not null default '[]'`.execute(db)
}
