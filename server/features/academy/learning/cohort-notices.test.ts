import { afterAll, beforeAll, expect, test } from "vitest"
import { sendNotices } from "#server/features/identity/notices/send-job.ts"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import { calls } from "#server/testing/records/build-applicant.ts"
import type { TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"
import { tellCohort, watchClasses } from "./cohort-notices-job.ts"

let a: Academy
let learner: TestPerson
let stranger: TestPerson

beforeAll(async () => {
  a = await openAcademy()
  learner = await a.learner()
  stranger = await a.t.signUp()
})
afterAll(() => a.close())

const titles = async (person = learner): Promise<string[]> =>
  (await a.t.request("GET", "/notices", { person })).json().data.map(({ title }: { title: string }) => title)
const told = (title: string) => until(async () => (await titles()).includes(title))
const look = () => watchClasses.run(a.t.s, {}, new AbortController().signal)
const textOf = async (title: string): Promise<string> =>
  (await a.t.request("GET", "/notices", { person: learner }))
    .json()
    .data.find((one: { title: string }) => one.title === title).text

interface Live {
  id: string
  title: string
  startsAt: string
  following: number
  version: number
}

/** Classes of this title as staff list them, in order. */
async function classesOf(title: string): Promise<Live[]> {
  const { data } = await calls(a.t, a.teacher, ["GET", "/operator/learning/classes"])
  return data.classes
    .filter((live: Live) => live.title === title)
    .sort((one: Live, other: Live) => one.startsAt.localeCompare(other.startsAt))
}

const text = { minutes: 60, joinUrl: "https://meet.example.com/a" }

async function addClass(title: string, startsAt: string, repeat?: object): Promise<string> {
  const body = { ...text, cohortId: a.cohortId, title, startsAt, repeat }
  await calls(a.t, a.teacher, ["POST", "/operator/learning/classes"], body, 201)
  return (await classesOf(title))[0]?.id ?? ""
}

const changeClass = ({ id, title, version }: Live, change: object, status = 200) =>
  calls(
    a.t,
    a.teacher,
    ["PATCH", `/operator/learning/classes/${id}`],
    { ...text, title, version, which: "one", ...change },
    status,
  )
const callOff = (id: string, which = "one", status = 200) =>
  calls(a.t, a.teacher, ["POST", `/operator/learning/classes/${id}/cancellation`], { which }, status)

test("a class is told of a day before, an hour before and as it begins, once each, on the reader's own clock", async () => {
  await a.t.request("PATCH", "/notices/settings", { person: learner, body: { timeZone: "America/New_York" } })
  a.clock.set("2027-03-01T09:00:00Z")
  await addClass("Round one", "2027-03-02T10:00:00Z")
  await look()
  expect(await titles()).not.toContain("Within a day: Round one")
  a.clock.set("2027-03-01T10:00:00Z")
  await Promise.all([look(), look()])
  await told("Within a day: Round one")
  expect(await textOf("Within a day: Round one")).toContain("05:00 (New York time, GMT-5)")
  a.clock.set("2027-03-02T09:00:00Z")
  await look()
  await told("Within the hour: Round one")
  a.clock.set("2027-03-02T10:00:00Z")
  await look()
  await look()
  await told("The class begins: Round one")
  await told("New class: Round one")
  expect((await titles()).filter((title) => title.endsWith("Round one"))).toHaveLength(4)
  expect(await titles(stranger)).toEqual([])
})

test("the letter about a class of the evening does not wait for the letter of its day", async () => {
  a.clock.set("2027-03-08T18:30:00Z")
  await addClass("Round by night", "2027-03-09T18:30:00Z")
  await look()
  await until(async () =>
    (await a.t.s.db.selectFrom("capturedMails").select("text").where("recipient", "=", learner.email).execute()).some(
      ({ text }) => text.includes("Within a day: Round by night"),
    ),
  )
})

test("a class that begins in quiet hours is no message after them", async () => {
  const phone = "+2348030000077"
  const values = { phone, isPhoneVerified: true }
  await a.t.s.db.updateTable("accounts").set(values).where("id", "=", learner.accountId).execute()
  const choice = { kind: "class-day", channel: "text", isOn: true }
  const body = { choice, timeZone: "Africa/Lagos", quiet: { from: "21:00", until: "07:00" } }
  await a.t.request("PATCH", "/notices/settings", { person: learner, body })
  a.clock.set("2027-03-15T21:30:00Z")
  await addClass("Round at dawn", "2027-03-16T05:30:00Z")
  await look()
  await told("Within a day: Round at dawn")
  a.clock.set("2027-03-16T06:00:00Z")
  await sendNotices.run(a.t.s, {}, new AbortController().signal)
  const outcome = await until(async () => {
    const ended = await a.t.s.db
      .selectFrom("noticeDeliveries")
      .select("outcome")
      .where("accountId", "=", learner.accountId)
      .where("channel", "=", "text")
      .where("endedAt", "is not", null)
      .executeTakeFirst()
    return ended?.outcome ?? false
  })
  expect(outcome).toBe("silent")
})

test("a class that is taken off the calendar is told of, one that is over is not", async () => {
  a.clock.set("2027-04-01T09:00:00Z")
  const coming = await addClass("Round two", "2027-04-05T10:00:00Z")
  const over = await addClass("Round nought", "2027-03-20T10:00:00Z")
  for (const id of [coming, over]) await callOff(id)
  await callOff(coming, "one", 404)
  await told("No class: Round two")
  expect(await titles()).not.toContain("No class: Round nought")
  // Of several, those alone that are still to come.
  const begun = await addClass("Round and round", "2027-03-29T17:00:00Z", { weekdays: [1], count: 3 })
  await callOff(begun, "following")
  await told("No class: Round and round and the one that follows")
})

test("classes of every week are told of once, moved and called off alone or with all that follow", async () => {
  a.clock.set("2027-04-05T09:00:00Z")
  const body = { ...text, cohortId: a.cohortId, title: "Weekly", startsAt: "2027-04-06T17:00:00Z" }
  const refused = async (repeat: object) => {
    await calls(a.t, a.teacher, ["POST", "/operator/learning/classes"], { ...body, repeat }, 400)
  }
  await refused({ weekdays: [], count: 2 })
  await refused({ weekdays: [2] })
  await refused({ weekdays: [2], count: 2, until: "2027-05-01" })
  await refused({ weekdays: [2], count: 101 })
  await refused({ weekdays: [1], until: "2027-04-11" })
  await addClass("Weekly", "2027-04-06T17:00:00Z", { weekdays: [2, 4], count: 5 })
  const planned = await classesOf("Weekly")
  expect(planned.map(({ startsAt, following }) => [startsAt.slice(5, 16), following])).toEqual([
    ["04-06T17:00", 4],
    ["04-08T17:00", 3],
    ["04-13T17:00", 2],
    ["04-15T17:00", 1],
    ["04-20T17:00", 0],
  ])
  await told("5 new classes: Weekly")
  const [first, second, third] = planned
  if (!first || !second || !third) throw new Error("There are five.")

  // The first was told of already when it is moved to five minutes from now: its cohort hears of the move, and that it is near.
  a.clock.set("2027-04-06T16:30:00Z")
  await look()
  await told("Within the hour: Weekly")
  await changeClass(first, { startsAt: "2027-04-06T16:35:00Z" })
  await told("Moved: Weekly")
  await changeClass(first, { startsAt: "2027-04-06T16:40:00Z" }, 409)
  await look()
  const near = async () => (await titles()).filter((title) => title === "Within the hour: Weekly").length
  await until(async () => (await near()) === 2)
  await changeClass({ ...first, version: 1 }, { startsAt: "2027-04-06T16:00:00Z" }, 409)

  // Third and those that follow go to the day after at another hour, and are told of once.
  await changeClass(third, { startsAt: "2027-04-14T18:00:00Z", which: "following", title: "Weekly, later" })
  await told("Moved: Weekly, later and the 2 that follow")
  expect((await classesOf("Weekly, later")).map(({ startsAt }) => startsAt.slice(5, 16))).toEqual([
    "04-14T18:00",
    "04-16T18:00",
    "04-21T18:00",
  ])
  expect((await classesOf("Weekly")).map(({ startsAt }) => startsAt.slice(5, 16))).toEqual([
    "04-06T16:35",
    "04-08T17:00",
  ])
  await callOff(second.id, "following")
  await told("No class: Weekly and the 3 that follow")
  expect((await classesOf("Weekly")).length + (await classesOf("Weekly, later")).length).toBe(1)
  expect((await titles()).filter((title) => title.includes("Weekly"))).toHaveLength(6)
  // Begun again after a crash, nobody hears of it twice; of what is called off, nothing else is told.
  const jobs = [
    { what: "cancelled", id: second.id, title: "Weekly", startsAt: second.startsAt, more: 3, other: "" },
    { what: "planned", id: first.id, title: "Weekly", startsAt: first.startsAt, more: 4, other: third.startsAt },
  ] as const
  for (const job of jobs) {
    await tellCohort.run(a.t.s, { cohortId: a.cohortId, told: job }, new AbortController().signal)
  }
  expect((await titles()).filter((title) => title.includes("Weekly"))).toHaveLength(6)
  a.clock.set("2027-04-14T17:30:00Z")
  await look()
  expect((await titles()).filter((title) => title.includes("Weekly, later"))).toHaveLength(1)
  // Who left hears of none of it, also where it waits in line already.
  const { key } = await a.t.s.db
    .selectFrom("notices")
    .select("key")
    .where("kind", "=", "class-cancelled")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow()
  const holds = a.t.s.noticeKinds.find(({ name }) => name === "class-cancelled")?.holds
  const hears = () => holds?.(a.t.s.db, { accountId: learner.accountId, key })
  expect(await hears()).toBe(true)
  const leave = (status: "active" | "ended") =>
    a.t.s.db.updateTable("enrolments").set({ status }).where("accountId", "=", learner.accountId).execute()
  await leave("ended")
  expect(await hears()).toBe(false)
  await leave("active")
})

test("what teachers announce and how they answer a task is told of to those whom it concerns", async () => {
  const body = { cohortId: a.cohortId, title: "Bring a pen", body: "We draw." }
  await calls(a.t, a.teacher, ["POST", "/operator/learning/announcements"], body, 201)
  await told("Bring a pen")
  a.clock.set("2027-03-05T09:00:00Z")
  const lessonId = await a.study(learner, "task")
  const sent = await calls(a.t, learner, ["POST", `/learning/lessons/${lessonId}/submissions`], { text: "Mine." }, 201)
  await a.mark(sent.data.id, { state: "again", comment: "Where are the pens?" })
  expect((await titles())[0]).toMatch(/^Please hand in again: /)
  expect(await titles(stranger)).toEqual([])
})

test("what is taken back goes from the lists and from the letters that wait, and nobody is told of it any more", async () => {
  const body = { cohortId: a.cohortId, title: "No class on Friday", body: "It was a mistake." }
  await calls(a.t, a.teacher, ["POST", "/operator/learning/announcements"], body, 201)
  await told("No class on Friday")
  const { data } = await calls(a.t, a.teacher, ["GET", "/operator/learning/announcements"])
  const { id } = data.find(({ title }: { title: string }) => title === "No class on Friday")
  const waiting = () =>
    a.t.s.db
      .selectFrom("noticeDeliveries")
      .innerJoin("notices", "notices.id", "noticeDeliveries.noticeId")
      .select("channel")
      .where("notices.key", "=", id)
      .execute()
  expect(await waiting()).toEqual([{ channel: "mail" }])
  const removed = await a.t.request("DELETE", `/operator/learning/announcements/${id}`, { person: a.teacher })
  expect(removed.statusCode).toBe(204)
  expect(await titles()).not.toContain("No class on Friday")
  expect(await waiting()).toEqual([])
  // A job that was under way meanwhile.
  const late = { cohortId: a.cohortId, told: { what: "announcement", id } } as const
  await tellCohort.run(a.t.s, late, new AbortController().signal)
  expect(await titles()).not.toContain("No class on Friday")
})

test("who leaves before the letter of the day reads nothing in it of announcements, classes and tasks", async () => {
  const leaver = await a.learner()
  a.clock.set("2027-03-08T09:00:00Z")
  const body = { cohortId: a.cohortId, title: "Bring a ruler", body: "We measure." }
  await calls(a.t, a.teacher, ["POST", "/operator/learning/announcements"], body, 201)
  await addClass("Round three", "2027-03-20T10:00:00Z")
  const lessonId = await a.study(leaver, "task")
  const sent = await calls(a.t, leaver, ["POST", `/learning/lessons/${lessonId}/submissions`], { text: "Mine." }, 201)
  await a.mark(sent.data.id, { state: "again", comment: "Longer, please." })
  await until(async () => {
    const heard = await titles(leaver)
    return ["Bring a ruler", "New class: Round three"].every((title) => heard.includes(title))
  })
  await a.t.s.db.updateTable("enrolments").set({ status: "ended" }).where("accountId", "=", leaver.accountId).execute()
  a.clock.set("2027-03-08T17:00:00Z")
  await sendNotices.run(a.t.s, {}, new AbortController().signal)
  const outcomes = await until(async () => {
    const ended = await a.t.s.db
      .selectFrom("noticeDeliveries")
      .innerJoin("notices", "notices.id", "noticeDeliveries.noticeId")
      .select(["kind", "outcome"])
      .where("notices.accountId", "=", leaver.accountId)
      .where("channel", "=", "mail")
      .where("kind", "in", ["announcement", "class-planned", "task-marked"])
      .orderBy("kind")
      .execute()
    return ended.every(({ outcome }) => outcome !== null) && ended.map(({ kind, outcome }) => `${kind} ${outcome}`)
  })
  const silent = outcomes.filter((one, place) => outcomes.indexOf(one) === place)
  expect(silent).toEqual(["announcement silent", "class-planned silent", "task-marked silent"])
})

test("the letters about a place stand on the list too, and no second mail is sent for them", async () => {
  expect(await titles()).toEqual(expect.arrayContaining(["We have your application", "You are in"]))
  const mails = await a.t.s.db
    .selectFrom("capturedMails")
    .select("subject")
    .where("recipient", "=", learner.email)
    .execute()
  expect(mails.filter(({ subject }) => /application/i.test(subject)).length).toBeLessThan(3)
})
