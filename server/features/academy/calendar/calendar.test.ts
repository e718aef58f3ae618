import ICAL from "ical.js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import { calls } from "#server/testing/records/build-applicant.ts"
import { openTestApp, type TestPerson } from "#server/testing/test-app.ts"
import { writeFeed } from "./feed.ts"

let a: Academy
let learner: TestPerson

beforeAll(async () => {
  a = await openAcademy()
  learner = await a.learner("first")
})
afterAll(() => a.close())

const addressOf = async (person: TestPerson): Promise<string> => {
  const { url } = (await calls(a.t, person, ["GET", "/learning/calendar"])).data
  return url.slice(a.t.s.config.publicUrl.length)
}
/** As a calendar asks: without a session. */
const read = (address: string, headers: Record<string, string> = {}) =>
  a.t.app.inject({ method: "GET", url: address, headers })

/** The events of a calendar, as a program that is not ours reads them. */
function eventsOf(
  text: string,
): Record<string, { id: string; starts: string; ends: string; day: boolean; sequence: number; status: unknown }> {
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0")
  const events = calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component)
    expect(event.uid).toMatch(/@/)
    expect(component.getFirstPropertyValue("dtstamp")).not.toBeNull()
    const { startDate, endDate, sequence } = event
    const shown = (time: typeof startDate) => (time.isDate ? time.toString() : time.toJSDate().toISOString())
    const at = { starts: shown(startDate), ends: shown(endDate), day: startDate.isDate, sequence }
    return [event.summary, { id: event.uid, ...at, status: component.getFirstPropertyValue("status") }] as const
  })
  expect(new Set(events.map(([, { id }]) => id)).size).toBe(events.length)
  return Object.fromEntries(events)
}

/** What a calendar file writes in another way. */
const withMarks = "Round two; with, commas\\and"
const live = { minutes: 90, joinUrl: "https://meet.example.com/secret-room" }
const classes = async () => (await calls(a.t, a.teacher, ["GET", "/operator/learning/classes"])).data.classes

test("classes, instalments and days to hand in stand in it, and what is moved or called off changes there", async () => {
  const body = { ...live, cohortId: a.cohortId, title: "Round one", startsAt: "2027-03-02T17:00:00Z" }
  await calls(a.t, a.teacher, ["POST", "/operator/learning/classes"], body, 201)
  await calls(a.t, a.teacher, ["POST", "/operator/learning/classes"], { ...body, title: withMarks }, 201)
  await calls(
    a.t,
    a.teacher,
    ["POST", "/operator/learning/classes"],
    { ...body, title: "Once over", startsAt: "2026-01-02T17:00:00Z" },
    201,
  )
  const task = (await a.modulesOf(learner)).flatMap(({ lessons }) => lessons).find(({ dueOn }) => dueOn !== "")
  const address = await addressOf(learner)
  const first = await read(address)
  expect([first.statusCode, first.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"])
  expect(first.headers["cache-control"]).toBe("private, max-age=0")
  // The link of the call is told on the day, to who is signed in.
  expect(first.body).not.toContain("secret-room")
  const events = eventsOf(first.body)
  const { id } = events["Round one"] ?? { id: "" }
  expect(events["Round one"]).toEqual({
    ...{ id, starts: "2027-03-02T17:00:00.000Z", ends: "2027-03-02T18:30:00.000Z", day: false, sequence: 0 },
    status: "CONFIRMED",
  })
  expect(events[withMarks]).toBeDefined()
  expect(events["Once over"]).toBeUndefined()
  expect(events["Tuition is due"]).toMatchObject({ day: true, status: "CONFIRMED" })
  const unpaid = first.body.match(/SUMMARY:Tuition is due/g)
  expect(unpaid).toHaveLength(2)
  if (task) expect(events[`Hand in: ${task.title}`]).toMatchObject({ starts: task.dueOn, day: true })

  const again = await read(address, { "if-none-match": String(first.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ""])
  const listed = await classes()
  const of = (title: string) => listed.find((each: { title: string }) => each.title === title)
  const change = { ...live, title: "Round one", startsAt: "2027-03-03T18:00:00Z", which: "one", version: 0 }
  await calls(a.t, a.teacher, ["PATCH", `/operator/learning/classes/${of("Round one").id}`], change)
  await calls(a.t, a.teacher, ["POST", `/operator/learning/classes/${of(withMarks).id}/cancellation`], { which: "one" })
  const changed = await read(address, { "if-none-match": String(first.headers.etag) })
  expect(changed.statusCode).toBe(200)
  const now = eventsOf(changed.body)
  expect(now["Round one"]).toMatchObject({ id, starts: "2027-03-03T18:00:00.000Z", sequence: 1, status: "CONFIRMED" })
  expect(now[withMarks]).toMatchObject({ sequence: 1, status: "CANCELLED" })
})

test("its address opens it to nobody else, ends when it is renewed, and with the place", async () => {
  const stranger = await a.t.signUp()
  expect(eventsOf((await read(await addressOf(stranger))).body)).toEqual({})
  const address = await addressOf(learner)
  expect(await addressOf(learner)).toBe(address)
  const wrong = new URL(address, "https://x.example")
  wrong.searchParams.set("account", stranger.accountId)
  for (const url of [`${wrong.pathname}${wrong.search}`, `${address}x`, "/calendar.ics?account=nobody&key=a"]) {
    expect((await read(url)).statusCode).toBe(404)
  }
  for (const url of ["/calendar.ics", `/calendar.ics?account=a&key=${"k".repeat(200)}`]) {
    expect((await read(url)).statusCode).toBe(400)
  }
  const { data } = await calls(a.t, learner, ["POST", "/learning/calendar/renewal"], {})
  expect((await read(address)).statusCode).toBe(404)
  const renewed = data.url.slice(a.t.s.config.publicUrl.length)
  expect(await addressOf(learner)).toBe(renewed)
  expect(Object.keys(eventsOf((await read(renewed)).body)).length).toBeGreaterThan(2)
  const set = (status: "ended" | "active") =>
    a.t.s.db.updateTable("enrolments").set({ status }).where("accountId", "=", learner.accountId).execute()
  await set("ended")
  expect(eventsOf((await read(renewed)).body)).toEqual({})
  await set("active")
  const block = (isBlocked: boolean) =>
    a.t.s.db.updateTable("accounts").set({ isBlocked }).where("id", "=", learner.accountId).execute()
  await block(true)
  expect((await read(renewed)).statusCode).toBe(404)
  await block(false)
  for (const path of ["/learning/calendar", "/learning/calendar/renewal"]) {
    expect((await a.t.request(path.endsWith("l") ? "POST" : "GET", path, { body: {} })).statusCode).toBe(401)
  }
})

test("an address that is ended answers nobody, and the next one is another", async () => {
  const ends = await a.t.signUp()
  const address = await addressOf(ends)
  expect((await read(address)).statusCode).toBe(200)
  expect((await calls(a.t, ends, ["DELETE", "/learning/calendar"])).data).toEqual({ url: null })
  expect((await read(address)).statusCode).toBe(404)
  expect((await calls(a.t, ends, ["GET", "/learning/calendar"])).data).toEqual({ url: null })
  const again = (await calls(a.t, ends, ["POST", "/learning/calendar/renewal"], {})).data.url
  expect((await read(again.slice(a.t.s.config.publicUrl.length))).statusCode).toBe(200)
  expect((await read(address)).statusCode).toBe(404)
  expect((await a.t.request("DELETE", "/learning/calendar")).statusCode).toBe(401)
})

test("calendars that ask too often are told to wait, each for itself", async () => {
  const t = await openTestApp({ settings: { RATE_LIMIT_FACTOR: "1" } })
  const feedOf = async (): Promise<() => Promise<number>> => {
    const { url } = (await calls(t, await t.signUp(), ["GET", "/learning/calendar"])).data
    return async () => (await t.app.inject({ url: url.slice(t.s.config.publicUrl.length) })).statusCode
  }
  const [eager, calm] = [await feedOf(), await feedOf()]
  const codes = new Map<number, number>()
  for (let n = 0; n < 61; n++) {
    const code = await eager()
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  expect(Object.fromEntries(codes)).toEqual({ 200: 60, 429: 1 })
  expect(await calm()).toBe(200)
  await t.close()
})

test.each([
  // Six in the evening in London, before and after its clock changes on 28 March 2027.
  ["2027-03-26T18:00:00Z", "2027-03-26T18:00:00.000Z"],
  ["2027-04-02T17:00:00Z", "2027-04-02T17:00:00.000Z"],
])("a class at %s is at that moment in every zone", (startsAt, shown) => {
  const entry = {
    ...{ id: "c", revision: 0, title: "Class", text: "", path: "/learn", isCancelled: false },
    ...{ changedAt: new Date("2027-01-01T00:00:00Z"), at: { startsAt: new Date(startsAt), minutes: 60 } },
  }
  const day = { ...entry, id: "d", title: "Day", at: { day: "2027-03-28" } }
  const events = eventsOf(writeFeed([entry, day], "https://academy.example.com"))
  expect(events.Class?.starts).toBe(shown)
  expect(events.Day).toMatchObject({ starts: "2027-03-28", ends: "2027-03-29", day: true })
})
