import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * The function that carries a transfer out, of which 0092 changes one loop. Like all of a migration that was applied, its text
 * stays as it is. @param lots the loop over the lots from which free credits are taken
 */
export function createCreditTransfer(lots: string): string {
  return `create or replace function apply_credit_transfer() returns trigger language plpgsql as $$
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
${lots}
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
  end $$`
}

const statements = [
  `create table credit_lots (
    id bigint generated always as identity primary key,
    account_id text not null references credit_accounts (account_id) on delete cascade,
    is_paid boolean not null,
    source text not null,
    available integer not null check (available >= 0),
    held integer not null check (held >= 0),
    created_at timestamptz not null default now()
  )`,
  `create index credit_lots_open_idx on credit_lots (account_id, is_paid, id) where available > 0`,
  `create index credit_lots_source_idx on credit_lots (account_id, source)`,
  `create table credit_lot_entries (
    id bigint generated always as identity primary key,
    transfer_id bigint references credit_transfers (id) on delete cascade,
    lot_id bigint not null references credit_lots (id) on delete cascade,
    available integer not null,
    held integer not null,
    purpose text not null
  )`,
  `create index credit_lot_entries_purpose_idx on credit_lot_entries (purpose)`,
  `create index credit_lot_entries_transfer_idx on credit_lot_entries (transfer_id)`,
  `create index credit_lot_entries_lot_idx on credit_lot_entries (lot_id)`,

  // Credits from before there were lots are free ones: nothing could be bought then.
  `insert into credit_lots (account_id, is_paid, source, available, held)
    select account_id, false, 'opening', available, held from credit_accounts where available > 0 or held > 0`,
  `insert into credit_lot_entries (transfer_id, lot_id, available, held, purpose)
    select null, id, available, held, 'opening' from credit_lots`,

  `create function move_credit_lot(transfer bigint, lot bigint, free integer, kept integer, what text)
  returns void language sql as $$
    update credit_lots set available = available + free, held = held + kept where id = lot;
    insert into credit_lot_entries (transfer_id, lot_id, available, held, purpose)
      values (transfer, lot, free, kept, what);
  $$`,
  // The row of the account is locked by the first statement, so no two transfers of one person meet here.
  createCreditTransfer(
    `      -- A refund takes from its own lot; all else from the free ones first, then from the oldest paid.
      for lot in select id, available from credit_lots where account_id = new.account_id and available > 0
        order by (new.kind = 'refund' and source = what) desc, is_paid, id`,
  ),
  `create function refuse_lot_entry_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and not exists (
      select 1 from credit_lots l join accounts a on a.id = l.account_id where l.id = old.lot_id
    ) then
      return old;
    end if;
    raise exception 'credit lot entries are never changed; write a new one';
  end $$`,
  `create trigger credit_lot_entries_append_only before update or delete on credit_lot_entries
    for each row execute function refuse_lot_entry_change()`,

  `create table free_upscales (
    account_id text not null references accounts (id) on delete cascade,
    day date not null,
    count integer not null,
    primary key (account_id, day)
  )`,
  `create table shoot_allowances (
    tx_ref text primary key references payment_orders (tx_ref),
    account_id text not null references accounts (id) on delete cascade,
    images integer not null check (images >= 0),
    used integer not null default 0 check (used between 0 and images)
  )`,
  `create index shoot_allowances_account_idx on shoot_allowances (account_id, tx_ref)`,
]
