import { type Kysely, sql } from "kysely"
import { createCreditTransfer } from "./0041-credit-lots.ts"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table credit_lots add column is_taken_back boolean not null default false`,
  `update credit_lots l set is_taken_back = true
    from credit_transfers t where t.account_id = l.account_id and t.reason = 'refund:' || l.source`,
  // As in 0041, but for the order of lots: a refund takes from the lots of refunded purchases, also what came back to
  // them later, and all else leaves those alone.
  createCreditTransfer(
    `      for lot in select id, available from credit_lots where account_id = new.account_id and available > 0
        order by case when new.kind = 'refund' then not is_taken_back else is_taken_back end, is_paid, id`,
  ),
  // shoot_allowances is used no more and goes with a later release: the one before this writes into it.
]
