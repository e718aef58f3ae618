import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { actWithLog, type Operator } from "#server/features/identity/operators/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { findPerson } from "./queries.ts"

/**
 * Does something to a person and writes one line of the log, in one commit.
 * @param change answers what the log tells besides, such as what was before and after; null when it was done before
 * @throws AppError `not_found`
 */
export async function act(
  s: Pick<Services, "db">,
  operator: Operator,
  personId: string,
  line: { action: OperatorAction; detail?: object; reason: string },
  change: (tx: Tx) => Promise<object | null>,
): Promise<void> {
  await actWithLog(s, operator, line, async (tx) => {
    if (!(await findPerson(tx, personId))) throw new AppError("not_found", "There is no such person.")
    const told = await change(tx)
    return told && { subjectId: personId, detail: { ...line.detail, ...told } }
  })
}
