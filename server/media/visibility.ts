import { sql } from "kysely"
import type { Collection, Condition } from "#server/collection.ts"
import type { Caller } from "#server/platform/caller.ts"
import type { CachePolicy } from "./send.ts"

const isPublic: Condition = sql`(document.is_public and not document.is_taken_down)`

/** Who sees pictures in lists: their owner, and everybody the public ones that no operator took down. */
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

/** Copies of a picture that its owner or an operator may take back: after five minutes they are asked for again. */
export const publishedCopies: CachePolicy = { who: "anyone", seconds: 300 }

/** Copies of a private picture, in its owner's browser alone. */
export const ownCopies: CachePolicy = { who: "person", seconds: 86_400 }

/** The same rule for one picture. */
export function isPublished(picture: { isPublic: boolean; isTakenDown: boolean }): boolean {
  return picture.isPublic && !picture.isTakenDown
}

export function isOwner(caller: Caller, accountId: string): boolean {
  return caller.kind === "person" && caller.accountId === accountId
}
