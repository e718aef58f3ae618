import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { listDocuments } from "#contract/hosted/documents.ts"
import { listPicks } from "#contract/product/review.ts"
import { collections } from "#web/lib/backend.ts"
import { buildDocuments } from "#web/testing/build-document.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderApp } from "#web/testing/render-screen.tsx"

/** Nothing is picked for the first places. */
function withoutPicks() {
  const api = fakeApi()
  api.answer(listPicks, { data: [] })
  return api
}

test("is honest when nobody has shown a picture", async () => {
  withoutPicks().answer(listDocuments, { total: 0, documents: [] })
  renderApp("/showcase")
  await screen.findByText("Nobody has shown a picture yet")
})

test("asks for public pictures only, and for those of one tool", async () => {
  const api = withoutPicks()
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

test("shows samples of ours, called so, while few pictures are public, and those of one tool", async () => {
  withoutPicks().answer(listDocuments, { total: 0, documents: [] })
  const user = renderApp("/showcase")
  const section = await screen.findByRole("region", { name: "Samples of ours" })
  expect(within(section).getAllByRole("link", { name: /^Try these words/ }).length).toBeGreaterThan(40)
  await user.click(screen.getByRole("button", { name: "Ghibsky" }))
  const filtered = await screen.findByRole("region", { name: "Samples of ours" })
  expect(within(filtered).getAllByRole("listitem")).toHaveLength(1)
  within(filtered).getByText("a clay pot in a garden")
  within(filtered).getByRole("link", { name: "Try these words: a clay pot in a garden" })
})

const wire = { $sequence: "1", $permissions: [], $databaseId: "main", $collectionId: collections.generations }

test("leaves the samples out once enough pictures are public", async () => {
  withoutPicks().answer(listDocuments, {
    total: 12,
    documents: buildDocuments(12).map((document) => ({ ...document, ...wire })),
  })
  renderApp("/showcase")
  await screen.findByRole("list", { name: "Public pictures" })
  expect(screen.queryByRole("region", { name: "Samples of ours" })).toBeNull()
})

test("says what went wrong, and tries again", async () => {
  const api = withoutPicks()
  api.refuse(listDocuments, "general_argument_invalid", "Not today.")
  const user = renderApp("/showcase")
  await screen.findByText("Not today.")
  screen.getByText("Error fetching documents")
  api.answer(listDocuments, { total: 0, documents: [] })
  await user.click(screen.getByRole("button", { name: "Try again" }))
  await screen.findByText("Nobody has shown a picture yet")
})
