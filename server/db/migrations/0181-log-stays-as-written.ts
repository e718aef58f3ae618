import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The first version let a line be given to another operator or person: all that may happen to one is that its accounts go.
  `create or replace function refuse_operator_log_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      if (to_jsonb(new) - 'operator_id' - 'subject_id') = (to_jsonb(old) - 'operator_id' - 'subject_id')
        and (new.operator_id is null or new.operator_id is not distinct from old.operator_id)
        and (new.subject_id is null or new.subject_id is not distinct from old.subject_id)
      then
        return new;
      end if;
    end if;
    raise exception 'the operators'' log is never changed';
  end $$`,
  `create trigger operator_log_is_not_emptied before truncate on operator_log
    for each statement execute function refuse_operator_log_change()`,
]
