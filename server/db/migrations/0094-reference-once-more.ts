import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  // A training that came to nothing leaves the reference to another one.
  await sql`drop index trainings_reference_key`.execute(db)
  await sql`create unique index trainings_reference_key on trainings (payment_reference)
    where payment_reference <> '' and status not in ('invalid_ref_code', 'training_failed', 'cancelled')`.execute(db)
}
