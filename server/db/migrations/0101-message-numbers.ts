import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // What people read out on the phone; four digits from the first one on.
  `alter table contact_messages add column number integer generated always as identity (start with 1001) unique`,
]
