import type { PersonStage } from "#contract/operations/people.ts"
import type { Services } from "#server/declarations/services.ts"
import { moveToCohort, setStageOf } from "#server/features/academy/admissions/service.ts"
import type { Operator } from "#server/features/identity/operators/service.ts"
import { act } from "./act.ts"

/** Changes a person's stage by a step that there is. @throws AppError `not_found`, `step_not_allowed` with the way to it */
export async function setStage(
  s: Services,
  operator: Operator,
  personId: string,
  { stage, reason }: { stage: PersonStage; reason: string },
): Promise<void> {
  await act(s, operator, personId, { action: "people.stage", reason }, async (tx) => ({
    before: await setStageOf(s, tx, personId, stage),
    after: stage,
  }))
}

/** Moves a person's application to another cohort. @throws AppError `not_found`, `step_not_allowed`, `cohort_full` */
export async function setCohort(
  s: Services,
  operator: Operator,
  personId: string,
  { cohort, reason }: { cohort: number; reason: string },
): Promise<void> {
  const by = { operatorId: operator.accountId, note: reason }
  await act(s, operator, personId, { action: "people.cohort", reason }, (tx) =>
    moveToCohort(s, tx, personId, cohort, by),
  )
}
