import { wireDate } from "#contract/primitives.ts"
import type { OfficeLetter } from "#contract/product/running.ts"
import { transact } from "#server/db/open.ts"
import { type Operator, writeLog } from "#server/features/operators/service.ts"
import { csvLine } from "#server/platform/csv.ts"
import type { Services } from "#server/services.ts"
import { letterNames } from "./letter-names.ts"
import * as queries from "./queries.ts"
import { resendIn } from "./service.ts"

const states: Readonly<Record<string, OfficeLetter["state"]>> = {
  created: "waiting",
  active: "waiting",
  retry: "trying again",
  completed: "sent",
}

/** Rows shown. */
const shown = 100

function nameOf(job: string): string {
  return Object.entries(letterNames).find(([name]) => name === job)?.[1] ?? job
}

/** The last mails with their state, and those that did not arrive; nothing of what stands in them. */
export async function listLetters(s: Pick<Services, "db">) {
  const last = await queries.listMailJobs(s.db, Object.keys(letterNames), shown)
  const undelivered = await queries.listUndeliveredNames(s.db, shown)
  return {
    last: last.map(
      ({ id, job, state, tries, person, createdAt }): OfficeLetter => ({
        ...{ id, tries, what: nameOf(job), to: person ?? "" },
        state: states[state] ?? "not delivered",
        createdAt: wireDate(createdAt),
      }),
    ),
    undelivered: undelivered.map(({ job, person, createdAt, resentAt, ...row }) => ({
      ...row,
      what: nameOf(job),
      to: person ?? "",
      createdAt: wireDate(createdAt),
      resentAt: wireDate(resentAt),
    })),
  }
}

/** The same mails as lines of a table, those that did not arrive with why. */
export async function* letterLines(s: Pick<Services, "db">): AsyncGenerator<string> {
  const { last, undelivered } = await listLetters(s)
  yield csvLine(["id", "when", "mail", "for", "state", "tries", "reason", "sent again"])
  for (const { id, createdAt, what, to, reason, resentAt } of undelivered) {
    yield csvLine([id, createdAt, what, to, "not delivered", "", reason, resentAt])
  }
  for (const { id, createdAt, what, to, state, tries } of last)
    yield csvLine([id, createdAt, what, to, state, tries, "", ""])
}

/** Sends mails again that did not arrive; those that were sent again meanwhile are told. */
export function resendLetters(
  s: Services,
  operator: Operator,
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<{ done: number; skipped: { id: string; why: string }[] }> {
  return transact(s.db, async (tx) => {
    const sent = await resendIn(s, tx, ids)
    if (sent.length > 0) {
      const detail = { count: sent.length, ids: sent, before: "not delivered", after: "sent again" }
      await writeLog(tx, operator, { action: "letters.resend", detail, reason })
    }
    const skipped = ids.filter((id) => !sent.includes(id))
    return { done: sent.length, skipped: skipped.map((id) => ({ id, why: "It was sent again before." })) }
  })
}
