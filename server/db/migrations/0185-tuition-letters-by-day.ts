import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  // Reminders that went out stand for the day that their instalment has now; the former release knows them by the old name.
  await sql`insert into admission_letters (application_id, name, sent_at)
    select letters.application_id, replace(letters.name, part || '-', part || '-' || due_on || '-'), letters.sent_at
    from admission_letters as letters
    join enrolments on enrolments.application_id = letters.application_id
    join tuition_payments on tuition_payments.enrolment_id = enrolments.id
    where starts_with(letters.name, 'tuition-' || part || '-')
    on conflict do nothing`.execute(db)
}
