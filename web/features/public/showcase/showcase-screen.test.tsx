import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { listDocuments } from "#contract/hosted/documents.ts"
import { listPicks, reportPicture } from "#contract/studio/review.ts"
import { collections } from "#web/lib/calls/backend.ts"
import { buildDocument, buildDocuments } from "#web/testing/build-document.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { expectAddress, renderApp } from "#web/testing/render-screen.tsx"

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
  within(filtered).getByText("a vase with dried grass in a garden")
  within(filtered).getByRole("link", { name: "Try these words: a vase with dried grass in a garden" })
})

test("asks for the pictures of one trade, keeps it in the address, and opens with what the address says", async () => {
  const api = fakeApi()
  api.answer(listDocuments, { total: 0, documents: [] })
  const user = renderApp("/showcase?mode=flux-dev-realism")
  await screen.findByText("No public picture was made with this tool yet")
  await user.selectOptions(screen.getByLabelText("Trade"), "Bags")
  await screen.findByText("No public picture is like that yet")
  await expectAddress("/showcase?mode=flux-dev-realism&trade=bags")
  const asked = api.callsOf(listDocuments).at(-1)?.query.queries?.join(" ") ?? ""
  expect(asked).toMatch(/equal.*mode.*flux-dev-realism.*equal.*trade.*bags/)
  const section = screen.getByRole("region", { name: "Samples of ours" })
  for (const item of within(section).getAllByRole("listitem")) expect(item.textContent).toMatch(/bag/)
  await user.selectOptions(screen.getByLabelText("Trade"), "All trades")
  await expectAddress("/showcase?mode=flux-dev-realism")
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

test("keeps the pictures that came when the next page does not, and reads on at a press", async () => {
  const api = fakeApi()
  const documents = buildDocuments(30).map((document) => ({ ...document, ...wire }))
  const isFirst = ({ query }: { query: { queries?: string[] | undefined } }): boolean =>
    !/cursorAfter/.test(query.queries?.join(" ") ?? "")
  api.answer(listDocuments, (call) => ({
    total: 30,
    documents: isFirst(call) ? documents.slice(0, 25) : documents.slice(25),
  }))
  const user = renderApp("/showcase")
  const list = await screen.findByRole("list", { name: "Public pictures" })
  const shown = (): string | null | undefined => within(list).getAllByRole("listitem")[0]?.getAttribute("aria-setsize")
  expect(shown()).toBe("25")
  api.refuse(listDocuments, "general_argument_invalid", "This page cannot be read.")
  // jsdom lays nothing out: says that the list was moved up until its end is on the screen.
  const height = Number.parseFloat(list.style.height)
  vi.spyOn(list, "getBoundingClientRect").mockReturnValue(new DOMRect(0, window.innerHeight - height, 1024, height))
  fireEvent.scroll(document)
  const alert = await screen.findByRole("alert")
  expect(alert.textContent).toContain("The next pictures could not be loaded. This page cannot be read.")
  expect(shown()).toBe("25")
  api.answer(listDocuments, { total: 30, documents: documents.slice(25) })
  await user.click(within(alert).getByRole("button", { name: "Try again" }))
  await waitFor(() => expect(shown()).toBe("30"))
  expect(screen.queryByRole("alert")).toBeNull()
})

test("the words of every public picture can be tried, but not those of a photoshoot", async () => {
  const api = fakeApi()
  const one = { ...buildDocument({ prompt: "a red bag", mode: "dalle3", aspect_ratio: "1:1" }), ...wire }
  const long = { ...buildDocument({ $id: "p2", prompt: "a very long bag ".repeat(200).trim() }), ...wire }
  api.answer(listDocuments, { total: 2, documents: [one, long] })
  const pick = { url: "/pictures/p9", preview: "/pictures/p9/640", width: 1824, height: 2272 }
  api.answer(listPicks, {
    data: [
      { source: "generations", id: "p9", title: "a red jug", words: { prompt: "a red jug", mode: "dalle3" }, ...pick },
      { source: "photoshoots", id: "p8", title: "on a table", words: null, ...pick },
    ],
  })
  const user = renderApp("/showcase")
  const picks = within(await screen.findByRole("region", { name: "Picked by our team" }))
  const toTry = picks.getAllByRole("link", { name: /^Try these words/ })
  expect(toTry.map((link) => link.textContent)).toEqual(["Try these words: a red jug"])
  const wanted = (link: HTMLElement): string =>
    new URL(link.getAttribute("href") ?? "", "https://x").searchParams.get("to") ?? ""
  expect(wanted(toTry[0] as HTMLElement)).toBe("/generations/flux?mode=dalle3&prompt=a+red+jug&shape=4%3A5")
  const list = within(screen.getByRole("list", { name: "Public pictures" }))
  const links = list.getAllByRole("link", { name: /^Try these words/ })
  expect(links.map(wanted)).toEqual([
    "/generations/flux?mode=dalle3&prompt=a+red+bag&shape=1%3A1",
    // Too long for an address: this tab carries them.
    "/generations/flux?mode=flux1.1-pro",
  ])
  await user.click(links[1] as HTMLElement)
  expect(sessionStorage.getItem("studio_draft")).toContain("a very long bag a very long bag")
})

test("a public picture goes by people's words: no id of a model, and no name of somebody's photo", async () => {
  const api = fakeApi()
  const ownModel = "bags-bbaf4367-91ef-4b84-a7a4-40e5eecd74af"
  const own = { ...buildDocument({ prompt: `a photo of ${ownModel} on sand`, mode: ownModel }), ...wire }
  const scene = { ...buildDocument({ $id: "p2", prompt: "Mrs Obi, order 12.jpg", mode: "scene" }), ...wire }
  api.answer(listDocuments, { total: 2, documents: [own, scene] })
  api.answer(listPicks, { data: [] })
  renderApp("/showcase")
  const list = within(await screen.findByRole("list", { name: "Public pictures" }))
  await list.findByRole("img", { name: "a photo of bags on sand" })
  expect(list.getByRole("img", { name: "A product in a scene" })).toBeDefined()
  expect(list.getAllByRole("link", { name: /^Try these words/ })).toHaveLength(1)
  expect(document.body.innerHTML).not.toMatch(/Mrs Obi|bbaf4367/)
})

test("a report that is answered late leaves the next one open, as it is filled in", async () => {
  const api = fakeApi()
  api.answer(listDocuments, { total: 0, documents: [] })
  const pick = { url: "/pictures/p9", preview: "/pictures/p9/640", width: 9, height: 9 }
  api.answer(listPicks, { data: [{ source: "generations", id: "p9", title: "a red jug", words: null, ...pick }] })
  api.answer(reportPicture, { message: "Thank you. Somebody will look at it." })
  const sendAnswer = api.hold(reportPicture)
  const user = renderApp("/showcase")
  const ask = async (note: string): Promise<void> => {
    await user.click(await screen.findByRole("button", { name: "Report this picture: a red jug" }))
    await user.selectOptions(
      screen.getByLabelText("What is wrong with it?"),
      screen.getAllByRole("option").at(-1) ?? [],
    )
    await user.type(screen.getByLabelText(/^Anything else/), note)
  }
  await ask("First")
  await user.click(screen.getByRole("button", { name: "Send report" }))
  await user.click(screen.getByRole("button", { name: "Cancel" }))
  await ask("Second")
  sendAnswer()
  await act(networkAtRest)
  await screen.findByText("Thank you. Somebody will look at it.")
  expect(screen.getByLabelText(/^Anything else/)).toHaveProperty("value", "Second")
})

test("takes a report with a reason, from anybody", async () => {
  const api = fakeApi()
  api.answer(listDocuments, { total: 0, documents: [] })
  api.answer(listPicks, {
    data: [
      {
        source: "generations",
        id: "p9",
        title: "a red jug",
        words: null,
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
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
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
