import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { browserStorage } from "#contract/catalogue/browser-storage.ts"
import { sendContact } from "#contract/operations/contact.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderApp } from "#web/testing/render-screen.tsx"

test("the terms say that they are a template, and each entry of the list leads to a section", async () => {
  fakeApi()
  renderApp("/terms")
  const list = await screen.findByRole("navigation", { name: "Sections" })
  expect(screen.getByText(/^This text is a template/)).toBeDefined()
  for (const link of within(list).getAllByRole("link")) {
    const id = link.getAttribute("href")?.slice(1) ?? ""
    expect(document.getElementById(id)?.tagName).toBe("H2")
  }
})

test("the terms say what stays of payments, and list all that browsers keep", async () => {
  fakeApi()
  renderApp("/terms")
  const data = within(await screen.findByRole("region", { name: /Your data$/ }))
  expect(data.getByText(/records of payments, as long as the law asks for them, without your name/)).toBeDefined()
  for (const { name, purpose } of browserStorage) {
    const entry = data.getByText(name, { selector: "code" }).closest("div") ?? expect.fail(name)
    expect(within(entry).getByText(purpose)).toBeDefined()
  }
})

test("the careers page takes the address of whoever finds no position, with a subject", async () => {
  const api = fakeApi()
  api.answer(sendContact, { message: "Your message has arrived.", data: { id: "m1", number: 7 } })
  const user = renderApp("/careers")
  await user.type(await screen.findByLabelText("Your e-mail"), "ada@example.com")
  await user.click(screen.getByRole("button", { name: "Leave it" }))
  await screen.findByText(/We write when something fits/)
  expect(api.callsOf(sendContact).map(({ body }) => body)).toMatchObject([
    { subject: "Tell me when there is work", email: "ada@example.com" },
  ])
  await user.click(screen.getByRole("link", { name: "Or write what you do" }))
  expect(((await screen.findByLabelText("Subject")) as HTMLInputElement).value).toBe("Tell me when there is work")
})

test("the careers page leads mentors to the contact form with a subject", async () => {
  fakeApi()
  const user = renderApp("/careers")
  await user.click(await screen.findByRole("link", { name: "Offer to teach" }))
  const subject = await screen.findByLabelText("Subject")
  expect((subject as HTMLInputElement).value).toBe("Mentor for the academy")
})
