import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table codes (
    id text primary key,
    code text not null unique,
    kind text not null check (kind in ('voucher', 'promotion', 'payment_reference')),
    credits integer check (credits > 0),
    percent integer check (percent between 1 and 100),
    account_id text references accounts (id) on delete set null,
    used_by text references accounts (id) on delete set null,
    used_at timestamptz,
    expires_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sequence bigint generated always as identity unique,
    constraint codes_voucher check ((kind = 'voucher') = (credits is not null)),
    constraint codes_promotion check ((kind = 'promotion') = (percent is not null))
  )`,
  `create index codes_account_idx on codes (account_id)`,
  `create index codes_used_by_idx on codes (used_by)`,

  `create table trainings (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    prompt text not null,
    primary_style text not null,
    secondary_style text not null,
    trigger_word text not null unique,
    is_public boolean not null,
    status text not null check (status in ('analysing_dataset', 'training_in_progress', 'training_successful',
      'preparing_photoshoot', 'photoshoot_ready', 'invalid_ref_code', 'training_failed', 'cancelled')),
    payment_reference text not null,
    url text check (url ~ '^/[^/]'),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sequence bigint generated always as identity unique
  )`,
  `create index trainings_account_idx on trainings (account_id, created_at desc, sequence)`,
  `create unique index trainings_reference_key on trainings (payment_reference)
    where payment_reference <> '' and status <> 'invalid_ref_code'`,
  `create table training_images (
    training_id text not null references trainings (id) on delete cascade,
    position integer not null,
    file_sequence bigint not null references files (sequence) on delete cascade,
    primary key (training_id, position),
    constraint training_images_file_key unique (file_sequence, training_id)
  )`,

  `create table photoshoots (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    training_id text references trainings (id) on delete set null,
    file_sequence bigint not null unique references files (sequence) on delete cascade,
    prompt text not null,
    is_public boolean not null,
    is_taken_down boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sequence bigint generated always as identity unique
  )`,
  `create index photoshoots_owner_idx on photoshoots (account_id, created_at desc, sequence)`,
  `create index photoshoots_public_idx on photoshoots (created_at desc, sequence) where is_public and not is_taken_down`,
  `create index photoshoots_training_idx on photoshoots (training_id)`,

  `create table applications (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    stage text not null,
    program text not null,
    program_id text not null,
    status text not null check (status in ('submitted', 'paid', 'kit_sent', 'assessed', 'interview_booked', 'interviewed',
      'admitted', 'waitlisted', 'declined', 'withdrawn', 'enrolled', 'completed')),
    payment_reference text unique,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sequence bigint generated always as identity unique,
    constraint applications_paid check (payment_reference is not null or status in ('submitted', 'withdrawn'))
  )`,
  `create index applications_account_idx on applications (account_id, created_at desc, sequence)`,
  `create unique index applications_open_key on applications (account_id)
    where status in ('submitted', 'paid', 'kit_sent', 'assessed', 'interview_booked', 'interviewed')`,

  `create table contracts (
    id text primary key,
    account_id text references accounts (id) on delete set null,
    client text not null,
    title text not null,
    service text not null,
    status text not null check (status in ('draft', 'sent', 'signed', 'delivered', 'cancelled')),
    amount_minor bigint not null check (amount_minor >= 0),
    currency text not null check (currency in ('NGN', 'USD')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sequence bigint generated always as identity unique
  )`,
  `create index contracts_account_idx on contracts (account_id)`,
  `create index contracts_title_search_idx on contracts using gin (to_tsvector('english', title))`,

  `create table bonuses (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    credits integer not null check (credits > 0),
    reason text not null check (reason <> ''),
    granted_by text references accounts (id) on delete set null,
    code_id text references codes (id) on delete set null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    sequence bigint generated always as identity unique
  )`,
  `create index bonuses_account_idx on bonuses (account_id, created_at desc, sequence)`,
  `create index bonuses_granted_by_idx on bonuses (granted_by)`,
  `create index bonuses_code_idx on bonuses (code_id)`,

  `create index generations_prompt_search_idx on generations using gin (to_tsvector('english', prompt))`,
  `create index photoshoots_prompt_search_idx on photoshoots using gin (to_tsvector('english', prompt))`,
]
