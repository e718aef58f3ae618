import { act, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { messages } from "#contract/messages.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { LoadingScreen } from "./loading-screen.tsx"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

/** The sentence that is seen: what readers are told of is out of sight. */
function seen(): string | undefined {
  const lines = [...document.querySelectorAll("p")].filter((line) => line.closest("[role=status]") === null)
  return lines[0]?.textContent
}

test("says another sentence every five seconds, in turn", () => {
  renderScreen(<LoadingScreen />)
  expect(seen()).toBe(messages.loading)
  pass(4_999)
  expect(seen()).toBe(messages.loading)
  pass(1)
  expect(seen()).not.toBe(messages.loading)
  pass(5_000)
  expect(seen()).toBe(messages.loading)
})

test("tells readers each sentence once", async () => {
  renderScreen(<LoadingScreen />)
  const status = screen.getByRole("status")
  const said = [...status.childNodes].map((line) => line.textContent)
  const watcher = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) said.push(...[...addedNodes].map((node) => node.textContent))
  })
  watcher.observe(status, { childList: true, subtree: true, characterData: true })
  for (let turn = 0; turn < 8; turn++) await act(() => vi.advanceTimersByTimeAsync(5_000))
  watcher.disconnect()
  expect(status.getAttribute("aria-atomic")).toBe("false")
  expect(said).toEqual([messages.loading, expect.stringContaining("Stirring"), expect.stringContaining("longer")])
})

test("offers to try again after fifteen seconds", () => {
  renderScreen(<LoadingScreen />)
  pass(14_999)
  expect(screen.queryByRole("button")).toBeNull()
  pass(1)
  screen.getByRole("button", { name: "Retry" })
})
