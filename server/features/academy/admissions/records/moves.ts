import { admissionChanged } from "#contract/academy/admissions.ts"
import { type ApplicationStatus, type MoveActor, mayMove } from "#contract/catalogue/applications.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { profilesCollection } from "#server/features/identity/profiles/collection.ts"
import { setAcademyRecord } from "#server/features/identity/profiles/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import { lockCohort } from "./cohort-queries.ts"
import { applicationsCollection } from "./collection.ts"
import { type Application, findApplication, insertStep, lockApplication, updateStage, updateStatus } from "./queries.ts"

/** Who takes a step, and what is written down with it. */
export interface MoveBy {
  by: MoveActor
  /** The operator who took it. */
  operatorId?: string | null
  /** For the history; the applicant may read it. */
  note?: string
}

/**
 * Takes one step of an application, writes it down and tells the applicant's screens, in the caller's transaction.
 * @throws AppError `step_not_allowed` for every step that is not in the table
 */
export async function move(
  s: Services,
  tx: Tx,
  application: Pick<Application, "id" | "accountId" | "status">,
  to: ApplicationStatus,
  { by, operatorId = null, note = "" }: MoveBy,
): Promise<void> {
  const { id, accountId, status: from } = application
  const at = s.now()
  if (!mayMove(from, to, by) || !(await updateStatus(tx, id, { from, to, at }))) throw refusedStep(from, to)
  await insertStep(tx, { applicationId: id, status: to, actor: by, operatorId, note, at })
  await publishDocument(tx, s.config, applicationsCollection, { id }, "update")
  await publishEvent(tx, accountId, admissionChanged, { status: to })
}

/**
 * Locks the applicant's account, which everything about an application begins with: whoever deletes the account holds it
 * first too, so nobody waits in a ring (docs/architecture.md).
 * @returns the application as it was before the lock; undefined when it or its person is gone
 */
export async function lockApplicant(tx: Tx, id: string): Promise<Application | undefined> {
  const application = await findApplication(tx, id)
  return application && (await lockAccount(tx, application.accountId)) ? application : undefined
}

/** Locks the applicant's account, then the application. @throws AppError `not_found` */
export async function lockedApplication(tx: Tx, id: string): Promise<Application> {
  const application = (await lockApplicant(tx, id)) && (await lockApplication(tx, id))
  if (!application) throw unknownApplication()
  return application
}

export type Cohort = NonNullable<Awaited<ReturnType<typeof lockCohort>>>

/** Locks account, cohort and application, in this order. @throws AppError `not_found` */
export async function lockedWithCohort(
  tx: Tx,
  applicationId: string,
): Promise<{ cohort: Cohort; application: Application }> {
  // Read once more: only who holds the account knows that nobody moves it to another cohort.
  const known = (await lockApplicant(tx, applicationId)) && (await findApplication(tx, applicationId))
  const cohort = known?.cohortId ? await lockCohort(tx, known.cohortId) : undefined
  const application = cohort && (await lockApplication(tx, applicationId))
  if (!application) throw unknownApplication()
  return { cohort, application }
}

/** What is said of an application that is not there. */
const unknownApplication = (): AppError => new AppError("not_found", "This application does not exist.")

/** Writes where the applicant stands into the profile, which is all that the dashboard goes by, and tells of it. */
export async function showAcademyRecord(
  s: Services,
  tx: Tx,
  accountId: string,
  record: Parameters<typeof setAcademyRecord>[2],
): Promise<void> {
  const id = await setAcademyRecord(tx, accountId, record)
  if (id) await publishDocument(tx, s.config, profilesCollection, { id }, "update")
}

/** The same for the application, whose own stage follows. */
export async function showStage(s: Services, tx: Tx, application: Application, stage: string): Promise<void> {
  await updateStage(tx, application.id, stage)
  await showAcademyRecord(s, tx, application.accountId, { stage })
}

function refusedStep(from: ApplicationStatus, to: ApplicationStatus): AppError {
  const words = (status: ApplicationStatus) => status.replaceAll("_", " ")
  return new AppError("step_not_allowed", `An application that is ${words(from)} cannot become ${words(to)}.`)
}
