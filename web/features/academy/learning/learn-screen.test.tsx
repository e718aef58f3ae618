import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { getJourney } from "#contract/academy/admissions.ts"
import { endCalendarFeed, getCalendarFeed, renewCalendarFeed } from "#contract/academy/calendar-feed.ts"
import { getPortal, joinClass, type LiveClass, type Portal } from "#contract/academy/learning.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { LearnScreen } from "./learn-screen.tsx"

const minuteMs = 60_000
const startsAt = "2027-03-02T17:00:00.000Z"

/** What a server that says this time tells of one class of an hour. */
function portalAt(now: number, start = Date.parse(startsAt)): Portal {
  const end = start + 60 * minuteMs
  const live: LiveClass = {
    id: "one",
    title: "Week one",
    startsAt: new Date(start).toISOString(),
    minutes: 60,
    hasAttended: false,
    isOpen: now >= start - 15 * minuteMs && now < end,
  }
  const isOver = now >= end
  return {
    placeId: "place",
    cohortId: "",
    places: [],
    programId: "systems_intergration",
    programName: "Systems Integration",
    cohort: 3,
    cohortLabel: "Cohort 3 Fellows",
    startsOn: "2027-03-01",
    tuition: "settled",
    ...{ progress: { done: 0, all: 8 }, phases: [], announcements: [], people: [], certificate: null },
    now: new Date(now).toISOString(),
    next: isOver
      ? { kind: "nothing" }
      : { kind: "class", classId: live.id, title: live.title, startsAt: live.startsAt },
    classes: isOver ? [] : [live],
  }
}

/** Opens the page at a moment of the server, on a device whose clock is ahead of it by so many minutes. */
async function openAt(moment: string, { ahead = 0, start }: { ahead?: number; start?: number } = {}): Promise<FakeApi> {
  vi.setSystemTime(Date.parse(moment) + ahead * minuteMs)
  const api = fakeApi()
  signedIn(api)
  api.answer(getPortal, () => ({ data: portalAt(Date.now() - ahead * minuteMs, start) }))
  renderScreen(<LearnScreen />, { at: "/learn" })
  await screen.findByRole("heading", { name: "Live classes" })
  return api
}

/** Longest time that a call takes while time passes, in ms. */
const stepMs = 5_000

/** Lets time pass, in steps after which every call is answered. */
async function pass(minutes: number): Promise<void> {
  for (let left = minutes * minuteMs; left > 0; left -= stepMs) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(Math.min(left, stepMs))
      await networkAtRest()
    })
  }
}

/** Ways into the class: one where it stands first, one among the live classes. */
const joins = () => screen.queryAllByRole("button", { name: "Join" }).length
const show = (state: DocumentVisibilityState) => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state)
  return act(async () => void fireEvent(document, new Event("visibilitychange", { bubbles: true })))
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  ["right", 0],
  ["an hour behind", -60],
  ["an hour ahead", 60],
])("the door of a class opens and closes on a page that waits for it, with a clock that is %s", async (_, ahead) => {
  const api = await openAt("2027-03-02T16:40:00.000Z", { ahead })
  screen.getByText(/in 20 minutes$/)
  await pass(4)
  expect(joins()).toBe(0)
  await pass(2)
  await waitFor(() => expect(joins()).toBe(2))
  await pass(70)
  expect(joins()).toBe(2)
  await pass(5)
  await screen.findByText("No class is on the calendar yet.")
  expect(joins()).toBe(0)
  expect(api.callsOf(getPortal).length).toBeLessThan(25)
})

test("the phases and their modules stand in the section that the welcome names", async () => {
  await openAt("2027-03-02T16:00:00.000Z")
  const section = screen.getByRole("region", { name: "Modules" })
  expect(within(section).getByRole("heading", { level: 2 }).textContent).toBe("Modules")
})

test("modules whose lessons are still to come are told and count as not done", async () => {
  const text = { kind: "text" as const, minutes: 5, lock: null, dueOn: "" }
  const lesson = (id: string, isDone: boolean) => ({ ...text, id, title: id, isDone })
  const facts = { description: "", outcomes: [], opensOn: "", isOpen: true }
  const module = (id: string, lessons: ReturnType<typeof lesson>[], isElective = false) => ({
    ...facts,
    ...{ id, title: id, lessons, isElective },
  })
  const now = Date.parse("2027-03-02T16:00:00.000Z")
  const api = fakeApi()
  signedIn(api)
  const modules = [module("one", [lesson("a", true), lesson("b", true)]), module("two", []), module("extra", [], true)]
  api.answer(getPortal, {
    data: { ...portalAt(now), progress: { done: 2, all: 2 }, phases: [{ name: "Phase 1", points: [], modules }] },
  })
  renderScreen(<LearnScreen />, { at: "/learn" })
  await screen.findByText("2 of 2 lessons done, more come with 1 module")
  expect(screen.getByRole("progressbar", { name: "Modules done" }).getAttribute("aria-valuenow")).toBe("50")
})

test("the next class is joined where it stands first", async () => {
  const api = await openAt("2027-03-02T16:50:00.000Z")
  api.answer(joinClass, ({ params: { classId } }) => ({ data: { joinUrl: `https://meet.example/${classId}` } }))
  const opened = vi.spyOn(window, "open").mockReturnValue(null)
  const next = screen.getByRole("heading", { level: 2, name: "Week one" }).parentElement?.parentElement
  fireEvent.click(within(next ?? document.body).getByRole("button", { name: "Join" }))
  await screen.findByRole("link", { name: "Open the class, in a new tab" })
  expect(opened).toHaveBeenCalledExactlyOnceWith("https://meet.example/one", "_blank", "noreferrer")
})

test("a page that was in the background shows the open door when it comes back, and asks nothing before", async () => {
  const api = await openAt("2027-03-02T16:40:00.000Z")
  await show("hidden")
  await pass(12.5)
  expect([joins(), api.callsOf(getPortal).length]).toEqual([0, 1])
  await show("visible")
  await waitFor(() => expect(joins()).toBe(2))
})

test("a look that was not answered is repeated until the door shows", async () => {
  const api = await openAt("2027-03-02T16:40:00.000Z")
  api.refuse(getPortal, "general_rate_limit_exceeded", "Too many calls")
  await pass(6)
  expect(joins()).toBe(0)
  api.answer(getPortal, () => ({ data: portalAt(Date.now()) }))
  await pass(1)
  await waitFor(() => expect(joins()).toBe(2))
})

test("a class that is brought forward within the hour before it is seen", async () => {
  const api = await openAt("2027-03-02T16:05:00.000Z")
  api.answer(getPortal, () => ({ data: portalAt(Date.now(), Date.parse("2027-03-02T16:20:00.000Z")) }))
  await pass(5.2)
  await waitFor(() => expect(joins()).toBe(2))
})

test("a class that is two months away is asked about now and then", async () => {
  const api = await openAt("2027-01-02T16:40:00.000Z")
  await pass(59)
  expect(api.callsOf(getPortal)).toHaveLength(1)
  await pass(62)
  expect(api.callsOf(getPortal)).toHaveLength(3)
})

test("before the tuition is paid the page says so, and leads to it", async () => {
  const api = fakeApi()
  signedIn(api)
  const words = "Your place is offered to you."
  api.refuse(getPortal, "not_allowed", words)
  api.answer(getJourney, {
    data: {
      checklist: { isConfirmed: true, hasPicture: false, hasBought: true },
      ...{
        application: null,
        assessment: null,
        interview: null,
        isActivated: false,
        others: [],
        paymentsOnTheirWay: [],
      },
      enrolment: {
        ...{
          id: "place-1",
          state: "offered",
          plan: null,
          enrolBy: "2027-01-27",
          award: 0,
          instalments: [],
          next: null,
        },
        ...{ prices: { full: 175_000, first: 80_000, second: 47_500, third: 47_500 }, locksOn: "" },
      },
    },
  })
  renderScreen(<LearnScreen />, { at: "/learn" })
  await screen.findByText(words)
  await screen.findByText("Not open yet")
  expect((await screen.findByRole("link", { name: "Pay tuition" })).getAttribute("href")).toBe("/tuition")
})

test("the calendar's address is shown when it is asked for, copied, made anew and ended after a question", async () => {
  const api = await openAt("2027-03-02T09:00:00.000Z")
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  api.answer(getCalendarFeed, { data: { url: "https://x.example/calendar.ics?key=a" } })
  await user.click(screen.getByRole("button", { name: "Add to your calendar" }))
  expect(await screen.findByLabelText("Address of your calendar")).toHaveProperty(
    "value",
    "https://x.example/calendar.ics?key=a",
  )
  await user.click(screen.getByRole("button", { name: "Copy" }))
  expect(await navigator.clipboard.readText()).toBe("https://x.example/calendar.ics?key=a")
  api.answer(renewCalendarFeed, {
    message: "The address is new.",
    data: { url: "https://x.example/calendar.ics?key=b" },
  })
  await user.click(screen.getByRole("button", { name: "Renew" }))
  expect(api.callsOf(renewCalendarFeed)).toHaveLength(0)
  await user.click(screen.getByRole("button", { name: "Renew it" }))
  await waitFor(() =>
    expect(screen.getByLabelText("Address of your calendar")).toHaveProperty(
      "value",
      "https://x.example/calendar.ics?key=b",
    ),
  )
  api.answer(endCalendarFeed, { message: "The address has ended.", data: { url: null } })
  await user.click(screen.getByRole("button", { name: "End" }))
  expect(api.callsOf(endCalendarFeed)).toHaveLength(0)
  // Calendars keep what they read before: the address can end, not what they show.
  screen.getByText(/may go on showing what they had/)
  await user.click(screen.getByRole("button", { name: "End it" }))
  await screen.findByText(/^Your calendar has no address\./)
  expect(screen.queryByLabelText("Address of your calendar")).toBeNull()
  await user.click(screen.getByRole("button", { name: "Make a new address" }))
  await screen.findByLabelText("Address of your calendar")
})
