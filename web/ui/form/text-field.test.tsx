import { cleanup, render, screen } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import { afterEach, describe, expect, test } from "vitest"
import { PasswordField } from "./password-field.tsx"
import { TextField } from "./text-field.tsx"
import { TextareaField } from "./textarea-field.tsx"

afterEach(cleanup)

function readDescription(control: HTMLElement): string {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? []
  return ids
    .map((id) => document.getElementById(id)?.textContent ?? `missing ${id}`)
    .join(" ")
    .trim()
}

describe("a text field", () => {
  test("reads hint and error out with the control and marks it invalid", () => {
    render(<TextField label="E-mail" hint="We never share it." error="Invalid email address" />)
    const input = screen.getByLabelText("E-mail")
    expect(readDescription(input)).toBe("We never share it. Invalid email address")
    expect(input.getAttribute("aria-invalid")).toBe("true")
  })

  test("keeps the line of the error when there is none, and is not invalid", () => {
    render(<TextField label="E-mail" />)
    const input = screen.getByLabelText("E-mail")
    expect(readDescription(input)).toBe("")
    expect(input.hasAttribute("aria-invalid")).toBe(false)
  })

  test("is required unless it says optional", () => {
    render(<TextField label="Shop name" optional />)
    expect(screen.getByLabelText("Shop name (optional)").getAttribute("aria-required")).toBe("false")
    render(<TextField label="E-mail" />)
    expect(screen.getByLabelText("E-mail").getAttribute("aria-required")).toBe("true")
  })
})

describe("a password field", () => {
  test("shows the letters and hides them again", async () => {
    render(<PasswordField label="Password" autoComplete="current-password" />)
    const input = screen.getByLabelText("Password")
    expect(input.getAttribute("type")).toBe("password")
    await userEvent.click(screen.getByRole("button", { name: "Show password" }))
    expect(input.getAttribute("type")).toBe("text")
    await userEvent.click(screen.getByRole("button", { name: "Hide password" }))
    expect(input.getAttribute("type")).toBe("password")
  })

  test("can start with the letters shown", () => {
    render(<PasswordField label="New password" autoComplete="new-password" startVisible />)
    expect(screen.getByLabelText("New password").getAttribute("type")).toBe("text")
  })
})

test("a textarea counts what is typed", async () => {
  render(<TextareaField label="Prompt" maxLength={20} defaultValue="A red" />)
  await userEvent.type(screen.getByLabelText("Prompt"), " chair")
  expect(screen.getByText("11/20", { exact: false })).toBeTruthy()
})
