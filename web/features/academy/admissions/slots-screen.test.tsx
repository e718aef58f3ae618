import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { closeSlot, listSlots, openSlots, type Slot } from "#contract/academy/interviews-admin.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { SlotsScreen } from "./slots-screen.tsx"

beforeEach(() => {
  // A Wednesday. Only the clock: what waits goes on.
  vi.useFakeTimers({ now: new Date("2026-11-25T09:00:00.000Z"), toFake: ["Date"] })
})
afterEach(() => {
  vi.useRealTimers()
})

const slot = (id: string, startsAt: string, name: string | null = null): Slot => ({
  id,
  startsAt,
  name,
  minutes: 30,
  timeZone: "Africa/Lagos",
  place: "+234 800 000 0000",
  programId: null,
  ...{
    status: name === null ? null : "booked",
    applicationId: name === null ? null : `application-${id}`,
    words: `words of ${id}`,
  },
})

/** The desk of somebody in Lagos. */
function open() {
  const api = fakeApi()
  api.answer(listSlots, ({ query }) => ({
    data: [
      slot("past", "2026-11-24T09:00:00.000Z"),
      slot("late", "2026-11-26T23:30:00.000Z"),
      slot("booked", "2026-11-26T09:00:00.000Z", "Bisi Ade"),
      slot("next", "2026-12-01T09:00:00.000Z"),
    ].filter(({ startsAt }) => query.from && query.until && startsAt >= query.from && startsAt < query.until),
  }))
  const user = renderScreen(<SlotsScreen />, { at: "/operator/admissions/slots" })
  return { api, user }
}

const day = (name: string) => within(screen.getByRole("region", { name }))

test("the week has each time on its day of the chosen clock, with who booked it", async () => {
  const { user } = open()
  await screen.findByText("1 booked, 1 free")
  await user.selectOptions(screen.getByLabelText("Time zone"), "Africa/Lagos")
  const booked = day("Thursday 26 November").getByRole("link", { name: /10:00 ?Bisi Ade/ })
  expect(booked.getAttribute("href")).toBe("/operator/admissions/applications/application-booked")
  day("Friday 27 November").getByRole("button", { name: /00:30 ?Free/ })
  await user.selectOptions(screen.getByLabelText("Time zone"), "Europe/London")
  day("Thursday 26 November").getByRole("button", { name: /23:30 ?Free/ })
  day("Tuesday 24 November").getByRole("button", { name: /09:00 ?Not booked/ })
  expect(screen.queryByRole("button", { name: "Open times on Tuesday 24 November" })).toBeNull()
})

test("a week without times says what to do, and one of the past or of a filter says so", async () => {
  const api = fakeApi()
  api.answer(listSlots, { data: [] })
  const user = renderScreen(<SlotsScreen />, { at: "/operator/admissions/slots" })
  await screen.findByText("No times in this week yet. Open some, so that applicants can book")
  await user.click(screen.getByRole("button", { name: "Week before" }))
  await screen.findByText("No times were open in this week")
  await user.selectOptions(screen.getByLabelText(/^State/), "free")
  await screen.findByText("No times of this choice")
  expect(screen.queryByText(/0 booked/)).toBeNull()
})

test("keys pressed faster than the page draws count each", async () => {
  open()
  await screen.findByText("1 booked, 1 free")
  act(() => {
    fireEvent.keyDown(document.body, { key: "j" })
    fireEvent.keyDown(document.body, { key: "j" })
  })
  await expectAddress("/operator/admissions/slots?week=2026-12-07")
})

test("a filter and a week that change at nearly the same time both hold", async () => {
  open()
  await screen.findByText("1 booked, 1 free")
  act(() => {
    fireEvent.change(screen.getByLabelText(/^State/), { target: { value: "free" } })
    fireEvent.keyDown(document.body, { key: "j" })
  })
  await expectAddress("/operator/admissions/slots?state=free&week=2026-11-30")
})

test("keys and buttons go from week to week, which the address keeps", async () => {
  const { user } = open()
  await screen.findByText("1 booked, 1 free")
  await user.keyboard("j")
  await screen.findByText("0 booked, 1 free")
  await expectAddress("/operator/admissions/slots?week=2026-11-30")
  day("Tuesday 1 December").getByRole("button", { name: /Free/ })
  await user.click(screen.getByRole("button", { name: "Next week" }))
  await screen.findByText("No times in this week yet. Open some, so that applicants can book")
  await user.keyboard("k")
  await screen.findByText("0 booked, 1 free")
  await user.keyboard("t")
  await screen.findByText("1 booked, 1 free")
  await expectAddress("/operator/admissions/slots")
})

test("times are opened on a day, and what is refused is told before they are given up", async () => {
  const { api, user } = open()
  await screen.findByText("1 booked, 1 free")
  await user.click(screen.getByRole("button", { name: "Open times on Friday 27 November" }))
  const dialog = within(await screen.findByRole("dialog", { name: "Open times" }))
  expect((dialog.getByLabelText("Day") as HTMLInputElement).value).toBe("2026-11-27")
  await user.type(dialog.getByLabelText("Link or phone number"), "https://meet.example.com/1")
  await user.type(dialog.getByLabelText("Reason (optional)"), "The usual hours")
  api.refuse(openSlots, "general_argument_invalid", "These times are past already.")
  await user.click(dialog.getByRole("button", { name: "Open" }))
  await dialog.findByText("These times are past already.")
  api.answer(openSlots, { message: "2 times are open." })
  await user.click(dialog.getByRole("button", { name: "Open" }))
  await screen.findByText("2 times are open.")
  expect(api.callsOf(openSlots).at(-1)?.body).toMatchObject({
    day: "2026-11-27",
    times: ["10:00", "11:00"],
    minutes: 30,
    reason: "The usual hours",
    program: null,
  })
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
})

test("a free time is taken back from its place, with a reason", async () => {
  const { api, user } = open()
  await screen.findByText("1 booked, 1 free")
  api.answer(closeSlot, { message: "The time is taken back." })
  await user.click(screen.getByRole("button", { name: /Free/ }))
  const dialog = within(await screen.findByRole("dialog", { name: "Take this time back?" }))
  dialog.getByText(/words of late, 30 minutes/)
  await user.type(dialog.getByLabelText("Reason (optional)"), "Nobody is here")
  await user.click(dialog.getByRole("button", { name: "Take back" }))
  await screen.findByText("The time is taken back.")
  expect(api.callsOf(closeSlot)).toMatchObject([{ params: { id: "late" }, body: { reason: "Nobody is here" } }])
})

test("an answer leaves the question open that was put since", async () => {
  const { api, user } = open()
  await screen.findByText("1 booked, 1 free")
  api.answer(closeSlot, { message: "The time is taken back." })
  const takeBack = api.hold(closeSlot)
  const ask = async (reason: string): Promise<void> => {
    await user.click(screen.getByRole("button", { name: /Free/ }))
    await user.type(await screen.findByLabelText("Reason (optional)"), reason)
  }
  await ask("Nobody is here")
  await user.click(screen.getByRole("button", { name: "Take back" }))
  await user.click(screen.getByRole("button", { name: "Cancel" }))
  await ask("A holiday")
  takeBack()
  await act(networkAtRest)
  expect(screen.getByLabelText("Reason (optional)")).toHaveProperty("value", "A holiday")
  await user.click(screen.getByRole("button", { name: "Cancel" }))

  api.answer(openSlots, { message: "2 times are open." })
  const openThem = api.hold(openSlots)
  await user.click(screen.getByRole("button", { name: "Open times on Friday 27 November" }))
  await user.type(await screen.findByLabelText("Link or phone number"), "https://meet.example.com/1")
  await user.type(screen.getByLabelText("Reason (optional)"), "The usual hours")
  await user.click(screen.getByRole("button", { name: "Open" }))
  await user.click(screen.getByRole("button", { name: "Cancel" }))
  await user.click(screen.getByRole("button", { name: "Open times on Saturday 28 November" }))
  await user.type(await screen.findByLabelText("Reason (optional)"), "One more day")
  openThem()
  await act(networkAtRest)
  expect(screen.getByLabelText("Reason (optional)")).toHaveProperty("value", "One more day")
  expect(screen.getByLabelText("Day")).toHaveProperty("value", "2026-11-28")
})
