import { act, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { messages } from "#contract/messages.ts"
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
