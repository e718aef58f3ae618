import { act, cleanup, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { notify, Toaster } from "./toast.tsx"

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  act(() => {
    notify.dismissAll()
    vi.runAllTimers()
  })
  cleanup()
  vi.useRealTimers()
})

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

/** Shown and not fading away. */
function isShown(text: string): boolean {
  const message = screen.queryByText(text)
  return message !== null && !message.parentElement?.className.split(" ").includes("opacity-0")
}

test("a success stays for 2 seconds and an error for 4", () => {
  render(<Toaster />)
  act(() => {
    notify.success("Data saved successfully")
    notify.error("Failed to save data")
  })
  pass(1950)
  expect([isShown("Data saved successfully"), isShown("Failed to save data")]).toEqual([true, true])
  pass(100)
  expect([isShown("Data saved successfully"), isShown("Failed to save data")]).toEqual([false, true])
  pass(1900)
  expect(isShown("Failed to save data")).toBe(true)
  pass(100)
  expect(isShown("Failed to save data")).toBe(false)
})

test("an error interrupts a screen reader, a success waits its turn", () => {
  render(<Toaster />)
  act(() => {
    notify.success("Images saved sucessfully")
    notify.error("Failed to upload images.")
  })
  expect(screen.getByRole("alert").textContent).toBe("Failed to upload images.")
  expect(screen.getByRole("status").textContent).toBe("Images saved sucessfully")
})

test("at most 20 messages are shown", () => {
  render(<Toaster />)
  act(() => {
    for (let count = 1; count <= 25; count++) notify.error(`Failure ${count}`)
  })
  expect(screen.getAllByRole("alert")).toHaveLength(20)
  expect(isShown("Failure 25")).toBe(true)
  expect(isShown("Failure 1")).toBe(false)
})
