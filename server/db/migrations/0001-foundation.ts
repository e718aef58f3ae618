import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table accounts (
    id text primary key,
    email text,
    name text not null,
    password_hash text,
    password_updated_at timestamptz,
    phone text,
    is_email_verified boolean not null default false,
    is_phone_verified boolean not null default false,
    is_blocked boolean not null default false,
    prefs jsonb not null default '{}',
    accessed_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index accounts_email_key on accounts (email) where email is not null`,

  `create table sessions (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    secret_hash bytea not null,
    provider text not null,
    provider_uid text not null,
    ip text not null,
    user_agent text not null,
    country_code text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create unique index sessions_secret_hash_key on sessions (secret_hash)`,
  `create index sessions_account_idx on sessions (account_id, created_at)`,
  `create index sessions_expires_idx on sessions (expires_at)`,

  `create table account_tokens (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    kind text not null,
    secret_hash bytea not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index account_tokens_account_idx on account_tokens (account_id, kind)`,

  `create table profiles (
    id text primary key,
    account_id text not null unique references accounts (id) on delete cascade,
    email text not null,
    name text not null,
    image_url text not null,
    cohort text not null,
    country text,
    state text,
    phone_number text,
    stage text not null,
    is_activated boolean not null default false,
    program text,
    program_id text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sequence bigint generated always as identity unique
  )`,

  `create table operators (
    account_id text primary key references accounts (id) on delete cascade,
    role text not null check (role in ('owner', 'finance', 'admissions', 'content', 'support')),
    created_at timestamptz not null default now()
  )`,
  `create table operator_invites (
    token_hash bytea primary key,
    created_at timestamptz not null default now(),
    used_at timestamptz
  )`,

  `create table credit_accounts (
    account_id text primary key references accounts (id) on delete cascade,
    available integer not null,
    held integer not null,
    constraint credit_accounts_no_overdraft check (available >= 0),
    constraint credit_accounts_no_overhold check (held >= 0)
  )`,
  `create table credit_transfers (
    id bigint generated always as identity primary key,
    account_id text not null references credit_accounts (account_id) on delete cascade,
    from_pocket text not null check (from_pocket in ('outside', 'available', 'held')),
    to_pocket text not null check (to_pocket in ('outside', 'available', 'held')),
    amount integer not null check (amount > 0),
    reason text not null,
    kind text not null,
    note text not null,
    created_at timestamptz not null default now(),
    constraint credit_transfers_moves check (from_pocket <> to_pocket),
    constraint credit_transfers_reason_key unique (reason)
  )`,
  `create index credit_transfers_account_idx on credit_transfers (account_id, id desc)`,
  `create function apply_credit_transfer() returns trigger language plpgsql as $$
  begin
    update credit_accounts set
      available = available
        + case when new.to_pocket = 'available' then new.amount else 0 end
        - case when new.from_pocket = 'available' then new.amount else 0 end,
      held = held
        + case when new.to_pocket = 'held' then new.amount else 0 end
        - case when new.from_pocket = 'held' then new.amount else 0 end
    where account_id = new.account_id;
    return null;
  end $$`,
  `create trigger credit_transfers_apply after insert on credit_transfers
    for each row execute function apply_credit_transfer()`,
  `create function refuse_ledger_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and not exists (select 1 from accounts where id = old.account_id) then
      return old;
    end if;
    raise exception 'credit transfers are never changed; write a new one';
  end $$`,
  `create trigger credit_transfers_append_only before update or delete on credit_transfers
    for each row execute function refuse_ledger_change()`,

  `create table generation_orders (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    mode text not null,
    prompt text not null,
    sent_prompt text not null,
    aspect_ratio text not null,
    width integer not null,
    height integer not null,
    count integer not null check (count between 1 and 4),
    seed integer not null,
    format text not null,
    is_raw boolean not null,
    is_public boolean not null,
    fee_credits integer not null,
    status text not null default 'waiting' check (status in ('waiting', 'drawing', 'ready', 'failed', 'cancelled')),
    progress real not null default 0,
    preview_count integer not null default 0,
    failure text,
    understood jsonb,
    ignored jsonb,
    idempotency_key text,
    body_hash text not null,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz
  )`,
  `create unique index generation_orders_key on generation_orders (account_id, idempotency_key)
    where idempotency_key is not null`,
  `create index generation_orders_open_idx on generation_orders (account_id, created_at desc)
    where status in ('waiting', 'drawing')`,

  `create table generations (
    id text primary key,
    order_id text not null references generation_orders (id) on delete cascade,
    position integer not null,
    account_id text not null references accounts (id) on delete cascade,
    prompt text not null,
    sent_prompt text not null,
    mode text not null,
    aspect_ratio text not null,
    is_public boolean not null,
    is_taken_down boolean not null default false,
    storage_key text not null,
    mime_type text not null,
    width integer not null,
    height integer not null,
    byte_size integer not null,
    placeholder text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sequence bigint generated always as identity unique,
    constraint generations_position_key unique (order_id, position)
  )`,
  `create index generations_owner_idx on generations (account_id, created_at desc, sequence)`,
  `create index generations_public_idx on generations (created_at desc, sequence)
    where is_public and not is_taken_down`,

  `create table rate_counters (
    key text not null,
    window_start timestamptz not null,
    count integer not null,
    primary key (key, window_start)
  )`,
  `create index rate_counters_window_idx on rate_counters (window_start)`,
  `create table realtime_messages (
    id bigint generated always as identity primary key,
    body jsonb not null,
    created_at timestamptz not null default now()
  )`,
  `create table captured_mails (
    id bigint generated always as identity primary key,
    recipient text not null,
    subject text not null,
    text text not null,
    html text not null,
    created_at timestamptz not null default now()
  )`,
  `create index captured_mails_recipient_idx on captured_mails (recipient, id desc)`,
]
