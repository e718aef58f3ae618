import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table contact_messages
    add column source text not null default 'contact' check (source in ('contact', 'enterprise', 'sheet')),
    add column read_at timestamptz,
    add column answered_at timestamptz,
    add column handled_by text references accounts (id) on delete set null`,
  `update contact_messages set source = 'sheet' where subject like 'Asked for: %'`,
  `create index contact_messages_open_idx on contact_messages (number desc) where answered_at is null`,
  `create index contact_messages_email_idx on contact_messages (email text_pattern_ops)`,
  `create index contact_messages_handled_idx on contact_messages (handled_by)`,

  `alter table contracts drop constraint contracts_status_check`,
  `update contracts set status = case status
    when 'draft' then 'lead' when 'sent' then 'proposal' when 'signed' then 'active'
    when 'delivered' then 'done' else 'lost' end`,
  `alter table contracts
    add constraint contracts_status_check check (status in ('lead', 'proposal', 'active', 'done', 'lost')),
    add column email text not null default '',
    add column notes text not null default '',
    add column message_id text unique references contact_messages (id) on delete set null,
    add column version integer not null default 1`,
  `create index contracts_status_idx on contracts (status, sequence desc)`,
]
