import { sql } from "kysely"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { type Collection, collection, operatorsRead } from "#server/declarations/collection.ts"

const operators: readonly OperatorRole[] = ["owner", "finance", "support"]

/** Done-for-you engagements (docs/product-rules.md#admin-records): what is built for whom, how far it is and what it costs; for operators' eyes. */
export const engagementsCollection: Collection = collection({
  id: "contracts",
  table: "contracts",
  owner: "accountId",
  operators,
  attributes: {
    title: { column: "title", type: "text", isFilterable: true, isOrderable: true, isSearchable: true },
    client: { column: "client", type: "text", isFilterable: true, isOrderable: true },
    accountId: { column: "accountId", type: "text", isNullable: true, isFilterable: true },
    service: { column: "service", type: "text", isFilterable: true, isOrderable: true },
    status: { column: "status", type: "text", isFilterable: true, isOrderable: true },
    // Kobo or cents, as all money here.
    amount: { column: "amountMinor", type: "integer", isFilterable: true, isOrderable: true },
    currency: { column: "currency", type: "text", isFilterable: true },
  },
  readable: () => [],
  permissions: sql`json_build_array(${sql.join(operatorsRead(operators))})`,
})
