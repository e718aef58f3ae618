import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table discussion_threads (
    id text primary key,
    cohort_id text not null references cohorts (id) on delete cascade,
    -- Null for one about the cohort as a whole, or about a lesson that is gone.
    lesson_id text references lessons (id) on delete set null,
    is_pinned boolean not null default false,
    is_closed boolean not null default false,
    accepted_id text,
    -- Those that were not deleted.
    answers integer not null default 0,
    -- Of the entry that was written last: the order of lists, and what readers have seen.
    last_sequence bigint not null default 0,
    last_at timestamptz not null
  )`,
  `create index discussion_threads_cohort_idx on discussion_threads (cohort_id, last_sequence desc)`,
  `create index discussion_threads_lesson_idx on discussion_threads (lesson_id, cohort_id, last_sequence desc)
    where lesson_id is not null`,
  `create index discussion_threads_pinned_idx on discussion_threads (cohort_id) where is_pinned`,
  `create index discussion_threads_last_idx on discussion_threads (last_at)`,

  // The entry that has its thread's id began it.
  `create table discussion_entries (
    id text primary key,
    sequence bigint not null generated always as identity unique,
    thread_id text not null references discussion_threads (id) on delete cascade,
    cohort_id text not null references cohorts (id) on delete cascade,
    author_id text references accounts (id) on delete set null,
    title text not null default '',
    body text not null,
    blocks jsonb not null,
    created_at timestamptz not null,
    edited_at timestamptz,
    version integer not null default 1,
    deleted_at timestamptz,
    deleted_by text check (deleted_by in ('author', 'teacher')),
    words tsvector not null generated always as (to_tsvector('simple', title || ' ' || body)) stored,
    check ((deleted_at is null) = (deleted_by is null))
  )`,
  `create index discussion_entries_thread_idx on discussion_entries (thread_id, sequence)`,
  `create index discussion_entries_cohort_idx on discussion_entries (cohort_id, sequence desc)`,
  `create index discussion_entries_author_idx on discussion_entries (author_id)`,
  `create index discussion_entries_words_idx on discussion_entries using gin (words)`,
  `create index discussion_entries_deleted_idx on discussion_entries (deleted_at) where deleted_at is not null`,

  // What somebody wrote goes with their account; the answers of others stay.
  `create function forget_discussion_words() returns trigger language plpgsql as $$
    begin
      new.title := '';
      new.body := '';
      new.blocks := '[]';
      new.deleted_at := coalesce(old.deleted_at, now());
      new.deleted_by := coalesce(old.deleted_by, 'author');
      if old.deleted_at is null and old.id <> old.thread_id then
        update discussion_threads set answers = answers - 1 where id = old.thread_id;
      end if;
      return new;
    end $$`,
  `create trigger discussion_entries_forget before update of author_id on discussion_entries
    for each row when (old.author_id is not null and new.author_id is null) execute function forget_discussion_words()`,

  `create table discussion_pictures (
    entry_id text not null references discussion_entries (id) on delete cascade,
    position integer not null,
    file_sequence bigint not null references files (sequence) on delete cascade,
    primary key (entry_id, position)
  )`,
  `create index discussion_pictures_file_idx on discussion_pictures (file_sequence)`,

  `create table discussion_reads (
    account_id text not null references accounts (id) on delete cascade,
    thread_id text not null references discussion_threads (id) on delete cascade,
    read_sequence bigint not null default 0,
    is_muted boolean not null default false,
    primary key (account_id, thread_id)
  )`,
  `create index discussion_reads_thread_idx on discussion_reads (thread_id)`,

  `create table discussion_reports (
    sequence bigint primary key generated always as identity,
    entry_id text not null references discussion_entries (id) on delete cascade,
    reporter_id text not null references accounts (id) on delete cascade,
    reason text not null,
    note text not null,
    state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
    created_at timestamptz not null
  )`,
  `create unique index discussion_reports_open_idx on discussion_reports (entry_id, reporter_id) where state = 'open'`,
  `create index discussion_reports_reporter_idx on discussion_reports (reporter_id)`,
]
