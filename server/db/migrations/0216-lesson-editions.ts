import { type Kysely, sql } from "kysely"

/** Lessons as they were published, and which of them a learner goes by; what is there is the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table lessons
    add column edition integer not null default 1,
    add column is_published boolean not null default true,
    add column changed_by text references accounts (id) on delete set null`,
  "update lessons set is_published = not is_draft",
  `create table lesson_editions (
    lesson_id text not null references lessons (id) on delete cascade,
    edition integer not null,
    title text not null,
    minutes integer not null,
    body text not null,
    blocks jsonb,
    quiz jsonb,
    accepts text[] not null,
    video_url text not null,
    changed_by text references accounts (id) on delete set null,
    changed_at timestamptz not null,
    primary key (lesson_id, edition)
  )`,
  `alter table lesson_files
    add column edition integer not null default 1,
    drop constraint lesson_files_pkey,
    add primary key (lesson_id, edition, position)`,
  `create table begun_lessons (
    account_id text not null references accounts (id) on delete cascade,
    lesson_id text not null references lessons (id) on delete cascade,
    edition integer not null,
    begun_at timestamptz not null,
    primary key (account_id, lesson_id)
  )`,
  "create index begun_lessons_lesson_idx on begun_lessons (lesson_id, edition)",
  `insert into begun_lessons (account_id, lesson_id, edition, begun_at)
    select account_id, lesson_id, 1, min(at) from (
      select account_id, lesson_id, done_at as at from lesson_progress union all
      select account_id, lesson_id, created_at from quiz_attempts union all
      select account_id, lesson_id, created_at from task_submissions union all
      select account_id, lesson_id, updated_at from lesson_notes) as acts
    group by account_id, lesson_id`,
  "alter table quiz_attempts add column edition integer not null default 1",
  "alter table task_submissions add column edition integer not null default 1",
]
