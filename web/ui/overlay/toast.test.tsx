import { act, cleanup, fireEvent, render, screen } from "@testing-library/react"
import { toast } from "react-hot-toast/headless"
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

const dismissOf = (index: number): HTMLElement =>
  screen.getAllByRole("button", { name: "Dismiss" })[index] ?? expect.fail("No such message.")

test("a message stays while the keyboard is at it or the mouse, and goes once both have left", () => {
  render(<Toaster />)
  act(() => void notify.success("Data saved successfully"))
  act(() => dismissOf(0).focus())
  pass(10_000)
  expect(isShown("Data saved successfully")).toBe(true)
  const messages = screen.getByRole("region", { name: "Messages" })
  fireEvent.mouseEnter(messages)
  fireEvent.mouseLeave(messages)
  pass(10_000)
  expect(isShown("Data saved successfully")).toBe(true)
  fireEvent.mouseEnter(messages)
  act(() => dismissOf(0).blur())
  pass(10_000)
  expect(isShown("Data saved successfully")).toBe(true)
  fireEvent.mouseLeave(messages)
  pass(2_050)
  expect(isShown("Data saved successfully")).toBe(false)
})

test("a message that is dismissed by the keyboard does not hold the others", () => {
  render(<Toaster />)
  act(() => {
    notify.success("Images saved sucessfully")
    notify.success("Data saved successfully")
  })
  act(() => dismissOf(0).focus())
  pass(10_000)
  expect([isShown("Images saved sucessfully"), isShown("Data saved successfully")]).toEqual([true, true])
  act(() => dismissOf(0).click())
  pass(200)
  expect(screen.getAllByRole("button", { name: "Dismiss" })).toHaveLength(1)
  pass(2_050)
  expect(screen.queryAllByRole("status").filter(({ textContent }) => isShown(textContent))).toEqual([])
})

/** Where the toaster stands, by the edge it keeps to. */
const edgeNow = (): string => {
  const { className, style } = screen.getByRole("region", { name: "Messages" })
  if (/(?:^| )right-/.test(className)) return "right"
  return style.bottom === "" ? "top" : "bottom"
}

test.each([
  { width: 390, box: [16, 0, 358, 64], edge: "bottom", what: "the top bar of a phone" },
  { width: 390, box: [16, 700, 358, 140], edge: "top", what: "what is docked at a phone's lower edge" },
  { width: 1440, box: [500, 60, 200, 40], edge: "right", what: "a title at the upper edge" },
  { width: 1440, box: [1300, 760, 120, 60], edge: "top", what: "a button in the corner" },
])("at $width px a message leaves $what free", ({ width, box: [x = 0, y = 0, wide = 0, high = 0], edge }) => {
  vi.stubGlobal("innerWidth", width)
  vi.stubGlobal("innerHeight", 844)
  try {
    render(
      <>
        <button type="button">Menu</button>
        <Toaster />
      </>,
    )
    vi.spyOn(screen.getByRole("button", { name: "Menu" }), "getBoundingClientRect").mockReturnValue({
      left: x,
      top: y,
      right: x + wide,
      bottom: y + high,
    } as DOMRect)
    // One that fades away is still there, and holds the place of the next.
    act(() => toast.remove())
    act(() => void notify.success("Data saved successfully"))
    expect(edgeNow()).toBe(edge)
  } finally {
    vi.unstubAllGlobals()
  }
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
