import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import type { EmailFacts } from "#server/features/academy/admissions/emails/facts.ts"
import { viewEnrolment } from "#server/features/academy/admissions/enrolments/tuition.ts"
import { findLatestAssessment } from "#server/features/academy/admissions/records/assessment-queries.ts"
import { findCohort } from "#server/features/academy/admissions/records/cohort-queries.ts"
import { findOfApplication } from "#server/features/academy/admissions/records/enrolment-queries.ts"
import { type Application, findPerson } from "#server/features/academy/admissions/records/queries.ts"

/** What letters about this application say, as it is now. @returns null when its person has no address */
export async function emailFacts(
  s: Pick<Services, "config" | "now">,
  db: Db,
  application: Application,
  given: Pick<EmailFacts, "interview" | "note">,
): Promise<{ to: string; facts: EmailFacts } | null> {
  const person = await findPerson(db, application.accountId)
  if (!person?.email) return null
  const cohort = application.cohortId ? await findCohort(db, application.cohortId) : undefined
  const enrolment = await findOfApplication(db, application.id)
  const assessment = await findLatestAssessment(db, application.id)
  return {
    to: person.email,
    facts: {
      name: person.name,
      publicUrl: s.config.publicUrl,
      program: application.program,
      programId: application.programId,
      cohort: cohort ?? null,
      scholarship: application.scholarship,
      enrolment: enrolment ? await viewEnrolment(db, s.now(), enrolment) : null,
      assessment: assessment ?? null,
      ...given,
    },
  }
}
