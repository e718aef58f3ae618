import type { OperatorAction } from "#contract/product/operator-actions.ts"
import type { OperatorRole } from "#contract/product/operators.ts"
import type { Db } from "#server/db/open.ts"

/** Name in the log of who works at the machine itself, with `npm run admin`. */
const commandLineName = "npm run admin"

/** Writes down what an operator did, with the name they had then. */
export async function insertLog(
  db: Db,
  line: {
    operatorId: string | null
    action: OperatorAction
    subjectId: string | null
    detail: object
    reason: string
    ip: string
  },
): Promise<void> {
  const { operatorId, detail, ...rest } = line
  await db
    .insertInto("operatorLog")
    .values((row) => ({
      ...rest,
      operatorId,
      detail: JSON.stringify(detail),
      operatorName: operatorId
        ? row.selectFrom("accounts").select("name").where("id", "=", operatorId).$asScalar().$notNull()
        : commandLineName,
    }))
    .execute()
}

export async function insertInvite(
  db: Db,
  invite: { tokenHash: Buffer; role: OperatorRole; expiresAt: Date | null },
): Promise<void> {
  await db
    .insertInto("operatorInvites")
    .values({ ...invite, usedAt: null })
    .execute()
}
