import { type Kysely, sql } from "kysely"

/**
 * An id that a client chose is never free again for another account: what refers to it must not become somebody else's.
 * Only a keyed hash of it is kept, which outlives the row and the account. Where an id is not free, nothing is inserted,
 * as when a row has it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table used_ids (
    id_hash bytea primary key,
    account_id text references accounts (id) on delete set null
  )`,
  `create index used_ids_account_idx on used_ids (account_id)`,
  `insert into installation (name, value)
    values ('used-ids-key', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))`,
  `create function hash_used_id(kind text, id text) returns bytea language sql stable as $$
    select sha256(convert_to(value || ' ' || kind || ' ' || id, 'UTF8')) from installation where name = 'used-ids-key'
  $$`,
  `insert into used_ids select hash_used_id('files ' || bucket_id, id), account_id from files`,
  `insert into used_ids select hash_used_id('trainings', id), account_id from trainings`,
  `insert into used_ids select hash_used_id('accounts', id), null from accounts`,

  // A server key may take any id that no row has.
  `create function use_id() returns trigger language plpgsql as $$
  declare
    hash bytea := hash_used_id(
      case when tg_table_name = 'files' then 'files ' || (to_jsonb(new) ->> 'bucket_id') else tg_table_name end, new.id);
    user_id text := case when tg_table_name = 'accounts' then null else to_jsonb(new) ->> 'account_id' end;
    is_new boolean;
  begin
    insert into used_ids (id_hash, account_id) values (hash, user_id) on conflict do nothing;
    is_new := found;
    if is_new or (tg_table_name = 'files' and user_id is null)
      or exists (select from used_ids where id_hash = hash and account_id = user_id) then
      return new;
    end if;
    return null;
  end $$`,
  ...["files", "trainings", "accounts"].map(
    (table) => `create trigger ${table}_use_id before insert on ${table} for each row execute function use_id()`,
  ),
]
