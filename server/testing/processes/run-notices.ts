import { appendFileSync } from "node:fs"
import { compose } from "#server/composition/compose.ts"
import { startWorker } from "#server/composition/worker.ts"
import { transact } from "#server/db/open.ts"
import type { NoticeKind } from "#server/declarations/notice.ts"
import { callPerson, mailNotices } from "#server/features/identity/notices/deliver-jobs.ts"
import { sendNotices } from "#server/features/identity/notices/send-job.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { createLog } from "#server/platform/observability/log.ts"
import { readConfig } from "#server/settings/config.ts"
import { newBrowser } from "#server/testing/providers/push-service.ts"
import { until } from "#server/testing/wait.ts"

/**
 * One life of the process that tells people, each of one kind of notice in every way that the kind has. What it hands to
 * mail, phones and browsers is a line of the file `HANDED_FILE`. How the life ends is its argument:
 * - `told`: by a power cut once everything is told, and nothing was sent
 * - `handed`: by one once everything was handed over, and nothing of that was noted
 * - `ended`: by itself, once nothing waits any more
 */
const ending = process.argv[2]
const file = process.env.HANDED_FILE ?? ""
if (process.env.NODE_ENV !== "test" || file === "") throw new Error("This is for tests: set NODE_ENV and HANDED_FILE.")

const cut = (): void => void process.kill(process.pid, "SIGKILL")
/** The hour of the letter of the day. */
const now = (): Date => new Date(ending === "told" ? "2027-03-01T10:00:00Z" : "2027-03-01T17:00:00Z")

let handed = 0
/** Notes what was handed over; a life that is to end by it hears of nothing any more. */
async function hand(way: string, to: string, id: string): Promise<void> {
  appendFileSync(file, `${JSON.stringify({ life: ending, way, to, id })}\n`)
  handed++
  if (ending !== "handed") return
  if (handed === kinds.reduce((sum, { channels }) => sum + Object.keys(channels).length, 0)) cut()
  await new Promise(() => {})
}

const { services: s } = await compose(readConfig(process.env, { threads: 1 }), createLog("silent"), {
  now,
  mailer: { kind: "test", send: ({ to, id }) => hand("mail", to, id), close: async () => {} },
  fetchSafely: async (address) => {
    await hand("push", String(address), "")
    return { status: 201, type: "", body: Buffer.alloc(0), url: new URL(address) }
  },
})
s.messenger = { kind: "test", send: ({ to }) => hand("text", to, "") }

// Whether a kind still holds is looked at beside its feature, in whose records that stands; here every one does.
const kinds: readonly NoticeKind<unknown>[] = s.noticeKinds.map(({ name, topic, title, channels, mail }) => {
  return { name, topic, title, channels, mail, write: () => ({ title: name, text: title, path: "/app" }) }
})
s.noticeKinds = kinds

async function tellAll(): Promise<void> {
  for (const [place, kind] of kinds.entries()) {
    const { name, channels } = kind
    await transact(s.db, async (tx) => {
      const isNew = await tx
        .insertInto("accounts")
        .values({ id: name, name, email: `${name}@example.com`, isEmailVerified: true })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst()
      if (isNew) {
        const phone = `+2348030000${String(100 + place)}`
        await tx.updateTable("accounts").set({ phone, isPhoneVerified: true }).where("id", "=", name).execute()
        const all = Object.fromEntries(Object.keys(channels).map((channel) => [channel, true]))
        const wants = { choices: JSON.stringify({ [name]: all }), quietFrom: null, quietUntil: null }
        await tx
          .insertInto("noticeSettings")
          .values({ accountId: name, ...wants })
          .execute()
        const { p256dh: publicKey, auth } = newBrowser().keys
        const endpoint = `https://push.example.com/${name}`
        await tx.insertInto("pushDevices").values({ endpoint, accountId: name, publicKey, auth }).execute()
      }
      await tellPerson(s, tx, kind, { accountId: name, key: "1", facts: null })
    })
  }
}

// Whatever told them may have died before it noted that, and tells them again.
await tellAll()
if (ending === "told") cut()
const atOnce = () => 200
startWorker(s, [sendNotices, { ...mailNotices, concurrency: atOnce }, { ...callPerson, concurrency: atOnce }], {
  backOffFactor: 0,
})
await transact(s.db, (tx) => s.queue.enqueue(tx, sendNotices, {}))
await until(async () => {
  const open = await s.db.selectFrom("noticeDeliveries").select("noticeId").where("endedAt", "is", null).execute()
  return open.length === 0
}, 60_000)
appendFileSync(file, `${JSON.stringify({ life: ending, way: "end", to: "", id: "" })}\n`)
process.exit(0)
