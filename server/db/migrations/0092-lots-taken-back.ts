import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table credit_lots add column is_taken_back boolean not null default false`,
  `update credit_lots l set is_taken_back = true
    from credit_transfers t where t.account_id = l.account_id and t.reason = 'refund:' || l.source`,
  // As in 0041, but for the order of lots: a refund takes from the lots of refunded purchases, also what came back to
  // them later, and all else leaves those alone.
  `create or replace function apply_credit_transfer() returns trigger language plpgsql as $$
  declare
    what text := substring(new.reason from position(':' in new.reason) + 1);
    left_over integer := new.amount;
    part integer;
    lot record;
  begin
    update credit_accounts set
      available = available
        + case when new.to_pocket = 'available' then new.amount else 0 end
        - case when new.from_pocket = 'available' then new.amount else 0 end,
      held = held
        + case when new.to_pocket = 'held' then new.amount else 0 end
        - case when new.from_pocket = 'held' then new.amount else 0 end
    where account_id = new.account_id;

    if new.from_pocket = 'outside' then
      insert into credit_lots (account_id, is_paid, source, available, held)
        values (new.account_id, new.kind = 'purchase', what, 0, 0) returning * into lot;
      perform move_credit_lot(new.id, lot.id,
        case when new.to_pocket = 'available' then new.amount else 0 end,
        case when new.to_pocket = 'held' then new.amount else 0 end, what);
      return null;
    end if;

    if new.from_pocket = 'available' then
      for lot in select id, available from credit_lots where account_id = new.account_id and available > 0
        order by case when new.kind = 'refund' then not is_taken_back else is_taken_back end, is_paid, id
      loop
        exit when left_over = 0;
        part := least(left_over, lot.available);
        perform move_credit_lot(new.id, lot.id, -part, case when new.to_pocket = 'held' then part else 0 end, what);
        left_over := left_over - part;
      end loop;
    else
      -- What was held for this purpose. Spending goes in the order of spending, giving back in the reverse order.
      for lot in select l.id, least(sum(e.held), l.held)::integer as held
        from credit_lot_entries e join credit_lots l on l.id = e.lot_id
        where e.purpose = what and l.account_id = new.account_id
        group by l.id having sum(e.held) > 0
        order by case when new.to_pocket = 'available' then not l.is_paid else l.is_paid end,
          case when new.to_pocket = 'available' then -l.id else l.id end
      loop
        exit when left_over = 0;
        part := least(left_over, lot.held);
        perform move_credit_lot(new.id, lot.id, case when new.to_pocket = 'available' then part else 0 end, -part, what);
        left_over := left_over - part;
      end loop;
      -- Holds from before there were lots.
      for lot in select id, held from credit_lots where account_id = new.account_id and held > 0 and left_over > 0
        order by is_paid, id
      loop
        exit when left_over = 0;
        part := least(left_over, lot.held);
        perform move_credit_lot(new.id, lot.id, case when new.to_pocket = 'available' then part else 0 end, -part, what);
        left_over := left_over - part;
      end loop;
    end if;
    if left_over > 0 then
      raise exception 'the lots of % do not add up', new.account_id;
    end if;
    return null;
  end $$`,
  // shoot_allowances is used no more and goes with a later release: the one before this writes into it.
]
