import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { sandbox } from "#server/adapters/payments/port.ts"
import { openPostgres } from "#server/db/open.ts"
import { listProblems } from "#server/features/payments/check-queries.ts"
import { loadTokenKey } from "#server/platform/keys.ts"
import { signBody } from "#server/platform/signature.ts"
import { type Cluster, findPostgres, startCluster } from "#server/testing/postgres-cluster.ts"
import { freePort, type RunningProcess, signUpAt, startProcess, type Visitor } from "#server/testing/processes.ts"
import { until } from "#server/testing/wait.ts"

const orderCount = 100
const copies = 10

describe.runIf(findPostgres())("two processes on PostgreSQL", () => {
  let dir: string
  let cluster: Cluster
  let processes: RunningProcess[]

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "aworan-payments-"))
    cluster = await startCluster(findPostgres() ?? "")
    const port = String(await freePort())
    const shared = {
      DATA_DIR: join(dir, "data"),
      DATABASE_URL: `${cluster.baseUrl}/postgres`,
      PUBLIC_URL: `http://localhost:${port}`,
    }
    processes = [await startProcess({ ...shared, PORT: port })]
    processes.push(await startProcess(shared))
  }, 120_000)
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()))
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  test("1,000 notices at once for 100 orders grant each once", async () => {
    const [a, b] = processes
    if (!a || !b) throw new Error("Two processes were expected.")
    const people = await Promise.all(
      Array.from({ length: 5 }, (_, n) => signUpAt(n % 2 ? a : b, `many${n}@example.com`)),
    )
    const paid: { txRef: string; id: string }[] = []
    for (let n = 0; n < orderCount; n++) paid.push(await orderAndPay(people[n % people.length], n % 2 ? a : b))
    const secret = sandbox.secret(loadTokenKey(join(dir, "data")))
    const notices = Array.from({ length: orderCount * copies }, (_, n) => ({ ...paid[n % orderCount], n }))
    await Promise.all(
      notices.map(({ txRef, id, n }) => {
        // Copies that differ, as notices of several attempts do: each is acted on.
        const body = JSON.stringify({ event: "charge.completed", copy: n, data: { id, tx_ref: txRef } })
        const signature = signBody(secret, Buffer.from(body))
        const headers = { "content-type": "application/json", [sandbox.signatureHeader]: signature }
        // A process that is too busy says so, and a provider sends the notice again.
        return until(async () => {
          const reply = await fetch(`${(n % 2 ? a : b).url}/webhooks/sandbox`, { method: "POST", headers, body })
          expect([200, 503]).toContain(reply.status)
          return reply.status === 200
        }, 120_000)
      }),
    )
    const database = openPostgres(`${cluster.baseUrl}/postgres`)
    try {
      const { db } = database
      await until(async () => {
        const open = await db.selectFrom("paymentOrders").select("txRef").where("status", "!=", "paid").execute()
        return open.length === 0
      }, 120_000)
      const count = async (table: "payments" | "receipts") =>
        (await db.selectFrom(table).select("txRef").execute()).length
      expect(await count("payments")).toBe(orderCount)
      expect(await count("receipts")).toBe(orderCount)
      const accounts = await db.selectFrom("creditAccounts").select(["available"]).execute()
      // Each has 20 credits for the confirmed address beside what was bought.
      expect(accounts.map(({ available }) => available)).toEqual(
        people.map(() => 20 + (200 * orderCount) / people.length),
      )
      expect(await listProblems(db)).toEqual([])
    } finally {
      await database.close()
    }
  }, 300_000)
})

async function orderAndPay(
  visitor: Visitor | undefined,
  process: RunningProcess,
): Promise<{ txRef: string; id: string }> {
  if (!visitor) throw new Error("Somebody was expected.")
  const made = await visitor.send(process, "POST", "/orders", { item: "credits:basic", currency: "NGN" })
  const { data } = (await made.json()) as { data: { tx_ref: string } }
  const played = await visitor.send(process, "POST", `/dev/pay/${data.tx_ref}`, { outcome: "success", notices: 0 })
  const { data: payment } = (await played.json()) as { data: { transaction_id: string } }
  return { txRef: data.tx_ref, id: payment.transaction_id }
}
