import { sql } from "kysely"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { type Collection, collection, operatorsRead } from "#server/declarations/collection.ts"
import { paidApplicationOf } from "./paid-application.ts"

const operators: readonly OperatorRole[] = ["owner", "admissions"]

/**
 * Applications to programs. The server makes one for a verified payment and moves it on; the client's create call after
 * paying answers with that one (docs/product-rules.md#server-grants, docs/product-rules.md#one-application, docs/product-rules.md#application-record).
 */
export const applicationsCollection: Collection = collection({
  id: "applications",
  table: "applications",
  owner: "userId",
  operators,
  aliases: { programId: "ProgamId" },
  attributes: {
    userId: { column: "accountId", type: "text", isFilterable: true },
    stage: { column: "stage", type: "text", isFilterable: true },
    program: { column: "program", type: "text", isFilterable: true, isOrderable: true },
    ProgamId: { column: "programId", type: "text", isFilterable: true, isOrderable: true },
    status: { column: "status", type: "text", isFilterable: true, isOrderable: true },
    txRef: { column: "paymentReference", type: "text", isNullable: true, isFilterable: true },
  },
  readable: (caller) => (caller.kind === "person" ? [sql`document.account_id = ${caller.accountId}`] : []),
  permissions: sql`json_build_array(
    'read("user:' || document.account_id || '")', ${sql.join(operatorsRead(operators))})`,
  claim: (s, caller) => paidApplicationOf(s, caller.accountId),
})
