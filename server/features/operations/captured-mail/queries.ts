import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"

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
