import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Classes that repeat one another are changed together; one that is called off stays, for calendars that have it.
  `alter table live_classes
    add column series_id text,
    add column revision integer not null default 0,
    add column changed_at timestamptz not null default now(),
    add column cancelled_at timestamptz`,
  "create index live_classes_series_idx on live_classes (series_id, starts_at) where series_id is not null",
]
