import { sql } from "kysely"
import type { Collection, Condition } from "#server/declarations/collection.ts"
import type { Caller, Person } from "#server/platform/http/caller.ts"
import type { CachePolicy } from "./send.ts"

const isPublic: Condition = sql`(document.is_public and not document.is_taken_down)`

/** What strangers see of it: not what waits before the showcase. */
const isShown: Condition = sql`(document.is_public and not document.is_taken_down and document.waits_until is null)`

/** What an operator took down; its owner may have made it private since. */
const isDown: Condition = sql`(document.is_public and document.is_taken_down)`

/** The own rows, and those of others for which one of the conditions holds. */
function ownAnd({ accountId }: Person, owner: string | null, conditions: readonly Condition[]): readonly Condition[] {
  const own: Condition = sql`document.account_id = ${accountId}`
  const others = conditions.map((condition): Condition => sql`${condition} and document.account_id <> ${accountId}`)
  if (owner === null) return [own, ...others]
  return owner === accountId ? [own] : others
}

/**
 * Who sees pictures in lists: their owner, people who are signed in the public ones that no operator took down, and
 * strangers those of them that do not wait before the showcase. Operators see what was taken down, too, and private ones
 * nowhere but in the console, after a reason that is logged.
 */
export const ownOrPublished: Pick<Collection, "readable" | "readableByOperators" | "permissions"> = {
  readable(caller, owner) {
    if (caller.kind !== "person" || caller.isAnonymous) return [isShown]
    return ownAnd(caller, owner, [isPublic])
  },
  readableByOperators: (caller, owner) => ownAnd(caller, owner, [isPublic, isDown]),
  permissions: sql`json_build_array(
    case when ${isShown} then 'read("any")' when ${isPublic} then 'read("users")' else 'read("user:' || document.account_id || '")' end,
    'delete("user:' || document.account_id || '")')`,
}

/** Copies of a picture that its owner or an operator may take back: after five minutes they are asked for again. */
export const publishedCopies: CachePolicy = { who: "anyone", seconds: 300 }

/** Copies of a picture that waits before the showcase, in the browser of somebody who is signed in. */
export const waitingCopies: CachePolicy = { who: "person", seconds: 300 }

/** Copies of a private picture, in its owner's browser alone. */
export const ownCopies: CachePolicy = { who: "person", seconds: 86_400 }

/** What decides who sees one picture. */
interface Shown {
  accountId: string
  isPublic: boolean
  isTakenDown: boolean
  waitsUntil: Date | null
}

/** Whether everybody may see one picture, by the same rule. */
export function isPublished({ isPublic: isForAll, isTakenDown, waitsUntil }: Shown): boolean {
  return isForAll && !isTakenDown && waitsUntil === null
}

/** Whether this caller may see it. */
export function maySee(caller: Caller, picture: Shown): boolean {
  if (isPublished(picture) || isOwner(caller, picture.accountId)) return true
  return caller.kind === "person" && !caller.isAnonymous && picture.isPublic && !picture.isTakenDown
}

export function isOwner(caller: Caller, accountId: string): boolean {
  return caller.kind === "person" && caller.accountId === accountId
}
