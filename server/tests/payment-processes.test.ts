import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { sandbox } from "#server/adapters/payments/port.ts"
import { openPostgres } from "#server/db/open.ts"
import { listProblems } from "#server/features/money/payments/check-queries.ts"
import { loadTokenKey } from "#server/platform/security/keys.ts"
import { signBody } from "#server/platform/security/signature.ts"
import { type Cluster, findPostgres, startCluster } from "#server/testing/databases/postgres-cluster.ts"
import {
  freePort,
  type RunningProcess,
  signUpAt,
  startProcess,
  type Visitor,
} from "#server/testing/processes/processes.ts"
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
    const paid: Payment[] = []
    for (let n = 0; n < orderCount; n++) paid.push(await orderAndPay(people[n % people.length], n % 2 ? a : b))
    // Copies that differ, as notices of several attempts do: each is acted on.
    const notices = Array.from({ length: copies }, (_, copy) =>
      paid.map((payment, n) => notify((n + copy) % 2 ? a : b, payment, copy)),
    )
    await Promise.all(notices.flat())
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

  test("orders paid twice, with notices and the buyer's pages racing, count once and flag the second payment", async () => {
    const [a, b] = processes
    if (!a || !b) throw new Error("Two processes were expected.")
    const person = await signUpAt(a, "twice@example.com")
    const look = async (process: RunningProcess, { txRef, id }: Payment): Promise<void> => {
      const reply = await person.send(process, "POST", `/orders/${txRef}/check`, { transaction_id: id })
      expect(reply.status).toBe(200)
    }
    const references: string[] = []
    for (let n = 0; n < 10; n++) {
      const first = await orderAndPay(person, a)
      const second = { txRef: first.txRef, id: await payAt(person, b, first.txRef) }
      references.push(first.txRef)
      await Promise.all([notify(a, first), look(b, first), notify(b, second), look(a, second)])
    }
    const database = openPostgres(`${cluster.baseUrl}/postgres`)
    try {
      const { db } = database
      const paid = () =>
        db.selectFrom("payments").select(["txRef", "outcome"]).where("txRef", "in", references).execute()
      await until(async () => (await paid()).length === 20, 60_000)
      const outcomes = (await paid()).map(({ txRef, outcome }) => `${txRef} ${outcome}`)
      expect(outcomes.sort()).toEqual(references.flatMap((one) => [`${one} exact`, `${one} second`]).sort())
      const { available } = await db
        .selectFrom("creditAccounts")
        .select("available")
        .where("accountId", "=", person.accountId)
        .executeTakeFirstOrThrow()
      expect(available).toBe(20 + 10 * 200)
      expect(await listProblems(db)).toEqual([])
    } finally {
      await database.close()
    }
  }, 120_000)

  /** Tells a process of a payment as the provider does. A process that is too busy says so, and is told again. */
  async function notify(process: RunningProcess, { txRef, id }: Payment, copy = 0): Promise<void> {
    const body = JSON.stringify({ event: "charge.completed", copy, data: { id, tx_ref: txRef } })
    const signature = signBody(sandbox.secret(loadTokenKey(join(dir, "data"))), Buffer.from(body))
    const headers = { "content-type": "application/json", [sandbox.signatureHeader]: signature }
    await until(async () => {
      const reply = await fetch(`${process.url}/webhooks/sandbox`, { method: "POST", headers, body })
      expect([200, 503]).toContain(reply.status)
      return reply.status === 200
    }, 120_000)
  }
})

interface Payment {
  txRef: string
  /** Its number at the provider. */
  id: string
}

async function orderAndPay(visitor: Visitor | undefined, process: RunningProcess): Promise<Payment> {
  if (!visitor) throw new Error("Somebody was expected.")
  const made = await visitor.send(process, "POST", "/orders", { item: "credits:basic", currency: "NGN" })
  const { data } = (await made.json()) as { data: { tx_ref: string } }
  return { txRef: data.tx_ref, id: await payAt(visitor, process, data.tx_ref) }
}

/** @returns the number of the payment */
async function payAt(visitor: Visitor, process: RunningProcess, txRef: string): Promise<string> {
  const played = await visitor.send(process, "POST", `/dev/pay/${txRef}`, { outcome: "success", notices: 0 })
  const { data } = (await played.json()) as { data: { transaction_id: string } }
  return data.transaction_id
}
