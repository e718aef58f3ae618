import { type Kysely, sql } from "kysely"

/** Operators find people by the number they gave, however it was written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index profiles_phone_search_idx on profiles (regexp_replace(phone_number, '[^0-9]', '', 'g') text_pattern_ops)
    where phone_number is not null`.execute(db)
}
