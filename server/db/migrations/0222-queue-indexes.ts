import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Who is quiet longest is read from an index, cohort by cohort, however many learners there are.
  `alter table enrolments
    add column last_sign_at timestamptz generated always as (greatest(acted_at, started_at)) stored`,
  "drop index enrolments_learning_idx",
  "create index enrolments_learning_idx on enrolments (cohort_id, last_sign_at, id) where status = 'active'",

  // When a learner asked; null for what a teacher began, and for what was taken back.
  "alter table discussion_threads add column asked_at timestamptz",
  `update discussion_threads set asked_at = asked.created_at from discussion_entries as asked
    where asked.id = discussion_threads.id and asked.deleted_at is null and exists (select from enrolments
      where enrolments.account_id = asked.author_id and enrolments.cohort_id = discussion_threads.cohort_id)`,
  // Here, for all who write in discussions: words that go with their account, and the release before this one.
  `create function note_question() returns trigger language plpgsql as $$
    begin
      update discussion_threads set asked_at = case when new.deleted_at is null and exists (select from enrolments
        where enrolments.account_id = new.author_id and enrolments.cohort_id = new.cohort_id) then new.created_at end
        where id = new.id;
      return null;
    end $$`,
  `create trigger discussion_entries_asked after insert or update on discussion_entries
    for each row when (new.id = new.thread_id) execute function note_question()`,
  "drop index discussion_threads_open_idx",
  `create index discussion_threads_open_idx on discussion_threads (cohort_id, asked_at, id)
    where answers = 0 and not is_closed and asked_at is not null`,

  `create index contact_messages_asked_idx on contact_messages (created_at, id)
    where answered_at is null and source = 'contact' and account_id is not null`,
]
