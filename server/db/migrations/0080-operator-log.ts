import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  // Operators and people may leave; what was done stays, with their names.
  await sql`
    create table operator_log (
      id bigint generated always as identity primary key,
      operator_id text references accounts (id) on delete set null,
      operator_name text not null,
      action text not null,
      subject_id text references accounts (id) on delete set null,
      detail jsonb not null,
      reason text not null,
      ip text not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index operator_log_subject_idx on operator_log (subject_id)`.execute(db)
  await sql`create index operator_log_operator_idx on operator_log (operator_id)`.execute(db)
  await sql`
    create function refuse_operator_log_change() returns trigger language plpgsql as $$
    begin
      -- Only the names of people who left are taken out, by their foreign keys.
      if tg_op = 'UPDATE' and (new.action, new.detail, new.reason, new.ip, new.created_at, new.operator_name)
        is not distinct from (old.action, old.detail, old.reason, old.ip, old.created_at, old.operator_name)
        then return new;
      end if;
      raise exception 'the operators'' log is never changed';
    end $$`.execute(db)
  await sql`
    create trigger operator_log_is_append_only before update or delete on operator_log
    for each row execute function refuse_operator_log_change()`.execute(db)
  await sql`create index accounts_name_search_idx on accounts (lower(name) text_pattern_ops)`.execute(db)
  await sql`create index accounts_email_search_idx on accounts (email text_pattern_ops)`.execute(db)
  await sql`create index accounts_phone_search_idx on accounts (phone text_pattern_ops)`.execute(db)
  await sql`create index accounts_created_idx on accounts (created_at desc)`.execute(db)
}
