import { type SelectQueryBuilder, sql } from "kysely"
import type { MessageFilters, MessageState } from "#contract/operations/messages-admin.ts"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"
import { startsWith } from "#server/platform/text/starts-with.ts"

type Messages = SelectQueryBuilder<Tables, "contactMessages", object>

const state = sql<MessageState>`case when contact_messages.answered_at is not null then 'answered'
  when contact_messages.read_at is not null then 'read' else 'new' end`

function inState(query: Messages, wanted: MessageState | undefined): Messages {
  if (wanted === undefined) return query
  if (wanted === "answered") return query.where("contactMessages.answeredAt", "is not", null)
  return query
    .where("contactMessages.answeredAt", "is", null)
    .where("contactMessages.readAt", wanted === "new" ? "is" : "is not", null)
}

function filtered(db: Db, filters: MessageFilters): Messages {
  const { source, search } = filters
  return inState(db.selectFrom("contactMessages"), filters.state)
    .$if(source !== undefined, (query) => query.where("contactMessages.source", "=", source ?? "contact"))
    .$if(search !== "", (query) =>
      query.where((row) =>
        row.or([
          row("contactMessages.email", "like", startsWith(search.toLowerCase())),
          // What people read out: digits only, and no more than a number of messages has.
          ...(/^\d{1,9}$/.test(search) ? [row("contactMessages.number", "=", Number(search))] : []),
        ]),
      ),
    )
}

/** Messages, newest first. @param before number of the last one of the page before */
export function listMessagesOfAll(db: Db, filters: MessageFilters, limit: number, before: number | null) {
  return filtered(db, filters)
    .leftJoin("accounts", "accounts.id", "contactMessages.handledBy")
    .leftJoin("contracts", "contracts.messageId", "contactMessages.id")
    .select([
      "contactMessages.id",
      "contactMessages.number",
      "contactMessages.source",
      "contactMessages.subject",
      "contactMessages.email",
      "contactMessages.info",
      "contactMessages.accountId",
      "contactMessages.createdAt",
      "accounts.name as handledBy",
      "contracts.id as contractId",
      state.as("state"),
    ])
    .$if(before !== null, (query) => query.where("contactMessages.number", "<", before ?? 0))
    .orderBy("contactMessages.number", "desc")
    .limit(limit)
    .execute()
}

/** How many messages are in each state. */
export async function countMessages(db: Db): Promise<Record<MessageState, number>> {
  const { rows } = await sql<Record<MessageState, number>>`
    select count(*) filter (where answered_at is null and read_at is null)::int as new,
      count(*) filter (where answered_at is null and read_at is not null)::int as read,
      count(*) filter (where answered_at is not null)::int as answered from contact_messages`.execute(db)
  return rows[0] ?? { new: 0, read: 0, answered: 0 }
}

/** The states that messages are in, which stay until the transaction has ended. */
export function lockStates(tx: Tx, ids: readonly string[]) {
  return tx
    .selectFrom("contactMessages")
    .select(["id", state.as("state")])
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute()
}

/** Brings messages into a state. @returns those that were not in it, with their numbers */
export function setState(tx: Tx, ids: readonly string[], wanted: MessageState, operatorId: string | null) {
  const now = sql<Date>`now()`
  return tx
    .updateTable("contactMessages")
    .set({
      readAt: wanted === "new" ? null : sql<Date>`coalesce(read_at, now())`,
      answeredAt: wanted === "answered" ? now : null,
      handledBy: operatorId,
    })
    .where("id", "in", ids)
    .where(state, "<>", wanted)
    .returning(["id", "number", "accountId"])
    .execute()
}
