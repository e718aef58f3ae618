import { cleanup, render, screen } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import { afterEach, expect, test } from "vitest"
import { seenText } from "#web/testing/seen-text.ts"
import { Button } from "./button.tsx"

afterEach(cleanup)

test("a busy button keeps its name and refuses presses", async () => {
  let presses = 0
  const count = (): void => {
    presses += 1
  }
  const { rerender } = render(<Button onClick={count}>Generate</Button>)
  await userEvent.click(screen.getByRole("button", { name: "Generate" }))
  rerender(
    <Button busy onClick={count}>
      Generate
    </Button>,
  )
  await userEvent.click(screen.getByRole("button", { name: "Generate" }))
  expect(presses).toBe(1)
})

test("a busy button with words for it says them, and nothing else", () => {
  const { rerender } = render(<Button busyWords="Submitting ...">Start</Button>)
  expect(seenText(screen.getByRole("button", { name: "Start" }))).toBe("Start")
  rerender(
    <Button busy busyWords="Submitting ...">
      Start
    </Button>,
  )
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Submitting ..." })
  expect(seenText(button)).toBe("Submitting ...")
  expect([button.disabled, button.getAttribute("aria-busy")]).toEqual([true, "true"])
})

test("a button does not send a form unless it says so", async () => {
  let sent = 0
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent += 1
      }}
    >
      <Button>Add</Button>
      <Button type="submit">Send</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole("button", { name: "Add" }))
  expect(sent).toBe(0)
  await userEvent.click(screen.getByRole("button", { name: "Send" }))
  expect(sent).toBe(1)
})
