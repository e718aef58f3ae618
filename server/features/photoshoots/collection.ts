import { sql } from "kysely"
import { type Collection, type Condition, collection } from "#server/collection.ts"
import { pictureAddressSql } from "#server/features/files/service.ts"
import { removeShot } from "./service.ts"

const isPublic: Condition = sql`(document.is_public and not document.is_taken_down)`

/** Finished pictures of photoshoots, which only the server makes; who sees them is as with generations (decision 34). */
export const photoshootsCollection: Collection = collection({
  id: "photoshoots",
  table: "photoshoots",
  owner: "customerID",
  operators: ["owner", "content", "support"],
  attributes: {
    customerID: { column: "accountId", type: "text", isFilterable: true },
    prompt: { column: "prompt", type: "text", isSearchable: true },
    url: {
      compute: (publicUrl) =>
        sql`(select ${pictureAddressSql(publicUrl)} from files as file where file.sequence = document.file_sequence)`,
    },
    trainingId: { column: "trainingId", type: "text", isNullable: true, isFilterable: true },
    is_public: { column: "isPublic", type: "boolean", isFilterable: true },
  },
  readable(caller, owner) {
    if (caller.kind !== "person") return [isPublic]
    const own: Condition = sql`document.account_id = ${caller.accountId}`
    const others: Condition = sql`${isPublic} and document.account_id <> ${caller.accountId}`
    if (owner === null) return [own, others]
    return owner === caller.accountId ? [own] : [others]
  },
  permissions: sql`json_build_array(
    case when ${isPublic} then 'read("any")' else 'read("user:' || document.account_id || '")' end,
    'delete("user:' || document.account_id || '")')`,
  remove: {
    isAllowed: (caller) => sql`document.account_id = ${caller.accountId}`,
    run: (s, document) => removeShot(s, document.$id),
  },
})
