import { claimMinutes } from "#contract/academy/marking-admin.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import * as queries from "./queries.ts"

/** What may be marked by two at once. */
type Marked = "task" | "assessment"

const subjectOf = (kind: Marked, id: string): string => `${kind}:${id}`

const sinceOf = (s: Pick<Services, "now">): Date => new Date(s.now().getTime() - claimMinutes * 60_000)

const dayMs = 86_400_000

/**
 * Tells others that somebody marks this just now. It holds nobody back: of two answers the first counts.
 * @returns the name of who was there before; "" where nobody was
 */
export async function claimMarking(
  s: Pick<Services, "db" | "now">,
  accountId: string,
  kind: Marked,
  id: string,
): Promise<string> {
  const now = s.now()
  await queries.forgetBefore(s.db, new Date(now.getTime() - dayMs))
  return queries.claim(s.db, { subject: subjectOf(kind, id), accountId, claimedAt: now }, sinceOf(s))
}

/** Who else marks these just now: a name by each id that somebody does. */
export async function listClaims(
  s: Pick<Services, "db" | "now">,
  accountId: string,
  kind: Marked,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const subjects = ids.map((id) => subjectOf(kind, id))
  const rows = await queries.holders(s.db, subjects, accountId, sinceOf(s))
  return new Map(rows.map(({ subject, name }) => [subject.slice(kind.length + 1), name]))
}

/** What is marked is nobody's to mark any more. */
export function releaseMarking(db: Db, kind: Marked, id: string): Promise<void> {
  return queries.release(db, subjectOf(kind, id))
}
