import { sql } from "kysely"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { type Collection, collection, operatorsRead } from "#server/declarations/collection.ts"

const operators: readonly OperatorRole[] = ["owner", "finance"]

/** Vouchers, promotions and references of paid orders (docs/product-rules.md#admin-records): for operators' eyes, written by the server. */
export const codesCollection: Collection = collection({
  id: "codes",
  table: "codes",
  owner: "accountId",
  operators,
  attributes: {
    code: { column: "code", type: "text", isFilterable: true, isOrderable: true },
    kind: { column: "kind", type: "text", isFilterable: true, isOrderable: true },
    credits: { column: "credits", type: "integer", isNullable: true, isFilterable: true, isOrderable: true },
    percent: { column: "percent", type: "integer", isNullable: true, isFilterable: true, isOrderable: true },
    accountId: { column: "accountId", type: "text", isNullable: true, isFilterable: true },
    usedBy: { column: "usedBy", type: "text", isNullable: true, isFilterable: true },
    usedAt: { column: "usedAt", type: "date", isNullable: true, isFilterable: true, isOrderable: true },
    expiresAt: { column: "expiresAt", type: "date", isNullable: true, isFilterable: true, isOrderable: true },
  },
  readable: () => [],
  permissions: sql`json_build_array(${sql.join(operatorsRead(operators))})`,
})
