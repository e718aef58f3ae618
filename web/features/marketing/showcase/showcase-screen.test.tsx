import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { listDocuments } from "#contract/documents.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderApp } from "#web/testing/render-screen.tsx"

test("is honest when nobody has shown a picture", async () => {
  fakeApi().answer(listDocuments, { total: 0, documents: [] })
  renderApp("/showcase")
  await screen.findByText("Nobody has shown a picture yet")
})

test("asks for public pictures only, and for those of one tool", async () => {
  const api = fakeApi()
  api.answer(listDocuments, { total: 0, documents: [] })
  const user = renderApp("/showcase")
  await screen.findByText("Nobody has shown a picture yet")
  await user.click(screen.getByRole("button", { name: "Ghibsky" }))
  await screen.findByText("No public picture was made with this tool yet")
  const [all, one] = api.callsOf(listDocuments).map(({ query }) => query.queries?.join(" ") ?? "")
  expect(all).toMatch(/equal.*is_public.*true/)
  expect(all).not.toMatch(/mode/)
  expect(one).toMatch(/equal.*is_public.*true.*equal.*mode.*ghibsky-style/)
})

test("says what went wrong, and tries again", async () => {
  const api = fakeApi()
  api.refuse(listDocuments, "general_argument_invalid", "Not today.")
  const user = renderApp("/showcase")
  await screen.findByText("Not today.")
  api.answer(listDocuments, { total: 0, documents: [] })
  await user.click(screen.getByRole("button", { name: "Try again" }))
  await screen.findByText("Nobody has shown a picture yet")
})
