import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null for links of the machine itself, which have no end of their own: a link must not become one of those when its maker's
  // account goes. Who made those that are there is not known; with an end and no maker they give nothing any more.
  await sql`alter table operator_invites
    add column created_by text references accounts (id) on delete cascade`.execute(db)
}
