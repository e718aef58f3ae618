import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The newest work on the photo that a product was begun with.
  `alter table products
    add column cut_out_run_id text references runs (id) on delete set null,
    add column scene_run_id text references runs (id) on delete set null`,
  `create index products_cut_out_run_idx on products (cut_out_run_id) where cut_out_run_id is not null`,
  `create index products_scene_run_idx on products (scene_run_id) where scene_run_id is not null`,

  // The number that its seller has typed a code of; another one has to be proved anew.
  `alter table shops add column proved_number text`,
]
