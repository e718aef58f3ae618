import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { sendContact } from "#contract/operations/contact.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderApp } from "#web/testing/render-screen.tsx"

test("sends the message in the spelling of the wire, and keeps the confirmation on the page", async () => {
  const api = fakeApi()
  api.answer(sendContact, { message: "Your message has arrived.", data: { id: "m1", number: 1024 } })
  const user = renderApp("/contact?subject=The%20shelf%20check")
  await user.type(await screen.findByLabelText(/^E-mail/), "bisi@example.com")
  await user.type(screen.getByLabelText("Message (optional)"), "Please send me the list.")
  await user.click(screen.getByRole("button", { name: "Send the message" }))
  const heading = await screen.findByRole("heading", { name: "Your message has arrived" })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByText("1024")).toBeDefined()
  expect(api.callsOf(sendContact)[0]?.body).toEqual({
    source: "contact",
    subject: "The shelf check",
    email: "bisi@example.com",
    additonal_info: "Please send me the list.",
  })
})

test("says what is missing without asking the server", async () => {
  fakeApi()
  const user = renderApp("/contact")
  await user.click(await screen.findByRole("button", { name: "Send the message" }))
  await screen.findByText("Invalid email address")
  expect(screen.getByText("Please say in a few words what it is about")).toBeDefined()
})

test("keeps what was typed when the server says no", async () => {
  fakeApi().refuse(sendContact, "general_rate_limit_exceeded", "Too many requests.")
  const user = renderApp("/contact?subject=Hello")
  await user.type(await screen.findByLabelText(/^E-mail/), "bisi@example.com")
  await user.type(screen.getByLabelText("Message (optional)"), "A message that should stay.")
  await user.click(screen.getByRole("button", { name: "Send the message" }))
  expect((await screen.findByRole("alert")).textContent).toBe("Too many requests.")
  expect(screen.getByDisplayValue("A message that should stay.")).toBeDefined()
})
