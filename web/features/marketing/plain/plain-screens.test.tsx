import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
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

test("the careers page takes the address of whoever finds no position, with a subject", async () => {
  fakeApi()
  const user = renderApp("/careers")
  await user.click(await screen.findByRole("link", { name: "Leave your e-mail" }))
  expect(((await screen.findByLabelText("Subject")) as HTMLInputElement).value).toBe("Tell me when there is work")
})

test("the careers page leads mentors to the contact form with a subject", async () => {
  fakeApi()
  const user = renderApp("/careers")
  await user.click(await screen.findByRole("link", { name: "Offer to teach" }))
  const subject = await screen.findByLabelText("Subject")
  expect((subject as HTMLInputElement).value).toBe("Mentor for the academy")
})
