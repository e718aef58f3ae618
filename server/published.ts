import { sql } from "kysely"
import type { Collection, Condition } from "./collection.ts"

const isPublic: Condition = sql`(document.is_public and not document.is_taken_down)`

/** Who sees pictures: their owner, and everybody the public ones that no operator took down (decisions 33 and 34). */
export const ownOrPublished: Pick<Collection, "readable" | "permissions"> = {
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
}
