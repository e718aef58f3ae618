import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The file is the buyer's: it is in their copy, and goes with their account.
  `create table payment_proofs (
    payment_id bigint primary key references payments (id) on delete cascade,
    file_sequence bigint not null unique references files (sequence) on delete cascade
  )`,

  // A file that becomes somebody else's counts for them.
  `create or replace function count_file_usage() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.account_id is distinct from old.account_id) then
      update file_usage set files = files - 1, bytes = bytes - old.byte_size,
        unfinished = unfinished - case when old.is_ready then 0 else 1 end
      where account_id = old.account_id;
    end if;
    if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.account_id is distinct from old.account_id) then
      if new.account_id is not null then
        insert into file_usage (account_id, files, bytes, unfinished)
        values (new.account_id, 1, new.byte_size, case when new.is_ready then 0 else 1 end)
        on conflict (account_id) do update set files = file_usage.files + 1,
          bytes = file_usage.bytes + excluded.bytes, unfinished = file_usage.unfinished + excluded.unfinished;
      end if;
    elsif tg_op = 'UPDATE' and new.is_ready and not old.is_ready then
      update file_usage set unfinished = unfinished - 1 where account_id = new.account_id;
    end if;
    return null;
  end $$`,
  `drop trigger files_usage on files`,
  `create trigger files_usage after insert or update of is_ready, account_id or delete on files
    for each row execute function count_file_usage()`,
]
