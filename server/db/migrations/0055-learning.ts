import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table course_modules (
      id text primary key,
      program_id text,
      phase integer not null,
      position integer not null,
      title text not null,
      description text not null default '',
      outcomes jsonb not null default '[]',
      is_elective boolean not null default false,
      opens_after_days integer
    )`.execute(db)
  await sql`create unique index course_modules_order on course_modules (program_id, phase, position)`.execute(db)
  await sql`
    create table lessons (
      id text primary key,
      module_id text not null references course_modules (id) on delete cascade,
      position integer not null,
      kind text not null check (kind in ('text', 'quiz', 'task')),
      title text not null,
      minutes integer not null,
      body text not null,
      quiz jsonb check ((quiz is not null) = (kind = 'quiz')),
      accepts text[] not null default '{}',
      video_url text not null default '',
      updated_at timestamptz not null default now(),
      unique (module_id, position)
    )`.execute(db)
  await sql`
    create table lesson_progress (
      account_id text not null references accounts (id) on delete cascade,
      lesson_id text not null references lessons (id) on delete cascade,
      done_at timestamptz not null,
      primary key (account_id, lesson_id)
    )`.execute(db)
  await sql`
    create table quiz_attempts (
      id text primary key,
      account_id text not null references accounts (id) on delete cascade,
      lesson_id text not null references lessons (id) on delete cascade,
      answers jsonb not null,
      "right" integer not null,
      is_passed boolean not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index quiz_attempts_own on quiz_attempts (account_id, lesson_id, created_at desc)`.execute(db)
  await sql`
    create table task_submissions (
      id text primary key,
      account_id text not null references accounts (id) on delete cascade,
      lesson_id text not null references lessons (id) on delete cascade,
      text text not null,
      link text not null,
      files jsonb not null,
      state text not null default 'handed_in' check (state in ('handed_in', 'accepted', 'again')),
      comment text not null default '',
      marked_by text references accounts (id) on delete set null,
      marked_at timestamptz,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index task_submissions_own on task_submissions (account_id, lesson_id, created_at desc)`.execute(db)
  // One open hand-in at a time: the next one comes after an answer.
  await sql`
    create unique index task_submissions_open on task_submissions (account_id, lesson_id)
    where state in ('handed_in', 'accepted')`.execute(db)
  await sql`
    create index task_submissions_queue on task_submissions (created_at) where state = 'handed_in'`.execute(db)
  await sql`
    create table live_classes (
      id text primary key,
      cohort_id text not null references cohorts (id) on delete cascade,
      title text not null,
      starts_at timestamptz not null,
      minutes integer not null check (minutes between 5 and 600),
      join_url text not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index live_classes_cohort on live_classes (cohort_id, starts_at)`.execute(db)
  await sql`
    create table class_attendance (
      class_id text not null references live_classes (id) on delete cascade,
      account_id text not null references accounts (id) on delete cascade,
      joined_at timestamptz not null,
      primary key (class_id, account_id)
    )`.execute(db)
  await sql`
    create table announcements (
      id text primary key,
      cohort_id text not null references cohorts (id) on delete cascade,
      title text not null,
      body text not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index announcements_cohort on announcements (cohort_id, created_at desc)`.execute(db)
  await sql`
    create table certificates (
      code text primary key,
      account_id text not null references accounts (id) on delete cascade,
      enrolment_id text not null unique references enrolments (id) on delete cascade,
      name text not null,
      program_name text not null,
      cohort integer not null,
      issued_at timestamptz not null,
      withdrawn_at timestamptz,
      withdrawn_because text not null default ''
    )`.execute(db)
  await sql`
    create table kit_reads (
      account_id text not null references accounts (id) on delete cascade,
      item text not null,
      read_at timestamptz not null,
      primary key (account_id, item)
    )`.execute(db)
}
