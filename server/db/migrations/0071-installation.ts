import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table installation (name text primary key, value text not null)`.execute(db)
  await sql`alter table operator_invites add column role text not null default 'owner'
    check (role in ('owner', 'finance', 'admissions', 'content', 'support'))`.execute(db)
}
