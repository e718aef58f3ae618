/**
 * The console's lists and searches among many people:
 *   npm run bench admin-lists           1,000,000 people, 5,000,000 entries of the ledger, 300,000 orders, runs and log lines
 *   npm run bench admin-lists 100000     so many people, and the rest in proportion
 * Rows are made by the database itself, past the product's triggers; the calls are the product's own, on PostgreSQL.
 */
import { sql } from "kysely"
import { todayDays } from "#contract/operations/today.ts"
import { migrate } from "#server/db/migrate.ts"
import { openPostgres } from "#server/db/open.ts"
import { keepFigures } from "#server/features/operations/today/figure-queries.ts"
import { createToday } from "#server/features/operations/today/service.ts"
import { findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import { openTestApp } from "#server/testing/test-app.ts"
import { atMost, type Figure, percentile, plain, report } from "./figures.ts"

const people = Number(process.argv[2] ?? "1000000")
if (!Number.isInteger(people) || people < 1_000) {
  process.stdout.write("admin-lists takes how many people, a thousand at least.\n")
  process.exit(2)
}
const entriesOfEach = 5
const rows = Math.round(people * 0.3)

/** Longest answer of a list or search that somebody waits for, in ms: nine of ten are below it. */
const barMs = 150
const rounds = 20

/** People, or other rows, of one statement: the product's connections end one that takes longer than 17 seconds. */
const atOnce = 25_000

/** What makes the rows from one number to another; triggers and foreign keys are left out, because the rows fit. */
const fill: readonly (readonly [count: number, statement: (from: number, to: number) => string])[] = [
  [
    people,
    (from, to) => `insert into accounts (id, name, email, phone, is_email_verified, created_at)
    select 'person-' || n, initcap(substr(md5(n::text), 1, 7)) || ' Obi', 'person' || n || '@example.com',
      '+234803' || lpad(n::text, 7, '0'), true, now() - make_interval(secs => n) from generate_series(${from}, ${to}) n`,
  ],
  [
    people,
    (from, to) => `insert into profiles (id, account_id, email, name, image_url, cohort, stage)
    select 'profile-' || n, 'person-' || n, 'person' || n || '@example.com', 'Obi', '', '2', 'prospect'
    from generate_series(${from}, ${to}) n`,
  ],
  [
    people,
    (from, to) => `insert into credit_accounts (account_id, available, held) select 'person-' || n, 50, 0
    from generate_series(${from}, ${to}) n`,
  ],
  [
    people,
    (
      from,
      to,
    ) => `insert into credit_transfers (account_id, from_pocket, to_pocket, amount, reason, kind, note, created_at)
    select 'person-' || n, 'outside', 'available', 10, 'grant:bench:' || n || ':' || entry, 'grant', 'Bench',
      now() - make_interval(secs => n)
    from generate_series(${from}, ${to}) n, generate_series(1, ${entriesOfEach}) entry`,
  ],
  [
    rows,
    (
      from,
      to,
    ) => `insert into payment_orders (tx_ref, account_id, item, title, options, details, currency, amount_minor, list_minor,
      status, provider, body_hash, created_at, expires_at, paid_at)
    select (1600000000000 + n)::text || '-' || lpad(to_hex(n), 24, '0'), 'person-' || n, 'credits:basic', 'Basic',
      '{}', '{}', 'NGN', 600000, 600000, case when n % 3 = 0 then 'paid' else 'created' end, 'sandbox', '',
      now() - make_interval(secs => n), now() + interval '1 day', case when n % 3 = 0 then now() end
    from generate_series(${from}, ${to}) n`,
  ],
  [
    rows,
    (
      from,
      to,
    ) => `insert into runs (id, account_id, kind, title, input, count, fee_credits, status, failure, body_hash, created_at,
      started_at, finished_at)
    select 'run-' || n, 'person-' || n, 'picture', 'Flux', '{}', 1, 5,
      case when n % 20 = 0 then 'failed' else 'ready' end, case when n % 20 = 0 then 'engine_failed' end, '',
      now() - make_interval(secs => n), now() - make_interval(secs => n - n % 30), now() - make_interval(secs => n - n % 30)
    from generate_series(${from}, ${to}) n`,
  ],
  [
    rows,
    (from, to) => `insert into operator_log (operator_name, action, subject_id, detail, reason, ip)
    select 'Ada', 'credits.grant', 'person-' || n, '{}', 'Bench', '127.0.0.1' from generate_series(${from}, ${to}) n`,
  ],
  [
    rows,
    (from, to) => `insert into contact_messages (id, subject, email, info, created_at)
    select 'message-' || n, 'A question', 'person' || n || '@example.com', 'Words', now() - make_interval(secs => n)
    from generate_series(${from}, ${to}) n`,
  ],
  [
    rows,
    (from, to) => `insert into codes (id, code, kind, percent, created_at)
    select 'code-' || n, 'BENCH' || n, 'promotion', 10, now() - make_interval(secs => n)
    from generate_series(${from}, ${to}) n`,
  ],
]

const tables = [
  "accounts",
  "profiles",
  "credit_transfers",
  "payment_orders",
  "runs",
  "operator_log",
  "contact_messages",
]

/** Somebody in the middle, whom nothing but an index finds soon. */
const somebody = Math.round(people / 2)

const calls: readonly (readonly [what: string, path: string])[] = [
  ["people, the newest", "/operators/people"],
  ["people by name", "/operators/people?search=abc"],
  ["people by address", `/operators/people?search=person${somebody}%40`],
  ["people by the beginning of an address", "/operators/people?search=person9"],
  ["people by phone", `/operators/people?search=%2B234803${String(somebody).padStart(7, "0")}`],
  ["people by id", `/operators/people?search=person-${somebody}`],
  ["people, nobody found", "/operators/people?search=zzzzzz"],
  ["one person", `/operators/people/person-${somebody}`],
  ["orders, the newest", "/operators/orders"],
  ["orders that are paid", "/operators/orders?status=paid"],
  ["orders of somebody by address", "/operators/orders?search=person1234%40"],
  ["orders by name", "/operators/orders?search=abc"],
  ["runs that failed", "/operators/runs?status=failed"],
  ["runs that are ready", "/operators/runs?status=ready"],
  ["messages", "/operators/messages"],
  ["messages of somebody", "/operators/messages?search=person1234%40"],
  ["codes", "/operators/codes"],
  ["codes by their beginning", "/operators/codes?search=BENCH123"],
  ["the log", "/operators/log"],
  ["the log by its part", "/operators/log?part=credits"],
  ["the log of somebody", "/operators/log?search=person-1234"],
  ["today", "/operators/today"],
]

const programs = findPostgres()
if (!programs) throw new Error("This bench needs PostgreSQL 15 or newer on this machine.")
const cluster = await startCluster(programs)
const figures: Figure[] = []
try {
  const database = openPostgres(`${cluster.baseUrl}/postgres`)
  await migrate(database)
  const began = performance.now()
  await database.db.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    for (const [count, statement] of fill) {
      for (let from = 1; from <= count; from += atOnce) {
        await sql.raw(statement(from, Math.min(count, from + atOnce - 1))).execute(db)
      }
    }
    await sql`set session_replication_role = origin`.execute(db)
    // What PostgreSQL does by itself within minutes.
    for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  })
  figures.push(plain("rows made in", `${((performance.now() - began) / 1_000).toFixed(0)} s`))
  const counting = performance.now()
  await keepFigures(database.db, todayDays, new AbortController().signal)
  figures.push(plain("figures of two weeks counted in", `${((performance.now() - counting) / 1_000).toFixed(1)} s`))
  const t = await openTestApp({ replace: { database }, hasWorker: false })
  const owner = await t.signUp({ isVerified: true })
  await t.s.db.insertInto("operators").values({ accountId: owner.accountId, role: "owner" }).execute()
  for (const [what, path] of calls) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      const reply = await t.request("GET", path, { person: owner })
      if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
      times.push(performance.now() - start)
    }
    figures.push(atMost(what, percentile(times, 0.9), barMs, "ms"))
  }
  const afresh: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await createToday(t.s)("owner")
    afresh.push(performance.now() - start)
  }
  figures.push(atMost("today, nothing remembered", percentile(afresh, 0.9), barMs, "ms"))
  await t.close()
} finally {
  await cluster.stop()
}
report(figures)
