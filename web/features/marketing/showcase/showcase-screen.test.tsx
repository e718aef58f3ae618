import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { listDocuments } from "#contract/hosted/documents.ts"
import { listPicks, reportPicture } from "#contract/product/review.ts"
import { collections } from "#web/lib/backend.ts"
import { buildDocuments } from "#web/testing/build-document.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderApp, shownAddress } from "#web/testing/render-screen.tsx"

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
  expect(all).toMatch(/equal.*is_public.*true.*isNull.*waits_until/)
  expect(all).not.toMatch(/mode/)
  expect(one).toMatch(/equal.*is_public.*true.*equal.*mode.*ghibsky-style/)
})

test("shows samples of ours, called so, while few pictures are public, and those of one tool", async () => {
  fakeApi().answer(listDocuments, { total: 0, documents: [] })
  const user = renderApp("/showcase")
  const section = await screen.findByRole("region", { name: "Samples of ours" })
  expect(within(section).getAllByRole("link", { name: /^Try these words/ }).length).toBeGreaterThan(40)
  await user.click(screen.getByRole("button", { name: "Ghibsky" }))
  const filtered = await screen.findByRole("region", { name: "Samples of ours" })
  expect(within(filtered).getAllByRole("listitem")).toHaveLength(1)
  within(filtered).getByText("a clay pot in a garden")
  within(filtered).getByRole("link", { name: "Try these words: a clay pot in a garden" })
})

test("asks for the pictures of one trade, keeps it in the address, and opens with what the address says", async () => {
  const api = fakeApi()
  api.answer(listDocuments, { total: 0, documents: [] })
  const user = renderApp("/showcase?mode=flux-dev-realism")
  await screen.findByText("No public picture was made with this tool yet")
  await user.selectOptions(screen.getByLabelText("Trade"), "Bags")
  await screen.findByText("No public picture is like that yet")
  expect(shownAddress()).toBe("/showcase?mode=flux-dev-realism&trade=bags")
  const asked = api.callsOf(listDocuments).at(-1)?.query.queries?.join(" ") ?? ""
  expect(asked).toMatch(/equal.*mode.*flux-dev-realism.*equal.*trade.*bags/)
  const section = screen.getByRole("region", { name: "Samples of ours" })
  for (const item of within(section).getAllByRole("listitem")) expect(item.textContent).toMatch(/bag/)
  await user.selectOptions(screen.getByLabelText("Trade"), "All trades")
  expect(shownAddress()).toBe("/showcase?mode=flux-dev-realism")
})

const wire = { $sequence: "1", $permissions: [], $databaseId: "main", $collectionId: collections.generations }

test("leaves the samples out once enough pictures are public", async () => {
  fakeApi().answer(listDocuments, {
    total: 12,
    documents: buildDocuments(12).map((document) => ({ ...document, ...wire })),
  })
  renderApp("/showcase")
  await screen.findByRole("list", { name: "Public pictures" })
  expect(screen.queryByRole("region", { name: "Samples of ours" })).toBeNull()
})

test("takes a report with a reason, from anybody", async () => {
  const api = fakeApi()
  api.answer(listDocuments, { total: 0, documents: [] })
  api.answer(listPicks, {
    data: [
      {
        source: "generations",
        id: "p9",
        prompt: "a red jug",
        url: "/pictures/p9",
        preview: "/pictures/p9/640",
        width: 9,
        height: 9,
      },
    ],
  })
  api.answer(reportPicture, { message: "Thank you. Somebody will look at it." })
  const user = renderApp("/showcase")
  await user.click(await screen.findByRole("button", { name: "Report this picture: a red jug" }))
  await user.click(screen.getByRole("button", { name: "Send report" }))
  await screen.findByText("Please choose a reason")
  expect(api.callsOf(reportPicture)).toEqual([])
  await user.selectOptions(screen.getByLabelText("What is wrong with it?"), "hate")
  await user.click(screen.getByRole("button", { name: "Send report" }))
  await waitFor(() => expect(api.callsOf(reportPicture)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), { timeout: 5_000 })
  expect(api.callsOf(reportPicture).map(({ body }) => body)).toEqual([
    { source: "generations", pictureId: "p9", reason: "hate", note: "" },
  ])
})

test("says what went wrong, and tries again", async () => {
  const api = fakeApi()
  api.refuse(listDocuments, "general_argument_invalid", "Not today.")
  const user = renderApp("/showcase")
  await screen.findByText("Not today.")
  screen.getByText("Error fetching documents")
  api.answer(listDocuments, { total: 0, documents: [] })
  await user.click(screen.getByRole("button", { name: "Try again" }))
  await screen.findByText("Nobody has shown a picture yet")
})
