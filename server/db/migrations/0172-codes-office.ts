import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table codes add column batch text`.execute(db)
  await sql`create index codes_batch_idx on codes (batch) where batch is not null`.execute(db)
  await sql`create index codes_office_idx on codes (kind, sequence desc)`.execute(db)
  await sql`create index codes_code_search_idx on codes (code text_pattern_ops)`.execute(db)
  // What operators switch while the product runs; absent is the catalogue's.
  await sql`create table switches (
    name text primary key check (name in ('pro_studio_promo')),
    is_on boolean not null,
    updated_at timestamptz not null default now()
  )`.execute(db)
}
