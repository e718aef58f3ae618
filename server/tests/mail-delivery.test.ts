import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { hangUp, startMailServer, type TestMailServer } from "#server/adapters/mail/test-server.ts"
import { transact } from "#server/db/open.ts"
import { listUndelivered, resendIn } from "#server/mail/send-mail.ts"
import { jobsChannel } from "#server/platform/jobs/queue.ts"
import { notify } from "#server/platform/realtime/notifications.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

let server: TestMailServer
let t: TestApp

beforeAll(async () => {
  server = await startMailServer()
  t = await openTestApp({
    settings: { MAIL_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: "Aworan <hello@aworan.example>" },
    backOffFactor: 1,
  })
})
afterAll(async () => {
  await t.close()
  await server.close()
})
beforeEach(() => {
  server.replies.clear()
  server.received.length = 0
})

function askForMail(person: TestPerson) {
  return t.request("POST", "/v1/account/verification", {
    person,
    body: { url: "http://localhost:3000/verify-user" },
  })
}

interface WaitingJob {
  attempts: number
  /** Seconds from now to the next attempt. */
  pause: number
}

async function waitingJob(): Promise<WaitingJob | undefined> {
  const { rows } = await sql<WaitingJob>`
    select retry_count as attempts, extract(epoch from start_after - now())::float as pause
    from jobs.job where name = 'one-time-tokens.mail-secret' and state = 'retry'`.execute(t.s.db)
  return rows[0]
}

/** Lets the pause before the next attempt pass. */
async function passTime(): Promise<void> {
  await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(t.s.db)
  await notify(t.s.db, jobsChannel, "one-time-tokens.mail-secret")
}

const messageId = (raw: string): string => raw.match(/^Message-ID: (.*)$/im)?.[1] ?? ""

test("a mail that is put off comes again after ten seconds, then a minute, with the same Message-ID", async () => {
  const person = await t.signUp()
  server.replies.set("RCPT", "451 come back later")
  await askForMail(person)
  const first = await until(waitingJob)
  expect(first.pause).toBeGreaterThan(8)
  expect(first.pause).toBeLessThan(10.1)

  await passTime()
  const second = await until(async () => {
    const next = await waitingJob()
    return next && next.attempts === 1 && next.pause > 0 ? next : null
  })
  expect(second.pause).toBeGreaterThan(55)
  expect(second.pause).toBeLessThan(60.1)

  // The text is taken, and the answer gets lost: the next one must be recognised as the same mail.
  server.replies.delete("RCPT")
  server.replies.set(".", hangUp)
  await passTime()
  await until(async () => (await waitingJob())?.attempts === 2 && ((await waitingJob())?.pause ?? 0) > 0)
  server.replies.clear()
  await passTime()
  const [lost, mail] = await until(async () => server.received.length === 2 && server.received)
  if (!lost || !mail) throw new Error("Two copies were expected.")
  expect(mail.recipients).toEqual([person.email])
  expect(messageId(lost.raw)).toBe(messageId(mail.raw))
  const { rows } = await sql<{ id: string }>`
    select id from account_tokens where account_id = ${person.accountId}`.execute(t.s.db)
  expect(messageId(mail.raw)).toBe(`<${rows[0]?.id}@aworan.example>`)
  expect(await listUndelivered(t.s.db)).toEqual([])
})

test("a mail that is refused for good is kept and counted, and can be sent again", async () => {
  const person = await t.signUp()
  server.replies.set("RCPT", "550 no such mailbox")
  await askForMail(person)
  const [kept] = await until(async () => {
    const mails = await listUndelivered(t.s.db)
    return mails.length > 0 && mails
  })
  expect(kept).toMatchObject({ job: "one-time-tokens.mail-secret", accountId: person.accountId, outcome: "refused" })
  expect(kept?.reason).toContain("no such mailbox")
  expect(JSON.stringify(kept?.payload)).not.toMatch(/secret=|[0-9a-f]{64}/)
  expect(await t.s.metrics.registry.getSingleMetricAsString("aworan_mails_total")).toContain('outcome="refused"} 1')
  expect(server.received).toEqual([])

  server.replies.clear()
  const resend = () => transact(t.s.db, (tx) => resendIn(t.s, tx, [kept?.id ?? ""]))
  expect(await resend()).toHaveLength(1)
  await until(async () => server.received[0])
  expect(await resend()).toEqual([])
})

test("a mail that never arrives is given up after a day and a half, with the reason", async () => {
  const person = await t.signUp()
  server.replies.set("RCPT", "451 come back later")
  await askForMail(person)
  for (let attempt = 0; attempt < 7; attempt++) {
    await until(async () => {
      const waiting = await waitingJob()
      return waiting?.attempts === attempt && waiting.pause > 0
    })
    await passTime()
  }
  const kept = await until(async () => (await listUndelivered(t.s.db)).find((mail) => mail.outcome === "given_up"))
  expect(kept).toMatchObject({ accountId: person.accountId })
  expect(kept.reason).toContain("come back later")
})
