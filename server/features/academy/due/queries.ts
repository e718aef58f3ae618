import { sql } from "kysely"
import { admissionRules } from "#contract/catalogue/applications.ts"
import type { Db } from "#server/db/open.ts"

/** Nobody is told of the same twice; those who were need not be looked at again. */
const isUntold = (kind: string, accountId: string, key: ReturnType<typeof sql>) =>
  sql`not exists (select from notices where notices.account_id = ${sql.ref(accountId)} and notices.kind = ${kind}
    and notices.key = ${key})`

/** The last day to hand in the task of a lesson, as the portal reckons it (`learning/course-state.ts`). */
const dueDay = sql`(cohorts.starts_on::date + greatest(0, coalesce(course_modules.opens_after_days, 0))
  + lessons.due_after_days)`

const isNotHandedIn = sql`not exists (select from lesson_progress
    where lesson_progress.account_id = enrolments.account_id and lesson_progress.lesson_id = lessons.id)
  and not exists (select from task_submissions where task_submissions.account_id = enrolments.account_id
    and task_submissions.lesson_id = lessons.id and task_submissions.state in ('handed_in', 'accepted'))`

/** A task that a learner has to hand in by a day. */
interface DueTask {
  placeId: string
  accountId: string
  lessonId: string
  title: string
  /** As YYYY-MM-DD. */
  dueOn: string
}

/** Tasks that are due from one day until another and were not handed in, and of which their learners were not told. */
export async function listDueTasks(db: Db, from: string, until: string, limit: number): Promise<DueTask[]> {
  const key = sql`enrolments.id || '@' || lessons.id || '@' || to_char(${dueDay}, 'YYYY-MM-DD')`
  const { rows } = await sql<DueTask>`
    select enrolments.id as place_id, enrolments.account_id, lessons.id as lesson_id,
      coalesce((select kept.title from begun_lessons as begun
        join lesson_editions as kept on kept.lesson_id = begun.lesson_id and kept.edition = begun.edition
        where begun.lesson_id = lessons.id and begun.account_id = enrolments.account_id), lessons.title) as title,
      to_char(${dueDay}, 'YYYY-MM-DD') as due_on
    from lessons
    join course_modules on course_modules.id = lessons.module_id
    join cohorts on cohorts.program_id = course_modules.program_id
    join enrolments on enrolments.cohort_id = cohorts.id and enrolments.status = 'active'
    join accounts on accounts.id = enrolments.account_id and not accounts.is_blocked
    where lessons.due_after_days is not null and not lessons.is_draft
      and ${dueDay} between ${from}::date and ${until}::date
      and ${isNotHandedIn} and ${isUntold("task-due", "enrolments.accountId", key)}
    order by due_on, enrolments.id limit ${limit}`.execute(db)
  return rows
}

/** Whether a task is to be handed in still, by somebody who learns in this place. */
export async function isTaskOpen(db: Db, placeId: string, lessonId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from enrolments cross join lessons
    where enrolments.id = ${placeId} and enrolments.status = 'active' and lessons.id = ${lessonId} and not lessons.is_draft
      and ${isNotHandedIn}`.execute(db)
  return rows.length > 0
}

/** The application of the row waits for an assessment that is not under way. */
const waitsForAssessment = sql`applications.status = 'kit_sent' and not exists (
  select from assessments where assessments.application_id = applications.id and assessments.submitted_at is null)`

interface WaitingApplicant {
  id: string
  accountId: string
  programId: string
}

/** Who has not begun the assessment while the last day to take a place in the cohort is between these two. */
export async function listUnassessed(db: Db, from: string, until: string, limit: number) {
  const { rows } = await sql<WaitingApplicant & { lastDay: string }>`
    select applications.id, applications.account_id, applications.program_id, cohorts.enrol_by as last_day
    from applications
    join cohorts on cohorts.id = applications.cohort_id and cohorts.enrol_by between ${from} and ${until}
    join accounts on accounts.id = applications.account_id and not accounts.is_blocked
    where ${waitsForAssessment}
      and ${isUntold("assessment-due", "applications.accountId", sql`applications.id || '@' || cohorts.enrol_by`)}
    order by applications.id limit ${limit}`.execute(db)
  return rows
}

export async function isAssessmentOpen(db: Db, applicationId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from applications where id = ${applicationId} and ${waitsForAssessment}`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Who was assessed, and when times were opened since that are free still. Once a day is enough while one of those that they
 * were told of is free.
 */
export async function listWithNewTimes(db: Db, now: Date, limit: number) {
  const { rows } = await sql<WaitingApplicant & { openedAt: Date }>`
    select applications.id, applications.account_id, applications.program_id, max(slot.created_at) as opened_at
    from applications
    join accounts on accounts.id = applications.account_id and not accounts.is_blocked
    join interview_slots as slot on slot.closed_at is null
      and (slot.program_id is null or slot.program_id = applications.program_id)
      and slot.starts_at > ${now}::timestamptz + make_interval(hours => ${admissionRules.interviewCutOffHours})
      and not exists (select from interviews where interviews.slot_id = slot.id and interviews.status <> 'cancelled')
      and slot.created_at > (select max(at) from application_steps
        where application_id = applications.id and application_steps.status = 'assessed')
    where applications.status = 'assessed'
    group by applications.id
    having not exists (select from notices where notices.account_id = applications.account_id
      and notices.kind = 'interview-times' and notices.created_at >= greatest(min(slot.created_at),
        date_trunc('day', max(slot.created_at), ${admissionRules.timeZone})))
    order by applications.id limit ${limit}`.execute(db)
  return rows
}

export async function mayBook(db: Db, applicationId: string): Promise<boolean> {
  const found = await db
    .selectFrom("applications")
    .select("id")
    .where("id", "=", applicationId)
    .where("status", "=", "assessed")
    .executeTakeFirst()
  return found !== undefined
}
