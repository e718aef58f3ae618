import { cleanup, render, screen } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import { afterEach, expect, test } from "vitest"
import earlyScript from "#web/public/early.js?raw"
import { ThemeSwitch } from "./theme-switch.tsx"

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  delete document.documentElement.dataset.theme
})

/** Runs public/early.js as the browser does before the first paint. */
function reload(): void {
  delete document.documentElement.dataset.theme
  new Function(earlyScript)()
}

test("a picked theme is applied at once and again before the next first paint", async () => {
  render(<ThemeSwitch />)
  await userEvent.click(screen.getByLabelText("Dark"))
  expect(document.documentElement.dataset.theme).toBe("dark")
  reload()
  expect(document.documentElement.dataset.theme).toBe("dark")
})

test("going back to the device forgets the choice", async () => {
  render(<ThemeSwitch />)
  await userEvent.click(screen.getByLabelText("Light"))
  await userEvent.click(screen.getByLabelText("As the device"))
  reload()
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(screen.getByLabelText<HTMLInputElement>("As the device").checked).toBe(true)
})
