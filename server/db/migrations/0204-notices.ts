import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table notices (
    id bigint generated always as identity primary key,
    account_id text not null references accounts (id) on delete cascade,
    kind text not null,
    key text not null,
    topic text not null,
    title text not null,
    text text not null,
    path text not null,
    created_at timestamptz not null,
    good_until timestamptz,
    read_at timestamptz,
    unique (account_id, kind, key)
  )`,
  "create index notices_list_idx on notices (account_id, id desc)",
  "create index notices_unread_idx on notices (account_id) where read_at is null",
  "create index notices_age_idx on notices (created_at)",
  `create table notice_deliveries (
    notice_id bigint not null references notices (id) on delete cascade,
    account_id text not null references accounts (id) on delete cascade,
    channel text not null check (channel in ('mail', 'text', 'push')),
    due_at timestamptz not null,
    sending_id text,
    handed_at timestamptz,
    ended_at timestamptz,
    outcome text check (outcome in ('sent', 'silent', 'failed')),
    primary key (notice_id, channel)
  )`,
  "create index notice_deliveries_due_idx on notice_deliveries (due_at) where sending_id is null and ended_at is null",
  "create index notice_deliveries_sending_idx on notice_deliveries (sending_id) where sending_id is not null",
  "create index notice_deliveries_account_idx on notice_deliveries (account_id)",
  `create table notice_settings (
    account_id text primary key references accounts (id) on delete cascade,
    choices jsonb not null default '{}',
    is_mail_off boolean not null default false,
    daily_at text not null default '18:00',
    quiet_from text default '21:00',
    quiet_until text default '07:00',
    time_zone text not null default 'Africa/Lagos'
  )`,
  `create table push_devices (
    endpoint text primary key,
    account_id text not null references accounts (id) on delete cascade,
    public_key text not null,
    auth text not null,
    created_at timestamptz not null default now()
  )`,
  "create index push_devices_account_idx on push_devices (account_id)",
  "alter table live_classes add column told_stage smallint not null default 0",
  // Classes that are over or under way were told of by whoever held them.
  "update live_classes set told_stage = 3 where starts_at <= now()",
  "alter table captured_mails add column mail_id text, add column unsubscribe text not null default ''",
  "create unique index captured_mails_mail_idx on captured_mails (recipient, mail_id)",
]
