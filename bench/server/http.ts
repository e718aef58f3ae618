/**
 * The three calls that every page leans on, against one web process on PostgreSQL: session check, a list of 25 out of
 * 100,000 pictures, and new orders. The process and this load share the machine.
 */
import { readFileSync } from "node:fs"
import { sql } from "kysely"
import { migrate } from "#server/db/migrate.ts"
import { type Db, transact } from "#server/db/open.ts"
import { encodeSession } from "#server/features/accounts/session-cookie.ts"
import { grant, openCredits } from "#server/features/credits/service.ts"
import { sha256 } from "#server/platform/ids.ts"
import { startProcess } from "#server/testing/processes.ts"
import { onPostgres } from "./databases.ts"
import { atMost, type Figure, holds, plain, report, show } from "./figures.ts"
import { type Call, load } from "./load.ts"

/** Most memory of the process after the load, in megabytes (architecture). */
const memoryBarMegabytes = 300
const connections = 16
const people = 100
const pictures = 100_000

const secret = "s".repeat(64)
const personOf = (n: number): string => `person-${n % people}`
const cookieOf = (accountId: string): string =>
  `a_session_aworan=${encodeURIComponent(encodeSession({ accountId, secret: accountId + secret }))}`

async function fill(db: Db): Promise<void> {
  await transact(db, async (tx) => {
    for (let n = 0; n < people; n++) {
      const id = personOf(n)
      const account = { id, email: `${id}@example.com`, name: "Ada", phone: null }
      await tx
        .insertInto("accounts")
        .values({ ...account, passwordHash: null, passwordUpdatedAt: null, isEmailVerified: true })
        .execute()
      await openCredits(tx, id)
      await grant(tx, { accountId: id, amount: 1_000, purpose: `bench:${id}`, note: "" })
      const session = { id: `session-${n}`, accountId: id, secretHash: sha256(id + secret), provider: "email" }
      const visitor = { providerUid: "", ip: "127.0.0.1", userAgent: "", countryCode: "ng" }
      await tx
        .insertInto("sessions")
        .values({ ...session, ...visitor, expiresAt: new Date(Date.now() + 86_400_000) })
        .execute()
    }
  })
  await sql`insert into generation_orders (id, account_id, mode, prompt, sent_prompt, aspect_ratio, width, height, count,
      seed, format, is_raw, is_public, fee_credits, body_hash, status)
    select 'order-' || n, 'person-' || n, 'flux1.1-pro', 'a chair', 'a chair', '1:1', 1, 1, 1, 1, 'webp', false, true, 1,
      '', 'ready'
    from generate_series(0, ${people - 1}::int) n`.execute(db)
  await sql`insert into generations (id, order_id, position, account_id, prompt, sent_prompt, mode, aspect_ratio,
      is_public, storage_key, mime_type, width, height, byte_size, placeholder, created_at)
    select 'picture-' || n, 'order-' || (n % ${people}::int), n, 'person-' || (n % ${people}::int),
      'a chair of oak by a window, number ' || n, 'a chair of oak by a window, number ' || n, 'flux1.1-pro', '1:1',
      n % 3 > 0, 'k', 'image/webp', 1024, 1024, 100000, repeat('x', 300), now() - n * interval '1 second'
    from generate_series(1, ${pictures}::int) n`.execute(db)
  await sql`analyze`.execute(db)
}

function query(...parts: string[]): string {
  return parts.map((part, n) => `queries[${n}]=${encodeURIComponent(part)}`).join("&")
}

const list = "/v1/databases/main/collections/generations/documents"
const newest = 'orderDesc("$createdAt")'
const own = (n: number) => query(`equal("creator", ["${personOf(n)}"])`, newest, "limit(25)")
const order = JSON.stringify({ prompt: "a clay pot on a table", aspect_ratio: "1:1" })

const loads: { what: string; count: number; status: number; call: (n: number) => Omit<Call, "cookie"> }[] = [
  { what: "session check", count: 6_000, status: 200, call: () => ({ method: "GET", path: "/v1/account" }) },
  { what: "own 25 newest", count: 3_000, status: 200, call: (n) => ({ method: "GET", path: `${list}?${own(n)}` }) },
  {
    what: "everybody's 25 newest",
    count: 2_000,
    status: 200,
    call: () => ({ method: "GET", path: `${list}?${query(newest, "limit(25)")}` }),
  },
  {
    what: "new order",
    count: 2_000,
    status: 202,
    call: () => ({ method: "POST", path: "/image-gen-with-flux-1.1", body: order }),
  },
]

/** @returns megabytes: what the process holds now, and the most it ever held */
function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  const read = (name: string): number => Number(status.match(new RegExp(`${name}:\\s+(\\d+) kB`))?.[1]) / 1024
  return { now: read("VmRSS"), most: read("VmHWM") }
}

const figures: Figure[] = []
await onPostgres(async ({ settings, open }) => {
  const database = await open()
  await migrate(database.db)
  await fill(database.db)
  await database.close()
  // Orders stay in line: what is measured is taking them, not drawing.
  const running = await startProcess({ ...settings, ROLE: "web", GENERATION_WAIT_SECONDS: "0" })
  const atStart = memoryOf(running.child.pid ?? 0).now
  for (const { what, count, status, call } of loads) {
    const cookies = Array.from({ length: people }, (_, n) => cookieOf(personOf(n)))
    const full = (n: number): Call => ({ ...call(n), cookie: cookies[n % people] ?? "" })
    await load(running.url, { count: 100, connections, call: full })
    const result = await load(running.url, { count, connections, call: full })
    const good = result.statuses.get(status) ?? 0
    figures.push(
      plain(what, `${show(result.perSecond)}/s, p50 ${show(result.medianMs)} ms, p99 ${show(result.p99Ms)} ms`),
      holds(`  answered with ${status}`, good === count, `${good}`, `${count}`),
    )
  }
  const { now, most } = memoryOf(running.child.pid ?? 0)
  await running.stop()
  figures.push(
    atMost("memory after the load", now, memoryBarMegabytes, "MB"),
    plain("  before the load", `${show(atStart)} MB`),
    plain("  the most it ever was", `${show(most)} MB`),
  )
})
report(figures)
