import type { AdminMessage, MessageFilters, MessageState } from "#contract/operations/messages-admin.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { type Operator, writeLog } from "#server/features/identity/operators/service.ts"
import { csvPageRows, csvPages } from "#server/platform/documents/csv.ts"
import * as queries from "./admin-queries.ts"

/** Messages of one page. */
const pageRows = 50

type Row = Awaited<ReturnType<typeof queries.listMessagesOfAll>>[number]

function toMessage({ handledBy, createdAt, ...row }: Row): AdminMessage {
  return { ...row, handledBy: handledBy ?? "", createdAt: serialiseDate(createdAt) }
}

/** What people wrote to us, newest first. */
export async function listMessages(s: Pick<Services, "db">, filters: MessageFilters, cursor: number | null) {
  const rows = await queries.listMessagesOfAll(s.db, filters, pageRows + 1, cursor)
  const page = rows.slice(0, pageRows)
  return {
    data: page.map(toMessage),
    counts: await queries.countMessages(s.db),
    nextCursor: rows.length > pageRows ? (page.at(-1)?.number ?? null) : null,
  }
}

/** The same messages as lines of a table. */
export function messageLines(s: Pick<Services, "db">, filters: MessageFilters): AsyncGenerator<string> {
  return csvPages<Row>(
    ["number", "written", "form", "state", "e-mail", "subject", "message", "marked by"],
    csvPageRows,
    (last) => queries.listMessagesOfAll(s.db, filters, csvPageRows, last?.number ?? null),
    ({ number, createdAt, source, state, email, subject, info, handledBy }) => [
      ...[number, serialiseDate(createdAt), source, state, email, subject, info, handledBy ?? ""],
    ],
  )
}

/** Marks messages, with one line of the log in the same commit; those that somebody marked before are told. */
export function markMessages(
  s: Services,
  operator: Operator,
  { ids, state, note }: { ids: readonly string[]; state: MessageState; note: string },
): Promise<{ done: number; skipped: { id: string; why: string }[] }> {
  return transact(s.db, async (tx) => {
    const before = new Map((await queries.lockStates(tx, ids)).map((message) => [message.id, message.state]))
    const marked = await queries.setState(tx, ids, state, operator.accountId)
    const [first] = marked
    if (first) {
      await writeLog(tx, operator, {
        action: `messages.${state}`,
        subjectId: marked.length === 1 ? first.accountId : null,
        detail: {
          ...{ about: marked.map(({ number }) => number).join(", "), ids: marked.map(({ id }) => id) },
          ...{ before: [...new Set(marked.map(({ id }) => before.get(id)))], after: state },
        },
        reason: note,
      })
    }
    const skipped = ids.filter((id) => !marked.some((one) => one.id === id))
    return { done: marked.length, skipped: skipped.map((id) => ({ id, why: "It is so already, or it is gone." })) }
  })
}
