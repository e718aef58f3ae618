import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query"
import { act, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { messages } from "#contract/messages.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { WaitingView } from "./waiting-view.tsx"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test("offers to try again after ten seconds, and goes on waiting", () => {
  renderScreen(<WaitingView />)
  act(() => void vi.advanceTimersByTime(9_999))
  expect(screen.queryByRole("button")).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  screen.getByRole("button", { name: "Try again" })
  const status = screen.getByRole("status").textContent
  expect(status).toContain(messages.welcomeWait)
  expect(status).toContain("This takes longer than usual.")
})

test("waits for an answer that takes longer than the time between two looks", async () => {
  const ask = vi.fn(() => new Promise<string>((resolve) => setTimeout(() => resolve("Ada"), 4_000)))
  function Dashboard() {
    const { data } = useQuery({ queryKey: queryKeys.currentUser, queryFn: ask, initialData: "" })
    return data === "" ? <WaitingView /> : <p>Welcome {data}</p>
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Dashboard />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(4_500))
  screen.getByText("Welcome Ada")
  expect(ask).toHaveBeenCalledOnce()
})
