/**
 * What teachers wait for in a large academy:
 *   npm run bench office           a cohort of 2,000 that wrote 100,000 entries in 10,000 threads, and a queue over all cohorts
 *                                  of 100,000 tasks, 100,000 questions (a tenth on the contact page) and 100,000 quiet learners
 *   npm run bench office 10000     so many of each, and threads in proportion
 * Rows are made by the database itself, past the product's triggers; the calls are the product's own, on PostgreSQL.
 */
import pg from "pg"
import { migrate } from "#server/db/migrate.ts"
import { openPostgres } from "#server/db/open.ts"
import { createToday } from "#server/features/operations/today/service.ts"
import { findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import { openTestApp, type TestPerson } from "#server/testing/test-app.ts"
import { atMost, type Figure, percentile, plain, report } from "./figures.ts"

const entries = Number(process.argv[2] ?? "100000")
if (!Number.isInteger(entries) || entries < 1_000) {
  process.stdout.write("office takes how many entries, a thousand at least.\n")
  process.exit(2)
}
const entriesOfEach = 10
const threads = Math.round(entries / entriesOfEach)
const learners = 2_000

/** Longest answer of a list or search that somebody waits for, in ms: nineteen of twenty are below it. */
const barMs = 150
/** The same for what is written: a press that answers later than that is pressed again. */
const writingBarMs = 300

const rounds = 40

const cohortId = "systems_intergration-bench"
/** The one that the queue is about, and one whose teacher has nothing to do. */
const [busyId, calmId] = ["strategy_and_consulting-bench", "strategy_and_consulting-calm"]

const fill: readonly string[] = [
  `insert into cohorts (id, program_id, number, starts_on, apply_by, enrol_by, seats, is_open)
   values ('${cohortId}', 'systems_intergration', 99, '2027-03-01', '2027-02-01', '2027-02-20', ${learners}, false)`,
  `insert into accounts (id, name, email, is_email_verified)
   select 'learner-' || n, initcap(substr(md5(n::text), 1, 7)) || ' Obi', 'learner' || n || '@example.com', true
   from generate_series(1, ${learners}) n`,
  `insert into enrolments (id, application_id, account_id, cohort_id, program_id, status, plan, offered_at, started_at)
   select 'place-' || n, 'application-' || n, 'learner-' || n, '${cohortId}', 'systems_intergration', 'active', 'full', now(), now()
   from generate_series(1, ${learners}) n`,
  `insert into discussion_threads (id, cohort_id, lesson_id, answers, last_sequence, last_at)
   select 'thread-' || n, '${cohortId}', case when n % 10 = 0 then 'lesson-' || n % 70 end, ${entriesOfEach - 1},
     n * ${entriesOfEach}, now() - make_interval(mins => ${threads} - n)
   from generate_series(1, ${threads}) n`,
  // In every entry, in every hundredth, and in one.
  `insert into discussion_entries (id, thread_id, cohort_id, author_id, title, body, blocks, created_at)
   select case when part = 0 then 'thread-' || n else 'entry-' || n || '-' || part end, 'thread-' || n, '${cohortId}',
     'learner-' || 1 + (n + part) % ${learners}, case when part = 0 then 'A question about fees ' || n else '' end,
     'We learn how prices work. ' || repeat('Some more words stand here. ', 8)
       || case when n % 100 = 0 then 'seldom ' else '' end || 'word' || n * ${entriesOfEach} + part,
     '[]', now() - make_interval(mins => ${threads} - n)
   from generate_series(1, ${threads}) n, generate_series(0, ${entriesOfEach - 1}) part order by n, part`,
]

/** What waits for teachers: each learner of the busy cohort is quiet, waits for a mark, and asked something. */
const queue: readonly string[] = [
  `insert into cohorts (id, program_id, number, starts_on, apply_by, enrol_by, seats, is_open)
   select id, 'strategy_and_consulting', 98 + place, '2026-01-05', '2025-12-01', '2025-12-20', ${learners}, false
   from unnest(array['${busyId}', '${calmId}']) with ordinality as cohort (id, place)`,
  `insert into accounts (id, name, email, is_email_verified)
   select 'quiet-' || n, initcap(substr(md5(n::text), 1, 7)) || ' Ade', 'quiet' || n || '@example.com', true
   from generate_series(1, ${entries}) n`,
  `insert into enrolments (id, application_id, account_id, cohort_id, program_id, status, plan, offered_at, started_at, acted_at)
   select 'quiet-' || n, 'quiet-' || n, 'quiet-' || n, '${busyId}', 'strategy_and_consulting', 'active', 'full',
     '2025-12-10', '2025-12-10', case when n % 3 > 0 then '2026-01-06'::timestamptz + make_interval(mins => n) end
   from generate_series(1, ${entries}) n`,
  `insert into task_submissions (id, account_id, lesson_id, text, link, state, created_at)
   select 'task-' || n, 'quiet-' || n, (select lessons.id from lessons join course_modules on course_modules.id = module_id
       where kind = 'task' and program_id = 'strategy_and_consulting' order by lessons.id limit 1), 'Mine.', '', 'handed_in',
     '2026-01-06'::timestamptz + make_interval(mins => n / 3) from generate_series(1, ${entries}) n`,
  `insert into discussion_threads (id, cohort_id, answers, last_at, asked_at)
   select 'asked-' || n, '${busyId}', 0, asked_at, asked_at
   from generate_series(1, ${entries}) n,
     lateral (select '2026-01-06'::timestamptz + make_interval(mins => n) as asked_at) moment`,
  `insert into discussion_entries (id, thread_id, cohort_id, author_id, title, body, blocks, created_at)
   select 'asked-' || n, 'asked-' || n, '${busyId}', 'quiet-' || n, 'A question about prices ' || n, 'How do they work?', '[]',
     '2026-01-06'::timestamptz + make_interval(mins => n) from generate_series(1, ${entries}) n`,
  `insert into contact_messages (id, account_id, subject, email, info, created_at)
   select 'message-' || n, 'quiet-' || n, 'A bill', 'quiet' || n || '@example.com', 'What is it for?',
     '2026-01-06'::timestamptz + make_interval(mins => n) from generate_series(1, ${Math.round(entries / 10)}) n`,
]

/** Each as whoever teaches everywhere, but for those that say otherwise. */
type Reader = "teacher" | "owner" | "calm"
const middle = Math.round(entries / 2)
const queueCalls: readonly (readonly [what: string, path: string, reader?: Reader])[] = [
  ["queue: how much waits", "queue"],
  ["queue: how much waits, messages too", "queue", "owner"],
  ["queue: how much waits in a calm cohort", "queue", "calm"],
  ["queue: tasks, oldest first", "submissions"],
  ["queue: tasks, far down", `submissions?after=task-${middle}`],
  ["queue: tasks of a calm cohort", "submissions", "calm"],
  ["queue: questions", "questions"],
  ["queue: questions, messages too", "questions", "owner"],
  ["queue: questions, far down", `questions?after=asked-${middle}`],
  ["queue: questions of a calm cohort", "questions", "calm"],
  ["queue: quiet learners", "quiet"],
  ["queue: quiet learners, far down", `quiet?after=quiet-${middle}`],
  ["queue: quiet learners of a calm cohort", "quiet", "calm"],
]

const calls: readonly (readonly [what: string, path: string])[] = [
  ["threads, the first page", `?cohortId=${cohortId}`],
  ["threads, a page far down", `?cohortId=${cohortId}&before=${entriesOfEach * 50}`],
  ["threads of a lesson", `?cohortId=${cohortId}&lessonId=lesson-10`],
  ["a thread", `/thread-${Math.round(threads / 2)}`],
  ["a word that stands everywhere", `/search?cohortId=${cohortId}&words=prices`],
  ["a word of every hundredth thread", `/search?cohortId=${cohortId}&words=seldom`],
  ["a word that stands once", `/search?cohortId=${cohortId}&words=word${entriesOfEach * 7}`],
  ["two words, one of them rare", `/search?cohortId=${cohortId}&words=prices%20seldom`],
  ["nothing found", `/search?cohortId=${cohortId}&words=zzzzzz`],
]

const filled = [
  ...["accounts", "cohorts", "enrolments", "task_submissions"],
  ...["discussion_threads", "discussion_entries", "contact_messages"],
]

const programs = findPostgres()
if (!programs) throw new Error("This bench needs PostgreSQL 15 or newer on this machine.")
const cluster = await startCluster(programs)
const figures: Figure[] = []
try {
  const database = openPostgres(`${cluster.baseUrl}/postgres`)
  await migrate(database)
  const t = await openTestApp({ replace: { database }, hasWorker: false })
  const [teacher, owner, calm, busy] = [
    await t.signUp({ isVerified: true }),
    await t.signUp({ isVerified: true }),
    await t.signUp({ isVerified: true }),
    await t.signUp({ isVerified: true }),
  ]
  const readers = { teacher, owner, calm }
  await t.s.db
    .insertInto("operators")
    .values([
      { accountId: teacher.accountId, role: "content" },
      { accountId: owner.accountId, role: "owner" },
      { accountId: calm.accountId, role: "teacher" },
      { accountId: busy.accountId, role: "teacher" },
    ])
    .execute()
  const ask = async (person: TestPerson, path: string): Promise<number> => {
    const start = performance.now()
    const reply = await t.request("GET", path, { person })
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    return performance.now() - start
  }
  // The first look at lessons writes those that come with the product, which tasks of the queue are about.
  await ask(teacher, "/operator/learning/modules")
  const began = performance.now()
  // On a connection of its own: made at once, they take longer than a call of the product may.
  const filler = new pg.Client(`${cluster.baseUrl}/postgres`)
  await filler.connect()
  const pastTriggers = "set session_replication_role = replica"
  for (const statement of [pastTriggers, ...fill, ...queue]) await filler.query(statement)
  // What PostgreSQL does by itself within minutes.
  for (const table of filled) await filler.query(`vacuum analyze ${table}`)
  await filler.end()
  figures.push(plain("rows made in", `${((performance.now() - began) / 1_000).toFixed(0)} s`))
  await t.s.db
    .insertInto("operatorCohorts")
    .values([
      { accountId: calm.accountId, cohortId: calmId },
      { accountId: busy.accountId, cohortId: busyId },
    ])
    .execute()
  const asked = [
    ...calls.map(([what, path]) => [what, `/learning/discussions${path}`, teacher] as const),
    ...queueCalls.map(
      ([what, path, reader]) => [what, `/operator/learning/${path}`, readers[reader ?? "teacher"]] as const,
    ),
    ["Today of the busy cohort's teacher", "/operators/today", busy] as const,
  ]
  for (const [what, path, person] of asked) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await ask(person, path))
    figures.push(atMost(what, percentile(times, 0.95), barMs, "ms"))
  }
  const readings: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    // Readers share what is kept for some seconds; this one finds nothing kept.
    await createToday(t.s)("owner")
    readings.push(performance.now() - start)
  }
  figures.push(atMost("Today of an owner, counted anew", percentile(readings, 0.95), barMs, "ms"))
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const body = { text: `An answer, @Somebody ${round}` }
    const start = performance.now()
    const reply = await t.request("POST", `/learning/discussions/thread-${1 + round}/answers`, {
      person: teacher,
      body,
    })
    if (reply.statusCode !== 201) throw new Error(`${reply.statusCode} ${reply.body}`)
    times.push(performance.now() - start)
  }
  figures.push(atMost("an answer, told to 2,000 screens", percentile(times, 0.95), writingBarMs, "ms"))
  await t.close()
} finally {
  await cluster.stop()
}
report(figures)
