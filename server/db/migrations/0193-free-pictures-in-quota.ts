import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A picture that cost nothing takes the room of a file.
  `alter table generations add column is_in_quota boolean not null default false`,
  `create function count_picture_usage() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and old.is_in_quota then
      update file_usage set files = files - 1, bytes = bytes - old.byte_size where account_id = old.account_id;
    end if;
    if tg_op <> 'DELETE' and new.is_in_quota then
      insert into file_usage (account_id, files, bytes, unfinished) values (new.account_id, 1, new.byte_size, 0)
      on conflict (account_id) do update set files = file_usage.files + 1,
        bytes = file_usage.bytes + excluded.bytes;
    end if;
    return null;
  end $$`,
  `create trigger generations_usage_made after insert on generations
    for each row when (new.is_in_quota) execute function count_picture_usage()`,
  `create trigger generations_usage_changed after update of is_in_quota, byte_size, account_id on generations
    for each row when (old.is_in_quota or new.is_in_quota) execute function count_picture_usage()`,
  `create trigger generations_usage_removed after delete on generations
    for each row when (old.is_in_quota) execute function count_picture_usage()`,
  // Those that are kept by now.
  `update generations set is_in_quota = true from runs
    where runs.id = generations.run_id and runs.kind = 'scene' and generations.mode = 'scene'
      and runs.input -> 'ground' ->> 'kind' <> 'set'`,
]
