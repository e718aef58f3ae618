import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { noticeDays } from "#contract/identity/notices.ts"
import { transact } from "#server/db/open.ts"
import { announced, certificateIssued, classNotices } from "#server/features/academy/learning/notices.ts"
import { paymentArrived } from "#server/features/money/payments/notices.ts"
import { workDone, workFailed } from "#server/features/studio/runs/notices.ts"
import { modelReady } from "#server/features/studio/trainings/notices.ts"
import type { SafePost } from "#server/platform/providers/safe-fetch.ts"
import { answerPush, newBrowser } from "#server/testing/providers/push-service.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { callPerson, mailNotices } from "./deliver-jobs.ts"
import { dueAt } from "./due.ts"
import { handOver } from "./queries.ts"
import { sendNotices, sweepNotices } from "./send-job.ts"
import { tellPerson } from "./service.ts"

let t: TestApp
let person: TestPerson
let clock: Date
let pushes: { address: string; post: SafePost | undefined }[]
/** In place of what the push service would say to the next ones. */
let pushStatuses: number[]

beforeAll(async () => {
  t = await openTestApp({
    settings: { PUBLIC_URL: "https://studio.example.com", MAIL_URL: "captured", MESSAGES: "captured" },
    replace: {
      fetchSafely: async (address, { post }) => {
        pushes.push({ address: String(address), post })
        const answer = post ? answerPush(new URL(address), post, Date.now() / 1_000) : 405
        return { status: pushStatuses.shift() ?? answer, type: "", body: Buffer.alloc(0), url: new URL(address) }
      },
    },
  })
  t.s.now = () => clock
})
afterAll(() => t.close())

beforeEach(async () => {
  clock = new Date("2027-03-01T10:00:00Z")
  pushes = []
  pushStatuses = []
  person = await t.signUp({ isVerified: true })
})

const model = (n: string) => ({ key: n, facts: { title: `Bags ${n}`, failure: null } })
const tell = (n: string, who = person) =>
  transact(t.s.db, (tx) => tellPerson(t.s, tx, modelReady, { accountId: who.accountId, ...model(n) }))
const certify = (code: string, who = person) => {
  const facts = { code, program: "Systems" }
  return transact(t.s.db, (tx) =>
    tellPerson(t.s, tx, certificateIssued, { accountId: who.accountId, key: code, facts }),
  )
}
const look = () => sendNotices.run(t.s, {}, new AbortController().signal)
const mails = (who = person) =>
  t.s.db.selectFrom("capturedMails").selectAll().where("recipient", "=", who.email).orderBy("id").execute()
const messages = (phone: string) =>
  t.s.db.selectFrom("capturedMessages").selectAll().where("recipient", "=", phone).execute()
const list = async (who = person) => (await t.request("GET", "/notices", { person: who })).json()
const change = (body: object, who = person) => t.request("PATCH", "/notices/settings", { person: who, body })
/** Nothing of this person is to be sent any more. */
const untilQuiet = (who = person) =>
  until(async () => {
    const open = await t.s.db
      .selectFrom("noticeDeliveries")
      .select("noticeId")
      .where("accountId", "=", who.accountId)
      .where("endedAt", "is", null)
      .where("dueAt", "<=", clock)
      .execute()
    return open.length === 0
  })
const outcomes = async (who = person) =>
  (
    await t.s.db
      .selectFrom("noticeDeliveries")
      .select(["channel", "outcome"])
      .where("accountId", "=", who.accountId)
      .orderBy("noticeId")
      .orderBy("channel")
      .execute()
  ).map(({ channel, outcome }) => `${channel} ${outcome}`)
/** A number that is confirmed, and text messages for a kind. */
async function withPhone(kind: string): Promise<string> {
  const phone = `+23480${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`
  const values = { phone, isPhoneVerified: true }
  await t.s.db.updateTable("accounts").set(values).where("id", "=", person.accountId).execute()
  expect((await change({ choice: { kind, channel: "text", isOn: true } })).statusCode).toBe(200)
  return phone
}

describe("the list", () => {
  test("has each thing once, newest first, and what is read on one device is read on all", async () => {
    for (const n of ["1", "2", "2", "3"]) await tell(n)
    const { data, unread } = await list()
    expect(data.map(({ title }: { title: string }) => title)).toEqual([
      "Your model Bags 3 is ready",
      "Your model Bags 2 is ready",
      "Your model Bags 1 is ready",
    ])
    expect(unread).toBe(3)
    const read = (id: string, andBefore: boolean) =>
      t.request("POST", "/notices/read", { person, body: { id, andBefore } })
    expect((await read(data[0].id, false)).json()).toEqual({ data: { unread: 2 } })
    expect((await list()).data.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([true, false, false])
    expect((await read(data[0].id, true)).json()).toEqual({ data: { unread: 0 } })
    const other = await t.signUp()
    expect((await list(other)).data).toEqual([])
    await t.request("POST", "/notices/read", { person: other, body: { id: data[0].id, andBefore: true } })
    expect((await t.request("GET", "/notices")).statusCode).toBe(401)
  })

  test("comes page by page", async () => {
    for (let n = 0; n < 32; n++) await tell(String(n))
    const first = await list()
    const second = (await t.request("GET", `/notices?before=${first.nextCursor}`, { person })).json()
    expect([first.data.length, second.data.length, second.nextCursor]).toEqual([30, 2, null])
    expect((await t.request("GET", "/notices?before=x", { person })).statusCode).toBe(400)
  })

  test("keeps what it has for as many days as is said, and no longer", async () => {
    await tell("1")
    const told = clock.getTime()
    const sweepAfter = async (days: number) => {
      clock = new Date(told + days * 86_400_000)
      await sweepNotices.run(t.s, {}, new AbortController().signal)
      return (await list()).data.length
    }
    expect(await sweepAfter(noticeDays)).toBe(1)
    expect(await sweepAfter(noticeDays + 1)).toBe(0)
  })

  test("is not left half told: a change that is undone tells nobody", async () => {
    const undone = transact(t.s.db, async (tx) => {
      await tellPerson(t.s, tx, modelReady, { accountId: person.accountId, ...model("1") })
      throw new Error("undone")
    })
    await expect(undone).rejects.toThrow("undone")
    expect((await list()).unread).toBe(0)
  })
})

describe("mails", () => {
  test("of one day are one letter, at the hour that the person chose, with a link that ends them", async () => {
    await change({ dailyAt: "17:30", timeZone: "Africa/Lagos" })
    for (const n of ["1", "2", "3"]) await tell(n)
    clock = new Date("2027-03-01T16:29:00Z")
    await look()
    expect(await mails()).toEqual([])
    clock = new Date("2027-03-01T16:30:00Z")
    await Promise.all([look(), look(), look()])
    await untilQuiet()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.subject).toContain("3 things happened")
    for (const n of ["1", "2", "3"]) expect(mail?.text).toContain(`Your model Bags ${n} is ready`)
    expect(mail?.text).toContain(mail?.unsubscribe)
    await look()
    expect(await mails()).toHaveLength(1)
  })

  test("of what cannot wait go at once, and take along what waits", async () => {
    await tell("1")
    await certify("AAAA-1111")
    await untilQuiet()
    const [mail] = await until(async () => {
      const found = await mails()
      return found.length > 0 && found
    })
    expect(mail?.text).toContain("Your certificate is ready")
    expect(mail?.text).toContain("Bags 1")
    clock = new Date("2027-03-01T20:00:00Z")
    await look()
    expect(await mails()).toHaveLength(1)
  })

  test("leave out what was read meanwhile, and whoever left or is suspended", async () => {
    await tell("1")
    await tell("2")
    const { data } = await list()
    await t.request("POST", "/notices/read", { person, body: { id: data[0].id, andBefore: false } })
    const suspended = await t.signUp({ isVerified: true })
    const unproved = await t.signUp()
    for (const who of [suspended, unproved]) await tell("1", who)
    await t.s.db.updateTable("accounts").set({ isBlocked: true }).where("id", "=", suspended.accountId).execute()
    const gone = await t.signUp({ isVerified: true })
    await tell("1", gone)
    await t.s.db.deleteFrom("accounts").where("id", "=", gone.accountId).execute()
    clock = new Date("2027-03-02T10:00:00Z")
    await look()
    for (const who of [person, suspended, unproved]) await untilQuiet(who)
    expect((await mails()).map(({ subject }) => subject)).toEqual(["Your model Bags 1 is ready"])
    for (const who of [suspended, unproved, gone]) expect(await mails(who)).toEqual([])
    expect(await outcomes(suspended)).toEqual(["mail silent"])
  })

  test("end by the link without signing in, by a press or by a mail program, and by no changed link", async () => {
    await certify("AAAA-2222")
    const mail = await until(async () => (await mails())[0])
    const link = new URL(mail.unsubscribe)
    const path = `${link.pathname}${link.search}`
    const page = await t.request("GET", path)
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
    expect((await t.request("GET", "/notices/settings", { person })).json().data.isMailOff).toBe(false)
    const post = (to: string) =>
      t.app.inject({
        method: "POST",
        url: to,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: "List-Unsubscribe=One-Click",
      })
    expect((await post(path.replace(/key=.../, "key=abc"))).statusCode).toBe(404)
    expect((await post(path)).statusCode).toBe(200)
    expect((await t.request("GET", "/notices/settings", { person })).json().data.isMailOff).toBe(true)
    await certify("AAAA-3333")
    await untilQuiet()
    expect(await mails()).toHaveLength(1)
    expect((await list()).unread).toBe(2)
  })

  test("that a process sent and had no time to note are there once", async () => {
    await certify("AAAA-4444")
    await until(async () => (await mails())[0])
    await untilQuiet()
    const { sendingId } = await t.s.db
      .updateTable("noticeDeliveries")
      .set({ endedAt: null, outcome: null })
      .where("accountId", "=", person.accountId)
      .where("channel", "=", "mail")
      .returning("sendingId")
      .executeTakeFirstOrThrow()
    const payload = { letterId: sendingId ?? "", accountId: person.accountId }
    await mailNotices.run(t.s, payload, new AbortController().signal)
    expect(await mails()).toHaveLength(1)
  })
})

describe("text messages", () => {
  test("go to whoever chose them, once, and never in quiet hours", async () => {
    const phone = await withPhone("model-ready")
    await change({ quiet: { from: "21:00", until: "07:00" }, timeZone: "Africa/Lagos" })
    await tell("1")
    await until(async () => (await messages(phone)).length === 1)
    clock = new Date("2027-03-01T21:30:00Z")
    await tell("2")
    await look()
    expect(await messages(phone)).toHaveLength(1)
    clock = new Date("2027-03-02T06:00:00Z")
    await look()
    await until(async () => (await messages(phone)).length === 2)
    expect((await messages(phone))[1]?.text).toContain("https://studio.example.com/training-dataset")
  })

  test("whose next try falls into quiet hours wait until they are over", async () => {
    const phone = await withPhone("model-ready")
    clock = new Date("2027-03-01T20:30:00Z")
    await tell("1")
    const sendingId = `failing-${person.accountId}`
    await t.s.db
      .updateTable("noticeDeliveries")
      .set({ sendingId, dueAt: new Date("2027-03-01T19:59:00Z") })
      .where("accountId", "=", person.accountId)
      .where("channel", "=", "text")
      .execute()
    await callPerson.run(t.s, { sendingId, accountId: person.accountId }, new AbortController().signal)
    await look()
    expect(await messages(phone)).toEqual([])
    clock = new Date("2027-03-02T06:00:00Z")
    await look()
    await until(async () => (await messages(phone)).length === 1)
  })

  test("are not sent again by the process that follows one that died while it sent", async () => {
    const phone = await withPhone("model-ready")
    clock = new Date("2027-03-01T21:30:00Z")
    await tell("1")
    const sendingId = `dying-${person.accountId}`
    await t.s.db
      .updateTable("noticeDeliveries")
      .set({ sendingId, dueAt: clock })
      .where("accountId", "=", person.accountId)
      .where("channel", "=", "text")
      .execute()
    expect(await handOver(t.s.db, sendingId, clock)).toBe(true)
    await callPerson.run(t.s, { sendingId, accountId: person.accountId }, new AbortController().signal)
    expect(await messages(phone)).toEqual([])
    expect(await outcomes()).toContain("text sent")
  })
})

describe("push", () => {
  const browser = newBrowser()
  const device = (name: string) => ({
    endpoint: `https://push.example.com/${name}`,
    keys: browser.keys,
  })
  const add = (name: string) => t.request("POST", "/notices/devices", { person, body: device(name) })

  test("reaches each browser of the person, sealed and signed, and forgets those that are gone", async () => {
    for (const name of ["phone", "laptop"]) expect((await add(name)).statusCode).toBe(200)
    await tell("1")
    await until(async () => pushes.length === 2)
    const [{ address, post } = { address: "", post: undefined }] = pushes
    expect(address).toBe("https://push.example.com/phone")
    const headers = Object.fromEntries(Object.entries(post?.headers ?? {}).map(([n, v]) => [n.toLowerCase(), v]))
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" })
    const settings = (await t.request("GET", "/notices/settings", { person })).json().data
    expect(headers.authorization).toMatch(new RegExp(`^vapid t=.+, k=${settings.pushKey}$`))
    const [notice] = (await list()).data
    const { id, title, text, path } = notice
    expect(browser.open(post?.body ?? Buffer.alloc(0))).toEqual({ id, title, text, path })
    expect(() => newBrowser().open(post?.body ?? Buffer.alloc(0))).toThrow()
    await untilQuiet()
    expect(await outcomes()).toContain("push sent")
    pushStatuses = [410, 410]
    await tell("2")
    await until(async () => pushes.length === 4)
    await untilQuiet()
    expect((await t.request("GET", "/notices/settings", { person })).json().data.pushDevices).toBe(0)
  })

  test("tells of work that was ordered, once, also when the service was busy at first", async () => {
    person = await t.signUp({ credits: 20 })
    await add("phone")
    pushStatuses = [429, 503]
    const order = { prompt: "[fail] a clay pot", aspect_ratio: "1:1" }
    expect((await t.request("POST", "/image-gen-with-flux-1.1", { person, body: order })).statusCode).toBe(502)
    await until(async () => (await outcomes()).includes("push sent"))
    expect(pushes).toHaveLength(3)
    const opened = pushes.map(({ post }) => browser.open(post?.body ?? Buffer.alloc(0)))
    const [notice] = (await list()).data
    expect(opened[2]).toMatchObject({ id: notice.id, text: expect.stringContaining("5 credits are back.") })
    // Where the first two were shown after all, they have the same name: the browser shows one.
    expect(new Set(opened.map((one) => JSON.stringify(one))).size).toBe(1)
    await look()
    await untilQuiet()
    expect(pushes).toHaveLength(3)
  })

  test.each([
    ["a key that is no point of the curve", { p256dh: `B${"A".repeat(86)}` }],
    ["a secret that is too short", { auth: "A".repeat(20) }],
  ])("is not kept with %s, for which nothing could be sealed", async (_, wrong) => {
    const body = { ...device("a"), keys: { ...device("a").keys, ...wrong } }
    expect((await t.request("POST", "/notices/devices", { person, body })).statusCode).toBe(400)
  })

  test.each([
    ["http://push.example.com/a", 400],
    ["https://push.example.com/a\u0000", 400],
    ["https://push.example.com/a\ud800", 400],
    ["https://push.example.com/a", 200],
  ])("takes the address %s with %i", async (endpoint, status) => {
    const body = { ...device("a"), endpoint }
    expect((await t.request("POST", "/notices/devices", { person, body })).statusCode).toBe(status)
  })

  test("has no more than ten browsers of one person", async () => {
    for (let n = 0; n < 11; n++) await add(String(n))
    expect((await t.request("GET", "/notices/settings", { person })).json().data.pushDevices).toBe(10)
  })
})

describe("choices", () => {
  test("are refused for a kind or a way that there is not, for no zone and no time", async () => {
    for (const body of [
      { choice: { kind: "nothing", channel: "mail", isOn: true } },
      { choice: { kind: paymentArrived.name, channel: "mail", isOn: false } },
      { timeZone: "Mars/Olympus" },
      { dailyAt: "25:00" },
    ]) {
      expect((await change(body)).statusCode).toBe(400)
    }
  })

  test("that are switched off after something was put in line hold for it too", async () => {
    await tell("1")
    await change({ choice: { kind: "model-ready", channel: "mail", isOn: false } })
    clock = new Date("2027-03-02T10:00:00Z")
    await look()
    await untilQuiet()
    expect(await mails()).toEqual([])
  })
})

describe("when something is due", () => {
  const settings = {
    choices: {},
    isMailOff: false,
    dailyAt: "18:00",
    quietFrom: "21:00",
    quietUntil: "07:00",
    timeZone: "Europe/London",
  }
  test.each([
    // The clock goes forward in London on 28 March 2027, and back on 31 October.
    ["Europe/London", "2027-03-27T22:30:00Z", "2027-03-28T06:00:00.000Z"],
    ["Europe/London", "2027-10-30T22:30:00Z", "2027-10-31T07:00:00.000Z"],
    ["Africa/Lagos", "2027-03-27T22:30:00Z", "2027-03-28T06:00:00.000Z"],
    ["America/New_York", "2027-03-14T02:30:00Z", "2027-03-14T11:00:00.000Z"],
    ["Pacific/Kiritimati", "2027-03-27T12:00:00Z", "2027-03-27T17:00:00.000Z"],
    ["Africa/Lagos", "2027-03-27T12:00:00Z", "2027-03-27T12:00:00.000Z"],
  ])("in %s at %s, quiet hours end at %s", (timeZone, now, due) => {
    expect(dueAt(workDone, "push", { ...settings, timeZone }, new Date(now)).toISOString()).toBe(due)
  })

  test.each([
    ["Europe/London", "2027-03-28T12:00:00Z", "2027-03-28T17:00:00.000Z"],
    ["Africa/Lagos", "2027-03-28T17:00:00Z", "2027-03-28T17:00:00.000Z"],
    ["Africa/Lagos", "2027-03-28T17:00:01Z", "2027-03-29T17:00:00.000Z"],
  ])("in %s at %s, the letter of the day goes at %s", (timeZone, now, due) => {
    expect(dueAt(workFailed, "mail", { ...settings, timeZone }, new Date(now)).toISOString()).toBe(due)
  })

  test("what cannot wait goes at once", () => {
    const now = new Date("2027-03-28T23:00:00Z")
    expect(dueAt(certificateIssued, "mail", settings, now)).toBe(now)
  })
})

test("a class that was taken off the calendar, or has begun, is told of by the list alone", async () => {
  const phone = await withPhone("class-hour")
  clock = new Date("2027-03-01T21:30:00Z")
  const facts = { title: "Round one", startsAt: new Date("2027-03-01T22:30:00Z"), words: "now" }
  const given = { accountId: person.accountId, key: "no-class@0", facts }
  await transact(t.s.db, (tx) => tellPerson(t.s, tx, classNotices.hour, given))
  clock = new Date("2027-03-02T06:00:00Z")
  await look()
  await untilQuiet()
  expect(await messages(phone)).toEqual([])
  expect((await list()).data).toHaveLength(1)
})

test("a kind that is not in the list of kinds cannot be told of", async () => {
  const stray = { ...announced, name: "stray" }
  const told = transact(t.s.db, (tx) =>
    tellPerson(t.s, tx, stray, { accountId: person.accountId, key: "1", facts: { title: "a" } }),
  )
  await expect(told).rejects.toThrow("composition/notice-kinds.ts")
})
