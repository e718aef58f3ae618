import { serialiseDate } from "#contract/primitives.ts"
import type { AdminEmail } from "#contract/studio/runs-admin.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { type Operator, writeLog } from "#server/features/identity/operators/service.ts"
import { emailNames } from "#server/mail/email-names.ts"
import { resendIn } from "#server/mail/send-mail.ts"
import { csvLine, csvPageRows, csvRows } from "#server/platform/documents/csv.ts"
import * as queries from "./queries.ts"

const states: Readonly<Record<string, AdminEmail["state"]>> = {
  created: "waiting",
  active: "waiting",
  retry: "trying again",
  completed: "sent",
}

/** Rows shown. */
const shown = 100

function nameOf(job: string): string {
  return Object.entries(emailNames).find(([name]) => name === job)?.[1] ?? job
}

type JobRow = Awaited<ReturnType<typeof queries.listMailJobs>>[number]
type LostRow = Awaited<ReturnType<typeof queries.listUndeliveredNames>>[number]

function toEmail({ id, job, state, tries, person, createdAt }: JobRow): AdminEmail {
  return {
    id,
    tries,
    what: nameOf(job),
    to: person ?? "",
    state: states[state] ?? "not delivered",
    createdAt: serialiseDate(createdAt),
  }
}

function toLost({ id, job, reason, person, createdAt, resentAt }: LostRow) {
  const times = { createdAt: serialiseDate(createdAt), resentAt: serialiseDate(resentAt) }
  return { id, reason, what: nameOf(job), to: person ?? "", ...times }
}

/** The last mails with their state, and those that did not arrive; nothing of what stands in them. */
export async function listEmails(s: Pick<Services, "db">) {
  const last = await queries.listMailJobs(s.db, Object.keys(emailNames), shown)
  const undelivered = await queries.listUndeliveredNames(s.db, shown)
  return { last: last.map(toEmail), undelivered: undelivered.map(toLost) }
}

/** All of them as lines of a table, those that did not arrive first, with why. */
export async function* emailLines(s: Pick<Services, "db">): AsyncGenerator<string> {
  yield csvLine(["id", "when", "mail", "for", "state", "tries", "reason", "sent again"])
  yield* csvRows<LostRow>(
    csvPageRows,
    (last) => queries.listUndeliveredNames(s.db, csvPageRows, last),
    (row) => {
      const { id, createdAt, what, to, reason, resentAt } = toLost(row)
      return [id, createdAt, what, to, "not delivered", "", reason, resentAt]
    },
  )
  yield* csvRows<JobRow>(
    csvPageRows,
    (last) => queries.listMailJobs(s.db, Object.keys(emailNames), csvPageRows, last),
    (row) => {
      const { id, createdAt, what, to, state, tries } = toEmail(row)
      return [id, createdAt, what, to, state, tries, "", ""]
    },
  )
}

/** Sends mails again that did not arrive; those that were sent again meanwhile are told. */
export function resendEmails(
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
