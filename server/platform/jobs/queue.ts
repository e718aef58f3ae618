import type { FastifyBaseLogger } from "fastify"
import { sql } from "kysely"
import { type Db as BossDb, fromKysely, fromPglite, PgBoss } from "pg-boss"
import type { z } from "zod"
import type { Db, OpenDatabase, Tx } from "#server/db/open.ts"
import type { Pool } from "#server/db/pool.ts"
import { traceParent } from "#server/platform/observability/tracing/span.ts"
import { notify } from "#server/platform/realtime/notifications.ts"

/** Channel that tells idle workers which queue has work. */
export const jobsChannel = "jobs"

export interface EnqueueOptions {
  /** Whose job it is: the more jobs a person has open, the later the next one stands in line. */
  person?: string
  /** Earliest start, in seconds from now. */
  delaySeconds?: number
  /** Jobs with priority go before all others (docs/product-rules.md#priority-access). */
  isPriority?: boolean
}

/** What the queue needs to know of a kind of work; `server/declarations/job.ts` adds what it does. */
export interface QueuedJob<Payload extends z.ZodType = z.ZodType> {
  /** `feature.verb`, unique. */
  name: string
  payload: Payload
  /** How often it is started in all, the first time included. */
  attempts: number
  /** Longest time of one attempt, in seconds. */
  timeLimitSeconds: number
  /**
   * Pause before the second, third, … attempt, in seconds; the last one is repeated. For trouble of the work itself: the
   * job of a worker that died is taken up at once. Default: `usualBackOff`.
   */
  backOffSeconds?: readonly number[]
  /** Runs by itself at this cron time, in UTC, once for all processes together. */
  schedule?: string
}

/** Pauses of a kind of work that does not say its own, in seconds. */
export const usualBackOff: readonly number[] = [1, 5, 30, 120, 600]

/** One attempt at a job: which, and how often it was begun before. */
export interface Attempt {
  id: string
  retryCount: number
}

/** Puts jobs in line, in the same transaction as what they are about. */
export interface Queue {
  enqueue<Payload extends z.ZodType>(
    tx: Tx,
    job: QueuedJob<Payload>,
    payload: z.input<Payload>,
    options?: EnqueueOptions,
  ): Promise<string>
  /** @returns which of these queues have a job that may begin now */
  listWaiting(queueNames: readonly string[]): Promise<string[]>
  /** Takes a job back that has not started. @returns false when it has */
  withdraw(tx: Tx, job: QueuedJob, id: string): Promise<boolean>
  /**
   * Removes what is left of a person: every job whose payload names the account as `accountId` or the address as `email`,
   * those under way excepted. People choose both, so nothing but these fields is compared.
   */
  forget(tx: Tx, person: { accountId: string; email: string | null }): Promise<void>
  /** Ends an attempt that failed. The next follows after `pauseSeconds`, unless this was the last. */
  fail(queueName: string, attempt: Attempt, failure: unknown, pauseSeconds: number): Promise<void>
  /** Gives a claimed job back that a stopping process does not end; the attempt does not count. */
  handBack(queueName: string, attempt: Attempt): Promise<void>
  boss: PgBoss
  stop(): Promise<void>
}

/** Schema of the job tables. */
const schema = "jobs"

/** The id of no job at all. */
const noJob = "00000000-0000-0000-0000-000000000000"

/** Priority of those jobs; far above what a long own line can subtract. */
const priorityQueue = 100_000

/** How long a job that ended is kept, in seconds: for operators, and no longer, since payloads name people. */
const deleteAfterSeconds = 24 * 60 * 60

/** A worker that says nothing for this long is dead; the least that the job library takes. */
const heartbeatSeconds = 10

/** How often dead workers' jobs are looked for. */
const superviseSeconds = 2

/** Jobs that ended without `giveUp` having run, because their worker died every time. */
export function deadLetterOf(name: string): string {
  return `${name}.dead`
}

/**
 * Opens the queue and makes its tables and one queue per job.
 * @throws when two jobs have one name
 */
export async function openQueue(
  database: OpenDatabase,
  jobs: readonly QueuedJob[],
  log: FastifyBaseLogger,
): Promise<Queue> {
  const names = jobs.map((job) => job.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`Two jobs are named ${twice}.`)

  const boss = new PgBoss({
    schema,
    ...(database.raw.kind === "embedded"
      ? { db: fromPglite(database.raw.embedded), backend: "pglite" as const }
      : { db: overPool(database.raw.jobsPool) }),
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 5,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on("error", (error) => log.error({ err: error }, "job queue"))
  await boss.start()
  // Most starts find everything as it is to be: a hundred statements less each.
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const job of jobs) {
    await ensureQueue(boss, known, deadLetterOf(job.name), {
      retryLimit: 20,
      retryDelay: 1,
      retryBackoff: true,
      heartbeatSeconds,
      deleteAfterSeconds,
    })
    const isChanged = await ensureQueue(boss, known, job.name, {
      retryLimit: job.attempts - 1,
      retryDelay: 0,
      heartbeatSeconds,
      expireInSeconds: job.timeLimitSeconds + 30,
      deadLetter: deadLetterOf(job.name),
      deleteAfterSeconds,
    })
    // Reads it into the library's cache again: inside a transaction of ours it could not, on the one connection.
    if (isChanged) await boss.findJobs(job.name, { id: noJob })
    if (job.schedule && schedules.get(job.name) !== job.schedule)
      await boss.schedule(job.name, job.schedule, {}, { tz: "UTC" })
  }

  if (database.raw.kind === "embedded") await adoptOrphans(database.db, boss)

  return {
    boss,
    async enqueue(tx, job, payload, options = {}) {
      const rank = options.person ? await countOpen(tx, job.name, options.person) : 0
      const traceparent = traceParent()
      const id = await boss.send(
        job.name,
        { ...(payload as object), ...(traceparent && { traceparent }) },
        {
          db: inside(tx),
          priority: (options.isPriority ? priorityQueue : 0) - rank,
          ...(options.delaySeconds ? { startAfter: options.delaySeconds } : {}),
          ...(options.person ? { group: { id: options.person } } : {}),
        },
      )
      if (id === null) throw new Error(`The job ${job.name} was not taken.`)
      await notify(tx, jobsChannel, job.name)
      return id
    },
    async listWaiting(queueNames) {
      const { rows } = await sql<{ name: string }>`
        select asked.name from unnest(${queueNames}::text[]) as asked (name)
        where exists (select 1 from ${sql.table(`${schema}.job`)} job
          where job.name = asked.name and job.state < 'active' and not job.blocked and job.start_after <= now())`.execute(
        database.db,
      )
      return rows.map(({ name }) => name)
    },
    async withdraw(tx, job, id) {
      const result = await sql<{ id: string }>`
        delete from ${sql.table(`${schema}.job`)}
        where name = ${job.name} and id = ${id} and state = 'created' returning id`.execute(tx)
      return result.rows.length > 0
    },
    async forget(tx, { accountId, email }) {
      const fields = [{ accountId }, ...(email === null ? [] : [{ email }])].map((field) => JSON.stringify(field))
      await sql`
        delete from ${sql.table(`${schema}.job`)}
        where state <> 'active'
          and exists (select 1 from unnest(${fields}::text[]) as field where data @> field::jsonb)`.execute(tx)
    },
    async fail(queueName, attempt, failure, pauseSeconds) {
      // The library takes the pause from the row, so each attempt writes its own there.
      await sql`
        update ${sql.table(`${schema}.job`)} set retry_delay = ${pauseSeconds}
        where name = ${queueName} and id = ${attempt.id} and state = 'active' and retry_count = ${attempt.retryCount}`.execute(
        database.db,
      )
      await boss.fail(queueName, attempt, { message: String(failure) })
      // The pause is over when it is over: the job of a worker that dies in the next attempt must not wait for it again.
      if (pauseSeconds === 0) return
      await sql`
        update ${sql.table(`${schema}.job`)} set retry_delay = 0
        where name = ${queueName} and id = ${attempt.id} and state = 'retry' and retry_count = ${attempt.retryCount}`.execute(
        database.db,
      )
    },
    async handBack(queueName, attempt) {
      // The library counts an attempt when it claims a job that was begun before.
      const { rows } = await sql`
        update ${sql.table(`${schema}.job`)}
        set state = 'retry', started_on = null, heartbeat_on = null, start_after = now()
        where name = ${queueName} and id = ${attempt.id} and state = 'active' and retry_count = ${attempt.retryCount}
        returning id`.execute(database.db)
      if (rows.length > 0) await notify(database.db, jobsChannel, queueName)
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

/**
 * The embedded database serves one process, so at the start every job under way belongs to one that is gone. They are
 * taken up at once instead of after the silence of a heartbeat.
 */
async function adoptOrphans(db: Db, boss: PgBoss): Promise<void> {
  const orphans = await sql`
    update ${sql.table(`${schema}.job`)} set heartbeat_on = now() - interval '1 day'
    where state = 'active' and heartbeat_seconds is not null returning id`.execute(db)
  if (orphans.rows.length > 0) await boss.supervise()
}

type QueueOptions = NonNullable<Parameters<PgBoss["createQueue"]>[1]>

/** @returns whether it had to be made or changed, and so is not in the library's cache */
async function ensureQueue(
  boss: PgBoss,
  known: ReadonlyMap<string, object>,
  name: string,
  options: QueueOptions,
): Promise<boolean> {
  const found = known.get(name) as Record<string, unknown> | undefined
  if (found && Object.entries(options).every(([option, value]) => found[option] === value)) return false
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
  return true
}

/** Statements of the job library, over connections that break when the database goes silent. */
function overPool(pool: Pool): BossDb {
  return {
    async executeSql(text, values) {
      const client = await pool.connect()
      let isFit = false
      try {
        const result = await client.query(text, values)
        isFit = true
        return result
      } finally {
        // Several of the library's texts open a transaction themselves: one that fails on the way leaves it open.
        client.release(!isFit)
      }
    },
  }
}

function inside(tx: Tx): BossDb {
  return fromKysely(tx.withoutPlugins() as unknown as Parameters<typeof fromKysely>[0])
}

async function countOpen(tx: Db, name: string, person: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from ${sql.table(`${schema}.job`)}
    where name = ${name} and group_id = ${person} and state < 'completed'`.execute(tx)
  return rows[0]?.open ?? 0
}
