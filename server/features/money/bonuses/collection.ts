import { sql } from "kysely"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { type Collection, collection, operatorsRead } from "#server/declarations/collection.ts"

const operators: readonly OperatorRole[] = ["owner", "finance", "support"]

/** Credits given with a reason (docs/product-rules.md#admin-records): for operators' eyes; the person sees the grant in the own credits. */
export const bonusesCollection: Collection = collection({
  id: "bonuses",
  table: "bonuses",
  owner: "accountId",
  operators,
  attributes: {
    accountId: { column: "accountId", type: "text", isFilterable: true },
    credits: { column: "credits", type: "integer", isFilterable: true, isOrderable: true },
    reason: { column: "reason", type: "text" },
    grantedBy: { column: "grantedBy", type: "text", isNullable: true, isFilterable: true },
    codeId: { column: "codeId", type: "text", isNullable: true, isFilterable: true },
  },
  readable: () => [],
  permissions: sql`json_build_array(${sql.join(operatorsRead(operators))})`,
})
