import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import { runProgram } from "#server/testing/processes/processes.ts"
import { until } from "#server/testing/wait.ts"
import { type Figure, holds, plain } from "./figures.ts"
import { type Acknowledged, draw, md5, signedIn } from "./traffic.ts"

/** Longest time for everything under way to end, in milliseconds. */
const settleMs = 120_000

const documentPath = (id: string): string => `/v1/databases/main/collections/scratch/documents/${id}`
const filePath = (id: string): string => `/v1/storage/buckets/scratch/files/${id}/download`

/** Asks a running product for everything that was acknowledged. @returns what is not as it was said, in words */
export async function findLost(url: () => string, done: Acknowledged): Promise<string[]> {
  const lost: string[] = []
  const get = (person: number, path: string): Promise<Response> => fetch(url() + path, { headers: signedIn(person) })
  await inTurn(done.documents, async ([id, person]) => {
    const { status } = await get(person, documentPath(id))
    if (status !== 200) lost.push(`document ${id}: ${status}`)
  })
  await inTurn(done.removed, async ([id, person]) => {
    const { status } = await get(person, documentPath(id))
    if (status !== 404) lost.push(`removed document ${id}: ${status}`)
  })
  await inTurn(done.files, async ([id, file]) => {
    const reply = await get(file.person, filePath(id))
    const bytes = Buffer.from(await reply.arrayBuffer())
    if (reply.status !== 200 || md5(bytes) !== file.md5) lost.push(`file ${id}: ${reply.status}`)
  })
  await inTurn(done.purchases, async ([txRef, person]) => {
    const reply = await get(person, `/orders/${txRef}`)
    const { data } = (await reply.json()) as { data?: { status: string } }
    if (data?.status !== "paid") lost.push(`purchase ${txRef}: ${data?.status ?? reply.status}`)
  })
  return lost
}

/** What ends a repeated order: made, taken, refused for want of credits, or tried too often and refunded. */
const final = [200, 202, 402, 502]

/** Repeats with their keys the orders that were not answered, as people's browsers do. */
export async function repeatUnanswered(url: () => string, prompt: string, done: Acknowledged): Promise<void> {
  const open = [...done.draws].filter(([, { status }]) => status === null).map(([key]) => key)
  await inTurn(open, async (key) => {
    let status = 0
    const repeat = async (): Promise<boolean> => {
      status = await draw(url(), prompt, done, key).catch(() => 0)
      return final.includes(status)
    }
    await until(repeat, settleMs).catch((error) => {
      throw new Error(`The order ${key} is answered ${status || "not at all"} when it is repeated.`, { cause: error })
    })
  })
}

/** Waits until no run is open, then compares what was acknowledged with the tables. */
export async function compareTables(db: Db, done: Acknowledged): Promise<Figure[]> {
  await until(async () => {
    const open = await db.selectFrom("runs").select("id").where("finishedAt", "is", null).limit(1).execute()
    return open.length === 0
  }, settleMs)
  const { rows } = await sql<{ key: string; runs: number; pictures: number; fee: number; spent: number }>`
    with spent as (
      select split_part(reason, ':', 3) as run_id, sum(amount) as amount
      from credit_transfers where kind = 'settle' group by 1
    ), made as (
      select run_id, count(*) as count from generations group by 1
    )
    select r.idempotency_key as key, count(*)::int as runs, max(r.fee_credits)::int as fee,
      coalesce(sum(made.count), 0)::int as pictures, coalesce(sum(spent.amount), 0)::int as spent
    from runs r left join spent on spent.run_id = r.id left join made on made.run_id = r.id
    where r.idempotency_key is not null group by r.idempotency_key`.execute(db)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const orders = [...done.draws.keys()].map((key) => byKey.get(key))
  const twice = rows.filter(({ runs, pictures, fee, spent }) => runs !== 1 || pictures > 1 || spent > fee)
  const unpaid = rows.filter(({ pictures, fee, spent }) => spent !== pictures * fee)
  const missing = orders.filter((order) => order === undefined)
  const drawn = orders.filter((order) => order?.pictures === 1)
  const receipts = await db.selectFrom("receipts").select("txRef").execute()
  const numbered = new Set(receipts.map(({ txRef }) => txRef))
  const without = [...done.purchases.keys()].filter((txRef) => !numbered.has(txRef))
  return [
    plain("pictures drawn, of so many ordered", `${drawn.length} of ${orders.length}; the others were refunded`),
    holds("orders that are missing", missing.length === 0, String(missing.length), "0"),
    holds("runs made or charged twice", twice.length === 0, String(twice.length), "0"),
    holds("runs whose price is not what was made", unpaid.length === 0, String(unpaid.length), "0"),
    holds("purchases without a receipt", without.length === 0, String(without.length), "0"),
  ]
}

/** What `npm run admin -- verify` says of the whole installation. */
export async function verifyInstallation(settings: Record<string, string>): Promise<Figure[]> {
  const { code, output } = await runProgram("scripts/admin.ts", { LOG_LEVEL: "warn", ...settings }, ["verify"])
  const orphans = output.match(/^orphans +(\d+)/m)?.[1] ?? "?"
  if (code !== 0 || orphans !== "0") process.stdout.write(output)
  return [
    holds("verify: balances, holds, files", code === 0, code === 0 ? "clean" : "see above", "clean"),
    holds("verify: files that no row names", orphans === "0", orphans, "0"),
  ]
}

/** Eight at a time. */
async function inTurn<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let one = rest.pop(); one !== undefined; one = rest.pop()) await work(one)
    }),
  )
}
