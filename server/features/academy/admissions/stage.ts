import { seatedStatuses } from "#contract/catalogue/applications.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { academyRecordOf } from "#server/features/identity/profiles/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { lockedApplication, showStage } from "./records/moves.ts"
import { paidApplicationOf } from "./records/paid-application.ts"
import type { Application } from "./records/queries.ts"

/** What the browser sends with a stage. */
export interface SentStage {
  userId: string
  stage: string
  program: string
  programId: string | null
}

/**
 * Records the stage that the browser asks for: `applied` is what paying made already, `fusion` follows on it.
 * @throws AppError `user_unauthorized` without a paid application, `general_argument_invalid` for anything that is not
 *   the person's own, `not_allowed` before the academy decided, where it decides
 */
export function recordStage(s: Services, accountId: string, sent: SentStage): Promise<string> {
  return transact(s.db, async (tx) => {
    const application = await ownPaid(s, tx, accountId, sent)
    const stage = (await academyRecordOf(tx, accountId))?.stage ?? ""
    if (sent.stage === stage) return stage
    if (sent.stage !== "fusion" || stage !== "applied") {
      throw new AppError("general_argument_invalid", "This stage does not follow on yours.")
    }
    if (s.config.academy.isAdmissionByDecision && !seatedStatuses.some((status) => status === application.status)) {
      throw new AppError("not_allowed", "The academy has not decided about your application yet.")
    }
    await showStage(s, tx, application, "fusion")
    return "fusion"
  })
}

/** The application that the fee made. @throws AppError as `recordStage` */
export async function recordApplication(s: Services, accountId: string, sent: SentStage): Promise<Application> {
  return transact(s.db, (tx) => ownPaid(s, tx, accountId, sent))
}

async function ownPaid(s: Services, tx: Tx, accountId: string, sent: SentStage): Promise<Application> {
  if (sent.userId !== accountId) throw new AppError("general_argument_invalid", "This is another person's id.")
  const id = await paidApplicationOf({ ...s, db: tx }, accountId)
  const application = await lockedApplication(tx, id)
  const { program, programId } = application
  if (sent.program !== program || (sent.programId !== null && sent.programId !== programId)) {
    throw new AppError("general_argument_invalid", "This is not the program that was applied for.")
  }
  if (application.status === "declined" || application.status === "withdrawn") {
    throw new AppError("user_unauthorized", "This application has ended.")
  }
  return application
}
