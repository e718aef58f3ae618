import { act, screen, waitFor } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { getServiceStatus } from "#contract/operations/status.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { StatusScreen } from "./status-screen.tsx"

const at = "2026-01-05T10:00:00.000+00:00"

test("says in words how each part is, and what is known about troubles", async () => {
  const api = fakeApi()
  const incident = {
    id: "i1",
    title: "Pictures are late",
    text: "We look for the cause.",
    startedAt: at,
    updatedAt: at,
  }
  api.answer(getServiceStatus, {
    data: {
      checkedAt: at,
      parts: [
        { part: "accounts", state: "working" },
        { part: "pictures", state: "slow" },
      ],
      incidents: [
        { ...incident, endedAt: "" },
        { ...incident, id: "i2", title: "Mail was late", endedAt: at },
      ],
    },
  })
  renderScreen(<StatusScreen />, { at: "/status" })
  await screen.findByRole("heading", { name: "One part has trouble" })
  const [accounts, pictures] = screen.getAllByRole("listitem")
  expect([accounts?.textContent, pictures?.textContent]).toEqual([
    "Accounts and sign-inWorks",
    "Making new picturesSlower than usual",
  ])
  screen.getByText(/^Since /)
  screen.getByRole("heading", { name: "Mail was late" })
})

test.each([
  ["", "We know of a problem"],
  [at, "Everything works"],
])("never says that all is well while a trouble lasts, with one that ended at %j", async (endedAt, heading) => {
  const incident = { id: "i1", title: "Pictures are late", text: "We look.", startedAt: at, updatedAt: at, endedAt }
  fakeApi().answer(getServiceStatus, {
    data: { checkedAt: at, parts: [{ part: "pictures", state: "working" }], incidents: [incident] },
  })
  renderScreen(<StatusScreen />, { at: "/status" })
  await screen.findByRole("heading", { name: heading })
  expect(screen.queryByText(/answers/)).toBeNull()
})

test("looks again as often as it says", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const api = fakeApi()
    api.answer(getServiceStatus, { data: { checkedAt: at, parts: [], incidents: [] } })
    renderScreen(<StatusScreen />, { at: "/status" })
    await screen.findByText(/looked at every 30 seconds/)
    await waitFor(() => expect(api.callsOf(getServiceStatus)).toHaveLength(1))
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(api.callsOf(getServiceStatus)).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})
