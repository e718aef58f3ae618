import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { describe, expect, test, vi } from "vitest"
import { messages } from "#contract/messages.ts"
import { getBalance } from "#contract/money/credits.ts"
import { listDoubts } from "#contract/studio/cut-outs.ts"
import { downloadExports } from "#contract/studio/exports.ts"
import { getStudio } from "#contract/studio/generations.ts"
import { changeProduct, createProduct, emptyProduct, getProduct, type Product } from "#contract/studio/shelf.ts"
import { type FromPhoto, getFromPhoto, goOnFromPhoto } from "#contract/studio/shelf-from-photo.ts"
import { lookAtPicture } from "#contract/studio/shelf-seen.ts"
import { getShop } from "#contract/studio/shelf-shop.ts"
import { createQueryClient } from "#web/lib/calls/query-client.ts"
import { addToOutbox, changeEntry, outboxQuery } from "#web/lib/outbox/outbox.ts"
import { openStored } from "#web/lib/stored/browser-store.ts"
import { buildRun } from "#web/testing/build-run.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { openShop } from "#web/testing/open-shop.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { Component } from "./product-screen.tsx"

vi.mock("idb-keyval", () => import("#web/testing/fake-idb.ts"))

const product: Product = {
  ...emptyProduct,
  id: "one",
  name: "Red bag",
  priceNgn: 500_000,
  pictures: [{ source: "generations", id: "p", url: "/pictures/p", preview: "/pictures/p/320" }],
  slug: null,
  takenDownFor: null,
  isFromPhoto: false,
  version: 1,
  updatedAt: "2026-11-27T03:00:00.000+00:00",
}

/** The page asks for the shop too, to say where a product can be seen. */
function fakeShelf(): FakeApi {
  const api = fakeApi()
  api.answer(getShop, { data: null })
  return api
}

const show = (id: string) => renderScreen(<Component />, { at: `/shelf/${id}`, path: "/shelf/:productId" })

test("reads a price as sellers write it, and says beside it what it cannot read", async () => {
  const api = fakeShelf()
  api.answer(createProduct, { data: { ...product, name: "Bag" } })
  const user = userEvent.setup()
  show("new")
  await user.type(await screen.findByLabelText("Name"), "Bag")
  const price = screen.getByLabelText("Price in naira")
  await user.type(price, "cheap")
  await user.click(screen.getByRole("button", { name: "Save" }))
  expect(await screen.findByText("This is no price. Write it like 5,000 or 5,000.00.")).toBeTruthy()
  expect(api.callsOf(createProduct)).toHaveLength(0)
  await user.clear(price)
  await user.type(price, "5k")
  await user.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(api.callsOf(createProduct)).toHaveLength(1))
  expect(api.callsOf(createProduct)[0]?.body).toMatchObject({ name: "Bag", priceNgn: 500_000, priceUsd: null })
})

test("of options it asks for the stock of every way in which they go together", async () => {
  const api = fakeShelf()
  api.answer(getProduct, { data: product })
  api.answer(changeProduct, { data: product })
  const user = userEvent.setup()
  show("one")
  await user.click(await screen.findByRole("button", { name: "Add an option" }))
  await user.type(screen.getByLabelText("Values"), "S, M, S")
  await user.click(screen.getByRole("checkbox", { name: "M: count" }))
  const count = screen.getByLabelText("M: how many")
  await user.clear(count)
  await user.type(count, "3")
  await user.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(api.callsOf(changeProduct)).toHaveLength(1))
  expect(api.callsOf(changeProduct)[0]?.body).toMatchObject({
    options: [{ name: "Size", values: ["S", "M"] }],
    variants: [
      { values: ["S"], stock: null },
      { values: ["M"], stock: 3 },
    ],
  })
})

test("shows both versions of a product that was changed on another device, and saves the chosen one", async () => {
  const api = fakeShelf()
  api.answer(getProduct, { data: product })
  api.refuse(changeProduct, "version_changed", "This product was changed somewhere else.")
  const user = userEvent.setup()
  show("one")
  const name = await screen.findByLabelText("Name")
  await user.clear(name)
  await user.type(name, "Blue bag")
  api.answer(getProduct, { data: { ...product, name: "Green bag", version: 4 } })
  await user.click(screen.getByRole("button", { name: "Save" }))
  const dialog = await screen.findByRole("dialog", { name: "Changed on another device" })
  expect(within(dialog).getByText("Blue bag")).toBeTruthy()
  expect(within(dialog).getByText("Green bag")).toBeTruthy()
  api.answer(changeProduct, { data: { ...product, name: "Blue bag", version: 5 } })
  await user.click(within(dialog).getByRole("button", { name: "Save mine" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(api.callsOf(changeProduct).map(({ body }) => [body.version, body.name])).toEqual([
    [1, "Blue bag"],
    [4, "Blue bag"],
  ])
})

test("says at the field what the server refuses", async () => {
  const api = fakeShelf()
  api.answer(getProduct, { data: product })
  api.refuse(changeProduct, "general_argument_invalid", "Another product of yours has this number.", {})
  const user = userEvent.setup()
  show("one")
  await user.type(await screen.findByLabelText(/Your own number/), "A-1")
  await user.click(screen.getByRole("button", { name: "Save" }))
  expect(await screen.findByText("Another product of yours has this number.")).toBeTruthy()
})

test("one that was made without a connection and refused says why at the field, and is made once that is mended", async () => {
  const api = fakeShelf()
  signedIn(api)
  const queries = createQueryClient()
  await openStored("ada")
  const fields = { ...emptyProduct, name: "Tin of tea", sku: "A-1" }
  await addToOutbox(queries, "ada", { kind: "new-product", pictures: [], fields }, "the-line")
  const reason = "Another product of yours has this number."
  await changeEntry(queries, "ada", "the-line", (entry) => ({
    ...entry,
    state: "stopped",
    reason,
    problems: { sku: reason },
  }))
  renderScreen(<Component />, { at: "/shelf/new?waiting=the-line", path: "/shelf/:productId" })
  const user = userEvent.setup()
  await screen.findByText(`What you made without a connection is not saved: ${reason}`)
  const number = screen.getByRole("textbox", { name: /Your own number/, description: new RegExp(reason) })
  await user.clear(number)
  await user.type(number, "A-2")
  api.answer(createProduct, { data: { ...product, ...fields, pictures: [], sku: "A-2" } })
  await user.click(screen.getByRole("button", { name: "Save" }))
  await waitFor(() => expect(api.callsOf(createProduct)).toHaveLength(1))
  expect(api.callsOf(createProduct)[0]).toMatchObject({ idempotencyKey: "the-line", body: { sku: "A-2" } })
  await waitFor(async () => expect(await queries.fetchQuery({ ...outboxQuery("ada"), staleTime: 0 })).toEqual([]))
})

test("says which of its pictures to look at, and leads to the cut-out of each", async () => {
  const api = fakeShelf()
  const pictures = ["p", "q", "r"].map((id) => ({
    ...{ source: "generations" as const, id, url: `/pictures/${id}`, preview: `/pictures/${id}/320` },
  }))
  api.answer(getProduct, { data: { ...product, pictures } })
  const doubts = { p: "one", q: "two", r: "one" }
  api.answer(listDoubts, {
    data: Object.entries(doubts).map(([pictureId, cutOutId]) => ({ pictureId, cutOutId })),
  })
  show("one")
  const links = await screen.findAllByRole("link", { name: messages.cutOutDoubt })
  expect(links.map((link) => [link.parentElement?.textContent, link.getAttribute("href")])).toEqual([
    [`Pictures 1 and 3: ${messages.cutOutDoubt}`, "/generations/cut-out?picture=one"],
    [`Picture 2: ${messages.cutOutDoubt}`, "/generations/cut-out?picture=two"],
  ])
})

test("proposes title and text of what was entered, to be used as they are or changed", async () => {
  const api = fakeShelf()
  api.answer(createProduct, { data: product })
  const user = userEvent.setup()
  show("new")
  await user.type(await screen.findByLabelText("Price in naira"), "15k")
  await user.click(screen.getByRole("button", { name: "Write title and text for me" }))
  const dialog = await screen.findByRole("dialog", { name: "Title and text" })
  await user.type(within(dialog).getByLabelText("What is it?"), "handbag")
  await user.type(within(dialog).getByLabelText(/Colour/), "red")
  await user.click(within(dialog).getByRole("radio", { name: "Status" }))
  await user.click(within(dialog).getByRole("radio", { name: "Pidgin" }))
  await user.click(within(dialog).getByRole("button", { name: "Use both" }))
  await user.click(await screen.findByRole("button", { name: "Save" }))
  await waitFor(() => expect(api.callsOf(createProduct)).toHaveLength(1))
  expect(api.callsOf(createProduct)[0]?.body).toMatchObject({
    name: "Red handbag",
    text: "Red handbag, ₦15,000. Chat me make you order am.",
  })
})

test("what a hosted model sees is marked as such and put into the text by the seller alone", async () => {
  const api = fakeShelf()
  api.answer(getProduct, { data: { ...product, name: "", text: "" } })
  const offer = { engine: "hosted", isLocalEngine: false, refusal: null, label: "Seer", feeCredits: null }
  const studio = { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: { description: offer } }
  api.answer(getStudio, { data: studio })
  api.refuse(lookAtPicture, "engine_failed", "The model named nothing that it sees.")
  const user = userEvent.setup()
  show("one")
  await user.click(await screen.findByRole("button", { name: "Write title and text for me" }))
  const dialog = await screen.findByRole("dialog", { name: "Title and text" })
  await user.type(within(dialog).getByLabelText("What is it?"), "bag")
  await user.click(within(dialog).getByRole("radio", { name: "Status" }))
  const text = within(dialog).getByLabelText<HTMLTextAreaElement>("Text")
  const byRule = text.value
  const ask = await within(dialog).findByRole("button", { name: "What does a hosted model see?" })
  await user.click(ask)
  expect((await within(dialog).findByRole("alert")).textContent).toContain("The text above is made of what you wrote.")
  expect(text.value).toBe(byRule)
  api.answer(lookAtPicture, { data: { text: "a red bag on a table", by: "Seer" } })
  await user.click(ask)
  expect(await within(dialog).findByText(/^Seen by Seer, a hosted model\./)).toBeTruthy()
  expect(api.callsOf(lookAtPicture)[0]?.body).toEqual({ image: "/pictures/p" })
  expect(text.value).toBe(byRule)
  await user.click(within(dialog).getByRole("button", { name: "Put it into the text" }))
  expect(text.value).toBe(`${byRule}\n\na red bag on a table`)
})

test("shares a picture as a file where the device can, saves it where it cannot, and shares or copies the link", async () => {
  const api = fakeShelf()
  api.answer(getProduct, { data: { ...product, isOnShelf: true, slug: "red-bag" } })
  api.answer(getShop, { data: openShop })
  api.answer(downloadExports, "jpeg")
  const saved: string[] = []
  const shared: (ShareData | undefined)[] = []
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  URL.createObjectURL = () => "blob:picture"
  URL.revokeObjectURL = () => {}
  const user = userEvent.setup()
  show("one")
  const status = await screen.findByRole("button", { name: "Picture for status" })
  await user.click(status)
  await waitFor(() => expect(saved).toEqual(["whatsapp-status.jpg"]))
  expect(api.callsOf(downloadExports)[0]?.query).toEqual({ image: "/pictures/p", presets: "whatsapp-status" })

  // A device that takes links and no files, and one that takes both.
  let takesFiles = false
  const device = {
    canShare: (data?: ShareData) => takesFiles || data?.files === undefined,
    share: async (data?: ShareData) => {
      shared.push(data)
    },
  }
  Object.assign(navigator, device)
  try {
    await user.click(screen.getByRole("button", { name: "Square picture" }))
    await waitFor(() => expect(saved).toEqual(["whatsapp-status.jpg", "whatsapp-catalogue.jpg"]))
    await user.click(screen.getByRole("button", { name: "Share the link" }))
    expect(shared).toEqual([{ title: "Red bag", url: `${openShop.url}/red-bag` }])
    takesFiles = true
    await user.click(status)
    await waitFor(() => expect(shared).toHaveLength(2))
    const [file] = shared[1]?.files ?? []
    expect([file?.name, file?.type, shared[1]?.title]).toEqual(["whatsapp-status.jpg", "image/jpeg", "Red bag"])
    expect(saved).toHaveLength(2)
  } finally {
    for (const name of Object.keys(device)) Reflect.deleteProperty(navigator, name)
    vi.restoreAllMocks()
  }
  await user.click(screen.getByRole("button", { name: "Share the link" }))
  expect(await navigator.clipboard.readText()).toBe(`${openShop.url}/red-bag`)
})

describe("a product that was begun with a photo", () => {
  const result = {
    picture: { id: "c", url: "/pictures/c", width: 10, height: 10 },
    sourceUrl: null,
    sourceWidth: 10,
    sourceHeight: 10,
    isSure: true,
    isSettled: true,
  }
  const work = buildRun({ kind: "product-cut-out", status: "ready", progress: 1, result })
  function open(state: FromPhoto): FakeApi {
    const api = fakeShelf()
    api.answer(getProduct, { data: { ...product, isFromPhoto: true } })
    api.answer(getFromPhoto, { data: state })
    api.answer(getBalance, { data: { credits: 9, held: 0 } })
    show("one")
    return api
  }

  test("shows how far it is, and its form once nothing is on its way", async () => {
    const api = open({
      cutOut: { ...work, status: "running", progress: 0.4, result: null },
      scene: null,
      sceneCredits: 2,
    })
    expect(await screen.findByRole("progressbar", { name: "Taking the background off" })).toBeTruthy()
    expect(screen.queryByLabelText("Name")).toBeNull()
    api.answer(getProduct, { data: { ...product, name: "Red tin", isFromPhoto: true } })
    api.answer(getFromPhoto, { data: { cutOut: work, scene: { ...work, id: "scene" }, sceneCredits: 2 } })
    expect(await screen.findByDisplayValue("Red tin", undefined, { timeout: 5_000 })).toBeTruthy()
  })

  test("leads to a cut-out that is not sure, and offers nothing that is paid before", async () => {
    open({
      cutOut: { ...work, result: { ...result, isSure: false, isSettled: false } },
      scene: null,
      sceneCredits: 2,
    })
    expect((await screen.findByRole("link", { name: "Look at it" })).getAttribute("href")).toContain("picture=c")
    expect(screen.queryByRole("button", { name: /2 credits/ })).toBeNull()
  })

  test("orders a scene that failed once more for its price, but not over what is not saved", async () => {
    const failed = { ...work, id: "scene", status: "failed", failure: "No.", result: null } as const
    const api = open({ cutOut: work, scene: failed, sceneCredits: 2 })
    const again = await screen.findByRole<HTMLButtonElement>("button", { name: "Make the scene again (2 credits)" })
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText("Name"), "!")
    expect(again.disabled).toBe(true)
    api.answer(changeProduct, { data: { ...product, name: "Red bag!", isFromPhoto: true, version: 2 } })
    await user.click(screen.getByRole("button", { name: "Save" }))
    await waitFor(() => expect(again.disabled).toBe(false))
    api.answer(goOnFromPhoto, { data: { cutOut: work, scene: { ...failed, status: "waiting" }, sceneCredits: 2 } })
    await user.click(again)
    expect(await screen.findByRole("progressbar", { name: "Making the scene" })).toBeTruthy()
  })
})
