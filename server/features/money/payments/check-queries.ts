import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

/**
 * Everything that does not add up, in words: orders that do not clear to zero, balances that are not the sum of the
 * ledger or of the lots, lots that are not the sum of their entries, receipts with a gap. At most a hundred of each.
 */
export async function listProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    (select 'Order ' || o.tx_ref || ' is ' || o.status || ', but ' || coalesce(sum(p.kept_minor), 0) || ' was kept for '
        || o.amount_minor as problem
      from payment_orders o left join payments p on p.tx_ref = o.tx_ref
      group by o.tx_ref
      having coalesce(sum(p.kept_minor), 0) <> case when o.status in ('paid', 'over') then o.amount_minor else 0 end
      limit 100)
    union all
    (select 'The credits of ' || a.account_id || ' are not what the ledger says'
      from credit_accounts a left join credit_transfers t on t.account_id = a.account_id
      group by a.account_id
      having a.available <> coalesce(sum(case when t.to_pocket = 'available' then t.amount
          when t.from_pocket = 'available' then -t.amount else 0 end), 0)
        or a.held <> coalesce(sum(case when t.to_pocket = 'held' then t.amount
          when t.from_pocket = 'held' then -t.amount else 0 end), 0)
      limit 100)
    union all
    (select 'The lots of ' || a.account_id || ' do not add up to the credits'
      from credit_accounts a left join credit_lots l on l.account_id = a.account_id
      group by a.account_id
      having a.available <> coalesce(sum(l.available), 0) or a.held <> coalesce(sum(l.held), 0)
      limit 100)
    union all
    (select 'Lot ' || l.id || ' is not the sum of its entries'
      from credit_lots l left join credit_lot_entries e on e.lot_id = l.id
      group by l.id
      having l.available <> coalesce(sum(e.available), 0) or l.held <> coalesce(sum(e.held), 0)
      limit 100)
    union all
    (select 'Paid order ' || o.tx_ref || ' has no credits in the ledger'
      from payment_orders o
      where o.status in ('paid', 'over') and o.account_id is not null
        and (o.item like 'credits:%' or o.item like 'studio:%')
        and not exists (select 1 from credit_transfers t where t.reason = 'purchase:' || o.tx_ref)
      limit 100)
    union all
    (select 'Receipts have a gap: ' || count(*) || ' receipts up to number ' || max(number)
      from receipts having count(*) <> coalesce(max(number), 0))`.execute(db)
  return rows.map(({ problem }) => problem)
}

export async function insertCheck(db: Db, problems: readonly string[]): Promise<void> {
  await db
    .insertInto("moneyChecks")
    .values({ problems: JSON.stringify(problems) })
    .execute()
}

export function findLastCheck(db: Db) {
  return db
    .selectFrom("moneyChecks")
    .select(["problems", "createdAt"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
}
