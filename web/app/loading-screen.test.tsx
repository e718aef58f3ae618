import { act, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { messages } from "#contract/messages.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { LoadingScreen } from "./loading-screen.tsx"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test("says another sentence every five seconds, in turn", () => {
  renderScreen(<LoadingScreen />)
  const sentence = screen.getByRole("status")
  expect(sentence.textContent).toBe(messages.loading)
  act(() => void vi.advanceTimersByTime(4_999))
  expect(sentence.textContent).toBe(messages.loading)
  act(() => void vi.advanceTimersByTime(1))
  expect(sentence.textContent).not.toBe(messages.loading)
  act(() => void vi.advanceTimersByTime(5_000))
  expect(sentence.textContent).toBe(messages.loading)
})
