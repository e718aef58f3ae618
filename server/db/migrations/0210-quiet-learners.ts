import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // When a learner last did something in this place, kept with each act: who is quiet is asked of every cohort at once.
  `alter table enrolments
    add column acted_at timestamptz,
    add column written_at timestamptz,
    add column written_by text references accounts (id) on delete set null`,
  `update enrolments set acted_at = (
    select max(acted.at) from (
      select done_at as at, lesson_id from lesson_progress where account_id = enrolments.account_id
        and exists (select from lessons where lessons.id = lesson_id and kind <> 'task')
      union all select created_at, lesson_id from quiz_attempts where account_id = enrolments.account_id
      union all select created_at, lesson_id from task_submissions where account_id = enrolments.account_id
    ) as acted
    join lessons on lessons.id = acted.lesson_id
    join course_modules on course_modules.id = lessons.module_id
    where coalesce(course_modules.program_id, enrolments.program_id) = enrolments.program_id)
    where status <> 'ended'`,
  `update enrolments set acted_at = greatest(acted_at, (
    select max(joined_at) from class_attendance join live_classes on live_classes.id = class_id
    where class_attendance.account_id = enrolments.account_id and live_classes.cohort_id = enrolments.cohort_id))
    where status <> 'ended'`,
  "create index enrolments_learning_idx on enrolments (cohort_id, acted_at) where status = 'active'",
  "create index enrolments_written_by_idx on enrolments (written_by) where written_by is not null",
  // Pages of what waits go on from the last one, also where two were handed in at the same moment.
  "drop index task_submissions_queue",
  "create index task_submissions_queue on task_submissions (created_at, id) where state = 'handed_in'",
]
