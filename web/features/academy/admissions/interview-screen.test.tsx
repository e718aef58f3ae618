import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { getJourney, type InterviewView, type Journey } from "#contract/academy/admissions.ts"
import { bookInterview, cancelInterview, listFreeSlots } from "#contract/academy/interviews.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { InterviewScreen } from "./interview-screen.tsx"

const slots = [
  { id: "early", startsAt: "2037-12-01T09:00:00.000Z", minutes: 30 },
  { id: "late", startsAt: "2037-12-01T14:00:00.000Z", minutes: 30 },
]

function view(slotId: string, canChange = true): InterviewView {
  const slot = slots.find(({ id }) => id === slotId)
  const words = `Tuesday, 1 December 2037, the ${slotId} one (Lagos time, GMT+1)`
  return {
    slotId,
    startsAt: slot?.startsAt ?? "",
    minutes: 30,
    timeZone: "Africa/Lagos",
    words,
    place: "https://meet.example.com/room",
    canChange,
  }
}

/** The screen before a server that books what it is asked for. */
function open(booked: InterviewView | null) {
  const api = fakeApi()
  let interview = booked
  api.answer(getJourney, () => ({ data: journey(interview) }))
  api.answer(listFreeSlots, { data: slots })
  api.answer(bookInterview, ({ body }) => {
    interview = view(body.slotId)
    return { message: "Your interview is booked.", data: interview }
  })
  api.answer(cancelInterview, () => {
    interview = null
    return { message: "Your interview is cancelled." }
  })
  return { api, user: renderScreen(<InterviewScreen />, { at: "/interview" }) }
}

function journey(interview: InterviewView | null): Journey {
  return {
    checklist: { isConfirmed: true, hasPicture: false, hasBought: false },
    application: {
      id: "own",
      status: interview ? "interview_booked" : "assessed",
      program: "Systems Integration",
      programId: "systems_intergration",
      cohort: null,
      steps: [],
      canWithdraw: true,
    },
    assessment: null,
    interview,
    enrolment: null,
    isActivated: false,
    others: [],
    paymentsOnTheirWay: [],
  }
}

test("a time is booked on the clock that was chosen", async () => {
  const { api, user } = open(null)
  await user.selectOptions(await screen.findByRole("combobox", { name: "Your time zone" }), "Africa/Lagos")
  const day = screen.getByRole("group", { name: /1 December/ })
  expect(screen.getByRole("button", { name: "Book this time" })).toHaveProperty("disabled", true)
  await user.click(within(day).getByRole("radio", { name: "15:00" }))
  await user.click(screen.getByRole("button", { name: "Book this time" }))
  await screen.findByText(view("late").words)
  expect(api.callsOf(bookInterview).map(({ body }) => body)).toEqual([{ slotId: "late", timeZone: "Africa/Lagos" }])
  expect(screen.getByRole("link", { name: "Add to my calendar" }).getAttribute("href")).toBe("/academy/interview.ics")
})

test("a time that somebody else took meanwhile is said, and another can be booked", async () => {
  const { api, user } = open(null)
  api.refuse(bookInterview, "slot_taken", "Somebody else has just booked this time.")
  await user.click((await screen.findAllByRole("radio"))[0] ?? document.body)
  await user.click(screen.getByRole("button", { name: "Book this time" }))
  await screen.findByText("Somebody else has just booked this time.")
  for (const radio of screen.getAllByRole("radio")) expect(radio).toHaveProperty("checked", false)
})

test("a booked time is exchanged, or kept", async () => {
  const { api, user } = open(view("early"))
  await user.click(await screen.findByRole("button", { name: "Choose another time" }))
  await user.click(await screen.findByRole("button", { name: "Keep the booked time" }))
  await user.click(await screen.findByRole("button", { name: "Choose another time" }))
  await user.click(await screen.findByRole("radio", { name: "15:00" }))
  await user.click(screen.getByRole("button", { name: "Change to this time" }))
  await screen.findByText(view("late").words)
  expect(api.callsOf(bookInterview)).toHaveLength(1)
})

test("a booked time is cancelled", async () => {
  const { api, user } = open(view("early"))
  await user.click(await screen.findByRole("button", { name: "Cancel" }))
  await screen.findByRole("button", { name: "Book this time" })
  expect(api.callsOf(cancelInterview)).toHaveLength(1)
})

test.each([
  [30, "We remind you a day and an hour before."],
  [20, "We remind you an hour before."],
])("one that is in %i hours promises the reminders that are still to come", async (hours, words) => {
  open({ ...view("early"), startsAt: new Date(Date.now() + hours * 3_600_000).toISOString() })
  expect((await screen.findByText(/^You can change or cancel until 12 hours before/)).textContent).toContain(words)
})

test("one that starts too soon can be neither changed nor cancelled here", async () => {
  open(view("early", false))
  await screen.findByText(/It starts too soon to be changed here/)
  for (const name of ["Choose another time", "Cancel"]) {
    expect(screen.getByRole("button", { name })).toHaveProperty("disabled", true)
  }
})
