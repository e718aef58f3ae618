import { type Insertable, type Selectable, sql } from "kysely"
import type { Db, Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"

export type UndeliveredMail = Selectable<Tables["undeliveredMails"]>

/** Keeps a mail that did not arrive. Kept once, however often the same attempt ends. */
export async function keepUndelivered(db: Db, row: Insertable<Tables["undeliveredMails"]>): Promise<void> {
  await db
    .insertInto("undeliveredMails")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute()
}

/** Newest first, those that were sent again at the end. */
export async function listUndelivered(db: Db, limit: number): Promise<UndeliveredMail[]> {
  return db
    .selectFrom("undeliveredMails")
    .selectAll()
    .orderBy(sql`resent_at is not null`)
    .orderBy("createdAt", "desc")
    .limit(limit)
    .execute()
}

/** Marks mails as sent again. @param ids all that were not yet sent again when null */
export async function markResent(tx: Tx, ids: readonly string[] | null): Promise<UndeliveredMail[]> {
  return tx
    .updateTable("undeliveredMails")
    .set({ resentAt: sql<Date>`now()` })
    .where("resentAt", "is", null)
    .$if(ids !== null, (query) => query.where("id", "in", ids ?? []))
    .returningAll()
    .execute()
}

/** Whether the account is still there, to keep something of it. */
export async function isAccount(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom("accounts").select("id").where("id", "=", id).executeTakeFirst()) !== undefined
}

/** The last row of the page before: its time to the microsecond, and its id. */
interface Last {
  cursor: string
  id: string
}

/** Jobs that send mails, newest first; of what they were given only whose mail it is. */
export async function listMailJobs(db: Db, jobs: readonly string[], limit: number, last: Last | null = null) {
  const after = last ? sql`and (job.created_on, job.id) < (${last.cursor}::timestamptz, ${last.id}::uuid)` : sql``
  const { rows } = await sql<{
    id: string
    job: string
    state: string
    tries: number
    person: string | null
    createdAt: Date
    cursor: string
  }>`
    select job.id::text as id, job.name as job, job.state::text as state, job.retry_count as tries,
      job.created_on as "createdAt", job.created_on::text as cursor, accounts.name as person
    from jobs.job left join accounts on accounts.id = job.data ->> 'accountId'
    where job.name in (${sql.join(jobs)}) ${after} order by job.created_on desc, job.id desc limit ${limit}`.execute(db)
  return rows
}

/** Mails that did not arrive with whose they are, newest first. */
export function listUndeliveredNames(db: Db, limit: number, last: Last | null = null) {
  return db
    .selectFrom("undeliveredMails")
    .leftJoin("accounts", "accounts.id", "undeliveredMails.accountId")
    .select([
      "undeliveredMails.id",
      "undeliveredMails.job",
      "undeliveredMails.reason",
      "undeliveredMails.createdAt",
      "undeliveredMails.resentAt",
      "accounts.name as person",
      sql<string>`undelivered_mails.created_at::text`.as("cursor"),
    ])
    .$if(last !== null, (query) =>
      query.where(
        sql<boolean>`(undelivered_mails.created_at, undelivered_mails.id) < (${last?.cursor}::timestamptz, ${last?.id})`,
      ),
    )
    .orderBy("undeliveredMails.createdAt", "desc")
    .orderBy("undeliveredMails.id", "desc")
    .limit(limit)
    .execute()
}
