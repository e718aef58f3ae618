import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table files (
    sequence bigint generated always as identity primary key,
    id text not null,
    bucket_id text not null,
    account_id text references accounts (id) on delete cascade,
    name text not null,
    permissions text[] not null,
    mime_type text not null default '',
    signature text not null default '',
    byte_size bigint not null check (byte_size > 0),
    chunks_total integer not null check (chunks_total > 0),
    chunks_uploaded integer not null default 0,
    is_ready boolean not null default false,
    finishing_at timestamptz,
    width integer,
    height integer,
    has_place boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint files_id_key unique (bucket_id, id)
  )`,
  `create index files_account_idx on files (account_id)`,
  `create index files_permissions_idx on files using gin (permissions)`,
  `create index files_unfinished_idx on files (updated_at) where not is_ready`,

  `create table file_objects (
    storage_key text primary key,
    file_sequence bigint references files (sequence) on delete cascade,
    slot text,
    byte_size integer,
    created_at timestamptz not null default now(),
    constraint file_objects_slot_key unique (file_sequence, slot)
  )`,
  `create index file_objects_draft_idx on file_objects (created_at) where file_sequence is null`,

  `create table file_leftovers (
    storage_key text primary key,
    created_at timestamptz not null default now()
  )`,
  `create function remember_file_leftover() returns trigger language plpgsql as $$
  begin
    insert into file_leftovers (storage_key) values (old.storage_key) on conflict do nothing;
    return null;
  end $$`,
  `create trigger file_objects_leftover after delete on file_objects
    for each row execute function remember_file_leftover()`,

  `create table file_usage (
    account_id text primary key references accounts (id) on delete cascade,
    files integer not null,
    bytes bigint not null,
    unfinished integer not null
  )`,
  `create function count_file_usage() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.account_id is not null then
        insert into file_usage (account_id, files, bytes, unfinished)
        values (new.account_id, 1, new.byte_size, case when new.is_ready then 0 else 1 end)
        on conflict (account_id) do update set files = file_usage.files + 1,
          bytes = file_usage.bytes + excluded.bytes, unfinished = file_usage.unfinished + excluded.unfinished;
      end if;
    elsif tg_op = 'DELETE' then
      update file_usage set files = files - 1, bytes = bytes - old.byte_size,
        unfinished = unfinished - case when old.is_ready then 0 else 1 end
      where account_id = old.account_id;
    elsif new.is_ready and not old.is_ready then
      update file_usage set unfinished = unfinished - 1 where account_id = new.account_id;
    end if;
    return null;
  end $$`,
  `create trigger files_usage after insert or update of is_ready or delete on files
    for each row execute function count_file_usage()`,
]
