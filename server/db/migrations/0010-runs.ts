import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * Orders for pictures become runs of the kind `picture`. Jobs of orders that were open under the old name are gone with
 * their queue; the sweep of runs gives those credits back.
 */
const statements = [
  `alter table generation_orders rename to runs`,
  `alter index generation_orders_key rename to runs_key`,
  `alter index generation_orders_open_idx rename to runs_open_idx`,
  `drop index runs_open_idx`,
  `alter table runs drop constraint generation_orders_status_check`,
  `alter table runs drop constraint generation_orders_count_check`,
  `alter table runs
    add column kind text,
    add column title text,
    add column input jsonb,
    add column result jsonb,
    add column engine text,
    add column engine_ticket text,
    add column job_id uuid,
    add column parent_run_id text references runs (id) on delete cascade`,
  `update runs set
    kind = 'picture',
    title = mode,
    status = case when status = 'drawing' then 'running' else status end,
    input = jsonb_build_object('mode', mode, 'prompt', prompt, 'sentPrompt', sent_prompt, 'aspectRatio', aspect_ratio,
      'width', width, 'height', height, 'seed', seed, 'format', format, 'isRaw', is_raw, 'isPublic', is_public),
    result = case when status = 'ready' then jsonb_build_object('understood', understood, 'ignored', ignored) end`,
  `alter table runs
    alter column kind set not null,
    alter column title set not null,
    alter column input set not null,
    drop column mode,
    drop column prompt,
    drop column sent_prompt,
    drop column aspect_ratio,
    drop column width,
    drop column height,
    drop column seed,
    drop column format,
    drop column is_raw,
    drop column is_public,
    drop column understood,
    drop column ignored,
    add constraint runs_status check (status in ('waiting', 'running', 'ready', 'failed', 'cancelled')),
    add constraint runs_count check (count >= 1),
    add constraint runs_fee check (fee_credits >= 0)`,
  `create index runs_open_idx on runs (account_id, created_at desc) where status in ('waiting', 'running')`,
  `create index runs_parent_idx on runs (parent_run_id) where parent_run_id is not null`,
  `alter table generations rename column order_id to run_id`,
]
