import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { AddressForm } from "./address-form.tsx"

const words = {
  ...{ action: "/academy/waitlist-form", about: { name: "program", value: "systems_intergration" } },
  label: "Your e-mail",
  button: "Tell me",
  note: "One mail, and no list.",
}

test("the browser sends the form by itself when the script that does it did not come", async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {})
  const load = () => Promise.reject(new Error("no network"))
  render(<AddressForm {...words} load={load} done={(email) => <p>Sent for {email}</p>} />)
  await userEvent.type(screen.getByLabelText("Your e-mail"), "ada@example.com")
  await userEvent.click(screen.getByRole("button", { name: "Tell me" }))
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
  const [form] = submit.mock.contexts as [HTMLFormElement]
  expect([form.method, new URL(form.action).pathname]).toEqual(["post", "/academy/waitlist-form"])
  expect(Object.fromEntries(new FormData(form))).toEqual({ program: "systems_intergration", email: "ada@example.com" })
  expect(screen.queryByText(/^Sent for/)).toBeNull()
  submit.mockRestore()
})
