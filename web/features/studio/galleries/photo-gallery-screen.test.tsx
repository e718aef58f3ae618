import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { type ReactElement, useState } from "react"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { deleteDocument } from "#contract/hosted/documents.ts"
import { messages } from "#contract/messages.ts"
import { listDoubts } from "#contract/studio/cut-outs.ts"
import { changeVisibility, getStudio, type Order, orderFinished } from "#contract/studio/generations.ts"
import {
  changeManyVisibilities,
  deleteManyPictures,
  listOwnModes,
  listOwnPictures,
  type OwnPicture,
  type OwnPicturesQuery,
  pictureStarred,
  starPicture,
} from "#contract/studio/own-pictures.ts"
import { type PictureDetails, showPicture } from "#contract/studio/picture-details.ts"
import {
  createPrivateLink,
  endPrivateLink,
  listPrivateLinks,
  type PrivateLink,
} from "#contract/studio/private-links.ts"
import { putPicturesOnShelf } from "#contract/studio/shelf.ts"
import { restorePictures, trashLessened } from "#contract/studio/trash.ts"
import { useRealtime } from "#web/lib/calls/realtime.ts"
import { buildDocument, buildDocuments } from "#web/testing/build-document.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { connected, receiveFrame } from "#web/testing/fake-sockets.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { galleryEvents } from "./events.ts"
import { Component as PhotoGalleryScreen } from "./photo-gallery-screen.tsx"

let api: FakeApi
/** What the server holds, newest first. */
let stored: OwnPicture[]

beforeEach(() => {
  api = fakeApi()
  signedIn(api)
  answerStudio(false)
  api.answer(listOwnPictures, ({ query }) => readPage(query))
  api.answer(showPicture, ({ params }) => ({ data: detailsOf(params.pictureId) }))
})

/** @param canBePrivate whether the person has ever paid */
function answerStudio(canBePrivate: boolean): void {
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate, modes: {}, kinds: {} } })
}

/** What the server tells of a picture that it holds, or held. */
function detailsOf(id: string): PictureDetails {
  const picture = stored.find(({ $id }) => $id === id) ?? buildDocument({ $id: id })
  const settings = {
    seed: 77,
    number: 1,
    count: 1,
    isRaw: false,
    isPoster: false,
    factor: null,
    ground: null,
    template: null,
  }
  return { picture, settings, origins: [], siblings: [], made: [] }
}

function readPage({ words, seenBy, mode, starred, after }: OwnPicturesQuery) {
  const matching = stored.filter(
    ({ prompt, is_public, is_starred, mode: made }) =>
      (starred === undefined || is_starred) &&
      (words === undefined || prompt.includes(words)) &&
      (seenBy === undefined || (seenBy === "everyone") === is_public) &&
      (mode === undefined || mode === made),
  )
  const from = matching.findIndex(({ $id }) => $id === after) + 1
  return { data: matching.slice(from, from + 25) }
}

/** The screen as the studio's frame shows it: kept true by realtime. */
function LiveScreen(): ReactElement {
  useRealtime("ada", galleryEvents)
  return <PhotoGalleryScreen />
}

/** The same, connected at a press only. */
function LazyScreen(): ReactElement {
  const [isLive, setLive] = useState(false)
  useRealtime(isLive ? "ada" : "", galleryEvents)
  return (
    <>
      <button type="button" onClick={() => setLive(true)}>
        Connect
      </button>
      <PhotoGalleryScreen />
    </>
  )
}

const altTexts = (): string[] =>
  screen.getAllByRole<HTMLImageElement>("img", { name: /^picture number/ }).map(({ alt }) => alt)

async function openGallery(documents: OwnPicture[], element = <LiveScreen />): Promise<UserEvent> {
  stored = documents
  const user = renderScreen(element, { at: "/photo-gallery" })
  if (documents.length > 0) await screen.findByRole("list", { name: "Generated pictures" })
  return user
}

function gridSize(): number {
  return Number(screen.getAllByRole("listitem")[0]?.getAttribute("aria-setsize"))
}

test("says so when there is nothing, and where to go", async () => {
  await openGallery([])
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("My Photo Gallery")
  expect(screen.getByText("Check out your uploaded and generated photos here")).toBeDefined()
  const tabs = screen.getAllByRole("tab").map(({ textContent, ariaSelected }) => [textContent, ariaSelected])
  expect(tabs).toEqual([
    ["Generated", "true"],
    ["Uploads", "false"],
  ])
  expect(await screen.findByText("Pretty empty around here")).toBeDefined()
  expect(screen.getByRole("link", { name: "Go to the dashboard" }).getAttribute("href")).toBe("/app")
})

test("opens a picture in a new tab", async () => {
  await openGallery([buildDocument({ url: "https://studio.example/pictures/a" })])
  const link = screen.getByRole("link", { name: "a clay pot on a wooden table" })
  expect([link.getAttribute("href"), link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
    "/pictures/a",
    "_blank",
    "noopener",
  ])
})

test("has one stop of the Tab key for each picture; arrow keys go through what is in it", async () => {
  const user = await openGallery(buildDocuments(2))
  const [first, second] = within(screen.getByRole("list", { name: "Generated pictures" })).getAllByRole("link")
  first?.focus()
  await user.keyboard("{ArrowRight}")
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Copy prompt")
  await user.keyboard("{ArrowRight}")
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Details")
  await user.keyboard("{ArrowLeft}{ArrowLeft}")
  expect(document.activeElement).toBe(first)
  await user.tab()
  expect(document.activeElement).toBe(second)
})

test("reads on when the end comes near, and only shows what is near", async () => {
  await openGallery(buildDocuments(60))
  expect(gridSize()).toBe(25)
  expect(screen.getAllByRole("img").length).toBeLessThan(25)

  scrollToEnd()
  await waitFor(() => expect(gridSize()).toBe(50))
  scrollToEnd()
  await waitFor(() => expect(gridSize()).toBe(60))
  expect(await screen.findByAltText("picture number 60")).toBeDefined()
})

test("three more pages come by themselves, then at a press, so that the end of the page can be reached", async () => {
  const user = await openGallery(buildDocuments(130))
  for (const size of [50, 75, 100]) {
    scrollToEnd()
    await waitFor(() => expect(gridSize()).toBe(size))
  }
  scrollToEnd()
  await user.click(await screen.findByRole("button", { name: "Load more" }))
  await waitFor(() => expect(gridSize()).toBe(125))
  await user.click(screen.getByRole("button", { name: "Load more" }))
  await waitFor(() => expect(gridSize()).toBe(130))
  expect(screen.queryByRole("button", { name: "Load more" })).toBeNull()
})

test("with the data saver only small previews are loaded, and no page by itself", async () => {
  signedIn(api, { account: { prefs: { dataSaver: "on" } } })
  const user = await openGallery(buildDocuments(30))
  const picture = await screen.findByAltText("picture number 1")
  await waitFor(() => expect(picture.getAttribute("src")).toBe("/files/p1-320.webp"))
  expect(picture.getAttribute("srcset")).toBeNull()
  scrollToEnd()
  expect(await screen.findByRole("button", { name: "Load more" })).toBeDefined()
  expect(gridSize()).toBe(25)
  await user.click(screen.getByRole("button", { name: "Load more" }))
  await waitFor(() => expect(gridSize()).toBe(30))
})

test("keeps what it has when the next page does not come, says why, and reads on at a press", async () => {
  const user = await openGallery(buildDocuments(30))
  api.refuse(listOwnPictures, "general_argument_invalid", "This page cannot be read.")
  scrollToEnd()
  const alert = await screen.findByRole("alert")
  expect(alert.textContent).toContain("The next pictures could not be loaded. This page cannot be read.")
  expect(gridSize()).toBe(25)
  api.answer(listOwnPictures, ({ query }) => readPage(query))
  await user.click(within(alert).getByRole("button", { name: "Try again" }))
  await waitFor(() => expect(gridSize()).toBe(30))
})

/** jsdom lays nothing out: says that the grid has been moved up until its end is on the screen. */
function scrollToEnd(): void {
  const grid = screen.getByRole("list", { name: "Generated pictures" })
  const height = Number.parseFloat(grid.style.height)
  vi.spyOn(grid, "getBoundingClientRect").mockReturnValue(new DOMRect(0, window.innerHeight - height, 1024, height))
  fireEvent.scroll(document)
}

describe("search and filters", () => {
  const three = () => [
    buildDocument({ $id: "p1", prompt: "a red lamp", is_public: false }),
    buildDocument({ $id: "p2", prompt: "a red chair" }),
    buildDocument({ $id: "p3", prompt: "a blue chair", mode: "bg-remover" }),
  ]
  const shown = (): string[] => screen.queryAllByRole<HTMLImageElement>("img", { name: /^a/ }).map(({ alt }) => alt)

  test("are reached by a key, stand in the address, and are put away at a press", async () => {
    const user = await openGallery(three())
    const search = screen.getByRole("searchbox", { name: /^Search your pictures/ })
    await user.keyboard("/")
    expect(document.activeElement).toBe(search)
    await user.keyboard("red/ ")
    expect((search as HTMLInputElement).value).toBe("red/ ")
    await user.keyboard("{Backspace}{Backspace}")
    await waitFor(() => expect(shown()).toEqual(["a red lamp", "a red chair"]))
    await expectAddress("/photo-gallery?words=red")
    expect(screen.getByText("2 pictures found")).toBeDefined()
    await user.click(screen.getByRole("button", { name: "Private" }))
    await waitFor(() => expect(shown()).toEqual(["a red lamp"]))
    await user.selectOptions(screen.getByLabelText(/Made with/), "Background Remover")
    await screen.findByText("No picture is like that")
    await expectAddress("/photo-gallery?words=red&seenBy=me&mode=bg-remover")
    await user.click(screen.getByRole("button", { name: "Clear search and filters" }))
    await waitFor(() => expect(shown()).toHaveLength(3))
    await expectAddress("/photo-gallery")
    expect(screen.getByRole<HTMLInputElement>("searchbox", { name: /^Search your pictures/ }).value).toBe("")
  })

  test("let nothing in that is not asked for, and let go what is not any more", async () => {
    stored = three()
    const user = renderScreen(<LiveScreen />, { at: "/photo-gallery?seenBy=everyone" })
    await waitFor(() => expect(shown()).toEqual(["a red chair", "a blue chair"]))
    await connected()
    const tell = (action: string, { is_starred: _star, ...about }: OwnPicture): void => {
      const collection = "databases.main.collections.generations.documents"
      const events = [`${collection}.*.${action}`]
      receiveFrame({ type: "event", data: { events, channels: [collection], payload: { ...about, creator: "ada" } } })
    }
    const change = (id: string, is_public: boolean): void => {
      stored = stored.map((one) => (one.$id === id ? { ...one, is_public } : one))
      for (const one of stored) if (one.$id === id) act(() => tell("update", one))
    }
    change("p2", false)
    await waitFor(() => expect(shown()).toEqual(["a blue chair"]))
    change("p2", true)
    await waitFor(() => expect(shown()).toEqual(["a red chair", "a blue chair"]))
    stored = [buildDocument({ $id: "new", prompt: "a secret", is_public: false }), ...stored]
    const asked = api.callsOf(listOwnPictures).length
    api.tell(orderFinished, { order: buildFinishedOrder() })
    await waitFor(() => expect(api.callsOf(listOwnPictures).length).toBeGreaterThan(asked))
    await act(networkAtRest)
    expect(shown()).toEqual(["a red chair", "a blue chair"])

    answerStudio(true)
    api.answer(changeVisibility, ({ body }) => ({ data: body }))
    const [details = document.body] = screen.getAllByRole("button", { name: "Details" })
    await user.click(details)
    const dialog = within(await screen.findByRole("dialog"))
    const isPublic = dialog.getByRole("switch", { name: "Display Public" })
    await waitFor(() => expect(isPublic.hasAttribute("disabled")).toBe(false))
    await user.click(isPublic)
    await dialog.findByText("Only you can see this picture.")
    await user.keyboard("{ArrowRight}")
    await dialog.findByAltText("a blue chair")
  })
})

describe("stars", () => {
  beforeEach(() => {
    api.answer(starPicture, ({ params, body }) => {
      stored = stored.map((one) => (one.$id === params.pictureId ? { ...one, ...body } : one))
      return { data: body }
    })
  })

  test("are given and taken by key, on the tile and in the details, and narrow the gallery", async () => {
    const user = await openGallery(buildDocuments(3))
    await connected()
    screen.getByRole("link", { name: "picture number 2" }).focus()
    await user.keyboard(".")
    await waitFor(() => expect(screen.getAllByLabelText("Starred")).toHaveLength(1))
    const [first = document.body, second = document.body] = screen.getAllByRole("button", { name: "Star" })
    expect(second.getAttribute("aria-pressed")).toBe("true")
    await user.click(first)
    await waitFor(() => expect(screen.getAllByLabelText("Starred")).toHaveLength(2))
    expect(api.callsOf(starPicture).map(({ params, body }) => [params.pictureId, body.is_starred])).toEqual([
      ["p2", true],
      ["p1", true],
    ])

    await user.click(screen.getByRole("button", { name: "Starred" }))
    await waitFor(() => expect(gridSize()).toBe(2))
    const [details = document.body] = screen.getAllByRole("button", { name: "Details" })
    await user.click(details)
    const dialog = within(await screen.findByRole("dialog"))
    await user.click(dialog.getByRole("button", { name: "Starred" }))
    await dialog.findByRole("button", { name: "Star" })
    expect(dialog.getByAltText("picture number 1")).toBeDefined()
    await user.keyboard("{Escape}")
    await waitFor(() => expect(gridSize()).toBe(1))

    stored = stored.map((one) => ({ ...one, is_starred: one.$id !== "p2" }))
    act(() => {
      api.tell(pictureStarred, { id: "p2", is_starred: false })
      api.tell(pictureStarred, { id: "p1", is_starred: true })
    })
    await screen.findByAltText("picture number 1")
    expect(screen.queryByAltText("picture number 2")).toBeNull()
  })
})

describe("more that narrows", () => {
  test("is the shape, the engine and a time in words, of which the server is told the moments", async () => {
    api.answer(listOwnModes, { data: ["flux1.1-pro"], engines: ["local", "replicate"] })
    const user = await openGallery(buildDocuments(2))
    await user.click(screen.getByRole("button", { name: "Filters" }))
    await user.selectOptions(screen.getByLabelText("Shape"), "4:5")
    await user.selectOptions(await screen.findByLabelText("Engine"), "Replicate")
    const made = screen.getByRole("searchbox", { name: /^When they were made/ })
    await user.type(made, "yesterday")
    await expectAddress("/photo-gallery?shape=4%3A5&engine=replicate&made=yesterday")
    const asked = await waitFor(() => {
      const query = api.callsOf(listOwnPictures).at(-1)?.query
      expect(query?.from).toBeDefined()
      return query
    })
    const midnight = new Date()
    midnight.setHours(0, 0, 0, 0)
    expect(asked).toMatchObject({ shape: "4:5", engine: "replicate", to: midnight.toISOString() })
    expect(asked).not.toHaveProperty("made")

    const calls = api.callsOf(listOwnPictures).length
    await user.clear(made)
    await user.type(made, "a red bag")
    await screen.findByText("Try today, 2 weeks or August.")
    await expectAddress("/photo-gallery?shape=4%3A5&engine=replicate")
    expect(
      api
        .callsOf(listOwnPictures)
        .slice(calls)
        .every(({ query }) => query.from === undefined),
    ).toBe(true)
  })
})

describe("choosing many", () => {
  const chosen = (): string[] =>
    screen
      .getAllByRole<HTMLInputElement>("checkbox")
      .filter((box) => box.checked)
      .map((box) => box.getAttribute("aria-label")?.replace("picture number ", "") ?? "")
  const choose = (user: UserEvent, number: number) =>
    user.click(screen.getByRole("checkbox", { name: `picture number ${number}` }))

  test("takes one, a stretch or all, and ends with Escape", async () => {
    const user = await openGallery(buildDocuments(5))
    await user.click(screen.getByRole("button", { name: "Select" }))
    expect((await screen.findByRole("button", { name: "Move to trash" })).hasAttribute("disabled")).toBe(true)
    await choose(user, 2)
    await user.keyboard("{Shift>}")
    await choose(user, 4)
    await user.keyboard("{/Shift}")
    expect(chosen()).toEqual(["2", "3", "4"])
    await choose(user, 3)
    expect(chosen()).toEqual(["2", "4"])
    expect(screen.getByText("2 pictures chosen")).toBeDefined()
    const zip = screen.getByRole("link", { name: "Download as ZIP" })
    expect(zip.getAttribute("href")).toBe("/own-pictures/download?ids=p2,p4")
    await user.keyboard("{Control>}a{/Control}")
    expect(chosen()).toHaveLength(5)
    await user.keyboard("{Escape}")
    expect(screen.queryByRole("checkbox")).toBeNull()
  })

  test("changes and moves to the trash by one call each, says what stayed and why, and takes it back where it was", async () => {
    const why = "Free pictures are public. Buy credits once to make private ones."
    api.answer(changeManyVisibilities, ({ body }) => ({
      data: { done: body.ids.slice(0, 1), skipped: body.ids.slice(1).map((id) => ({ id, why })) },
    }))
    api.answer(deleteManyPictures, ({ body }) => ({ data: { done: body.ids, skipped: [] } }))
    const user = await openGallery(buildDocuments(4))
    await user.click(screen.getByRole("button", { name: "Select" }))
    await user.keyboard("{Control>}a{/Control}")
    await user.click(screen.getByRole("button", { name: "Make private" }))
    expect((await screen.findByText("3 pictures stayed as before:")).nextElementSibling?.textContent).toBe(
      `3 pictures: ${why}`,
    )
    expect(screen.getByText("1 picture is private now")).toBeDefined()
    expect(chosen()).toEqual(["2", "3", "4"])
    await user.click(screen.getByRole("button", { name: "Move to trash" }))
    await screen.findByText("3 pictures moved to the trash")
    await waitFor(() => expect(gridSize()).toBe(1))
    expect(screen.queryByRole("checkbox")).toBeNull()
    expect(api.callsOf(changeManyVisibilities).map(({ body }) => body)).toEqual([
      { ids: ["p1", "p2", "p3", "p4"], is_public: false },
    ])
    expect(api.callsOf(deleteManyPictures).map(({ body }) => body)).toEqual([{ ids: ["p2", "p3", "p4"] }])

    api.answer(restorePictures, { data: { done: ["p2", "p3"], skipped: [{ id: "p4", why: "It is gone." }] } })
    await user.click(screen.getByRole("button", { name: "Undo" }))
    await screen.findByText("1 picture could not be taken back.")
    // What comes back joins the page a few pictures a frame.
    await waitFor(() => expect(altTexts()).toEqual([1, 2, 3].map((number) => `picture number ${number}`)))
    expect(api.callsOf(restorePictures)[0]?.body.pictures[2]).toEqual({ source: "generations", id: "p4" })
  })
})

describe("putting on the shelf", () => {
  test("asks of several whether they are one product or one each", async () => {
    api.answer(putPicturesOnShelf, ({ body }) => ({
      data: { ids: body.as === "one-each" ? ["a", "b"] : ["a"], skipped: 0 },
    }))
    const user = await openGallery(buildDocuments(3))
    await user.click(screen.getByRole("button", { name: "Select" }))
    for (const number of [1, 3]) await user.click(screen.getByRole("checkbox", { name: `picture number ${number}` }))
    await user.click(screen.getByRole("button", { name: "Put on the shelf" }))
    const dialog = await screen.findByRole("dialog", { name: "Put 2 pictures on the shelf" })
    expect(within(dialog).getByRole("button", { name: "2 products" })).toBeTruthy()
    await user.click(within(dialog).getByRole("button", { name: "One product with all" }))
    await expectAddress("/shelf/a")
    const pictures = ["p1", "p3"].map((id) => ({ source: "generations", id }))
    expect(api.callsOf(putPicturesOnShelf).map(({ body }) => body)).toEqual([{ pictures, as: "one-of-all" }])
  })
})

describe("Copy prompt", () => {
  async function copy(user: UserEvent): Promise<void> {
    await user.click(screen.getByRole("button", { name: "Copy prompt" }))
  }

  test("copies the person's own words", async () => {
    const user = await openGallery([buildDocument()])
    await copy(user)
    expect(await screen.findByText("Prompt copied to clipboard!")).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe("a clay pot on a wooden table")
  })

  test("is not offered of what was made of a photo, which goes by the name of its file", async () => {
    const user = await openGallery([buildDocument({ mode: "photo-upscaling", prompt: "IMG_1018.jpg" })])
    await user.click(screen.getByRole("button", { name: "Details" }))
    await screen.findByRole("dialog", { name: "Picture" })
    expect(screen.queryAllByRole("button", { name: "Copy prompt", hidden: true })).toEqual([])
  })

  test("says so when the browser refuses", async () => {
    const user = await openGallery([buildDocument()])
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"))
    await copy(user)
    expect(await screen.findByText("Failed to copy")).toBeDefined()
  })

  test("says so when there is no clipboard", async () => {
    const user = await openGallery([buildDocument()])
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as unknown as Clipboard)
    await copy(user)
    expect(await screen.findByText("Clipboard API not supported")).toBeDefined()
  })
})

describe("details", () => {
  async function openDetails(user: UserEvent, place: number): Promise<HTMLElement> {
    const buttons = screen.getAllByRole("button", { name: "Details" })
    await user.click(buttons[place] as HTMLElement)
    return screen.findByRole("dialog")
  }

  test("tell what was sent, who made it, the size and the day", async () => {
    const user = await openGallery([buildDocument()])
    const dialog = await openDetails(user, 0)
    expect(dialog.textContent).toContain("IMG_1018.CR2: a clay pot on a wooden table")
    expect(within(dialog).getByText("Engine").nextElementSibling?.textContent).toBe("Local engine")
    expect(dialog.textContent).toContain("912 × 1136, 182 kB")
    expect(dialog.textContent).toContain("1 September 2025")
    expect(within(dialog).getByRole("link", { name: "Download" }).getAttribute("href")).toBe(
      "/files/picture1.webp?download",
    )
  })

  test("say a doubt beside the picture, before it can be downloaded", async () => {
    api.answer(listDoubts, { data: [{ pictureId: "s1", cutOutId: "c1" }] })
    const user = await openGallery([buildDocument({ $id: "s1", mode: "scene", url: "/pictures/s1" })])
    const dialog = within(await openDetails(user, 0))
    const doubt = await dialog.findByRole("link", { name: messages.cutOutDoubt })
    // Its words are the name of a file, not a prompt.
    expect([dialog.queryByText("Prompt"), dialog.getByText("Made of").tagName]).toEqual([null, "DT"])
    const download = dialog.getByRole("link", { name: "Download" })
    expect(doubt.compareDocumentPosition(download) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  test("move to the neighbours by button and arrow key", async () => {
    const user = await openGallery(buildDocuments(3))
    const dialog = await openDetails(user, 1)
    await user.keyboard("{ArrowRight}")
    expect(within(dialog).getByAltText("picture number 3")).toBeDefined()
    expect(within(dialog).getByRole("button", { name: "Next picture" }).hasAttribute("disabled")).toBe(true)
    await user.click(within(dialog).getByRole("button", { name: "Previous picture" }))
    await user.keyboard("{ArrowLeft}{ArrowLeft}")
    expect(within(dialog).getByAltText("picture number 1")).toBeDefined()
  })

  test("close a picture to others once something was paid, and open it again", async () => {
    answerStudio(true)
    api.answer(changeVisibility, ({ body }) => ({ data: body }))
    const user = await openGallery([buildDocument()])
    const dialog = await openDetails(user, 0)
    const isPublic = within(dialog).getByRole("switch", { name: "Display Public" })
    await within(dialog).findByText("Everyone can see this picture and its words.")
    await waitFor(() => expect(isPublic.hasAttribute("disabled")).toBe(false))
    await user.click(isPublic)
    await within(dialog).findByText("Only you can see this picture.")
    await user.click(isPublic)
    await within(dialog).findByText("Everyone can see this picture and its words.")
    expect(api.callsOf(changeVisibility).map(({ params, body }) => [params.pictureId, body.is_public])).toEqual([
      ["picture1", false],
      ["picture1", true],
    ])
  })

  test("say why a free picture stays public", async () => {
    const user = await openGallery([buildDocument()])
    const dialog = await openDetails(user, 0)
    await within(dialog).findByText(/Free pictures are public\./)
    expect(within(dialog).getByRole("switch", { name: "Display Public" }).hasAttribute("disabled")).toBe(true)
  })

  test("call no picture free before it is known whether the person has paid", async () => {
    const studio = { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} }
    api.answer(getStudio, { data: studio })
    const answerStudio = api.hold(getStudio)
    const user = await openGallery([buildDocument()])
    const dialog = await openDetails(user, 0)
    const visibility = within(dialog).getByRole("switch", { name: "Display Public" })
    expect(visibility.hasAttribute("disabled")).toBe(true)
    expect(within(dialog).getByText("Everyone can see this picture and its words.")).toBeDefined()
    answerStudio()
    await waitFor(() => expect(visibility.hasAttribute("disabled")).toBe(false))
  })

  test("move a picture to the trash, go on to the next, and take it back", async () => {
    api.answer(deleteDocument, ({ params }) => {
      stored = stored.filter(({ $id }) => $id !== params.documentId)
      return null
    })
    const user = await openGallery(buildDocuments(3))
    const dialog = await openDetails(user, 0)
    await user.click(within(dialog).getByRole("button", { name: "Move to trash" }))
    expect(await within(dialog).findByAltText("picture number 2")).toBeDefined()
    expect(api.callsOf(deleteDocument).map(({ params }) => params.documentId)).toEqual(["p1"])
    await user.keyboard("{Escape}")
    expect(gridSize()).toBe(2)
    api.answer(restorePictures, ({ body }) => ({ data: { done: body.pictures.map(({ id }) => id), skipped: [] } }))
    await user.click(screen.getByRole("button", { name: "Undo" }))
    await waitFor(() => expect(gridSize()).toBe(3))
    expect(altTexts()[0]).toBe("picture number 1")
    // Told of it, the gallery that has it already is not read anew; without it, it is.
    const reads = api.callsOf(listOwnPictures).length
    api.tell(trashLessened, { restored: [{ source: "generations", id: "p1" }] })
    stored = buildDocuments(4)
    api.tell(trashLessened, { restored: [{ source: "generations", id: "p4" }] })
    await waitFor(() => expect(gridSize()).toBe(4))
    expect(api.callsOf(listOwnPictures)).toHaveLength(reads + 1)
  })

  test("stay at the picture that is looked at when another one is deleted late", async () => {
    api.answer(deleteDocument, null)
    const sendAnswer = api.hold(deleteDocument)
    const user = await openGallery(buildDocuments(3), <PhotoGalleryScreen />)
    const dialog = await openDetails(user, 0)
    await user.click(within(dialog).getByRole("button", { name: "Move to trash" }))
    await user.keyboard("{ArrowRight}{ArrowRight}")
    sendAnswer()
    await waitFor(() => expect(screen.getAllByRole("listitem", { hidden: true })).toHaveLength(2))
    expect(within(dialog).getByAltText("picture number 3")).toBeDefined()
  })

  test("stay as they were changed when a page comes that was asked for before", async () => {
    answerStudio(true)
    api.answer(changeVisibility, ({ body }) => ({ data: body }))
    api.answer(deleteDocument, null)
    const user = await openGallery(buildDocuments(60), <PhotoGalleryScreen />)
    const sendPage = api.hold(listOwnPictures)
    scrollToEnd()
    await waitFor(() => expect(api.callsOf(listOwnPictures)).toHaveLength(2))

    const dialog = await openDetails(user, 0)
    const isPublic = within(dialog).getByRole("switch", { name: "Display Public" })
    await waitFor(() => expect(isPublic.hasAttribute("disabled")).toBe(false))
    await user.click(isPublic)
    await within(dialog).findByText("Only you can see this picture.")
    await user.keyboard("{ArrowRight}")
    const { alt } = within(dialog).getByRole<HTMLImageElement>("img", { name: /^picture number/ })
    await user.click(within(dialog).getByRole("button", { name: "Move to trash" }))
    await waitFor(() => expect(within(dialog).queryByAltText(alt)).toBeNull())
    await user.keyboard("{Escape}")
    expect(gridSize()).toBe(24)

    sendPage()
    await waitFor(() => expect(gridSize()).toBeGreaterThan(24))
    expect(gridSize()).toBe(49)
    expect(screen.queryByAltText(alt)).toBeNull()
    expect(within(await openDetails(user, 0)).getByText("Only you can see this picture.")).toBeDefined()
  })

  test("are changed, and what was refused is said, after they were put away too", async () => {
    answerStudio(true)
    api.answer(changeVisibility, ({ body }) => ({ data: body }))
    const user = await openGallery(buildDocuments(2), <PhotoGalleryScreen />)
    const changeLate = async (): Promise<void> => {
      const sendAnswer = api.hold(changeVisibility)
      const dialog = await openDetails(user, 0)
      const isPublic = within(dialog).getByRole("switch", { name: "Display Public" })
      await waitFor(() => expect(isPublic.hasAttribute("disabled")).toBe(false))
      const calls = api.callsOf(changeVisibility).length
      await user.click(isPublic)
      await waitFor(() => expect(api.callsOf(changeVisibility)).toHaveLength(calls + 1))
      await user.keyboard("{Escape}")
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
      sendAnswer()
      await act(networkAtRest)
    }
    await changeLate()
    within(await openDetails(user, 0)).getByText("Only you can see this picture.")
    await user.keyboard("{Escape}")
    api.refuse(changeVisibility, "general_unknown", "Not just now.")
    await changeLate()
    await screen.findByText("Not just now.")

    api.refuse(deleteDocument, "general_unknown", "Not deleted.")
    const refuse = api.hold(deleteDocument)
    const dialog = await openDetails(user, 0)
    await user.click(within(dialog).getByRole("button", { name: "Move to trash" }))
    await user.keyboard("{Escape}")
    refuse()
    await screen.findByText("Not deleted.")
  })

  test("tell how it was ordered, begin it again, and lead along its family, also to what is not read yet", async () => {
    const far = buildDocument({ $id: "far", prompt: "a sheet far below", mode: "bg-remover" })
    const related = { kind: "picture", source: "generations", url: "/pictures/x", preview: "/pictures/x/320" } as const
    api.answer(showPicture, ({ params: { pictureId } }) => {
      const known = detailsOf(pictureId)
      if (pictureId === "far")
        return { data: { ...known, picture: far, origins: [{ kind: "gone" as const, name: "bag.png" }] } }
      return {
        data: {
          ...known,
          settings: { ...known.settings, number: 2, count: 3, isRaw: true },
          siblings: [{ ...related, id: "p2", mode: "flux1.1-pro", prompt: "its sister" }],
          made: [{ ...related, id: "far", mode: "bg-remover", prompt: "a sheet far below" }],
        },
      }
    })
    const user = await openGallery(buildDocuments(2))
    const dialog = await openDetails(user, 0)
    await within(dialog).findByText("2 of 3")
    for (const [name, words] of [
      ["Seed", "77"],
      ["Shape", "4:5"],
      ["Look", "Raw"],
    ]) {
      expect(within(dialog).getByText(name ?? "").nextElementSibling?.textContent).toBe(words)
    }
    const addressOf = (name: string) => within(dialog).getByRole("link", { name }).getAttribute("href")
    const form = "/generations/flux?mode=flux1.1-pro"
    expect(addressOf("Remix")).toBe(`${form}&prompt=picture+number+1&shape=4%3A5&count=3&raw=yes`)
    expect(addressOf("Use prompt")).toBe(`${form}&prompt=picture+number+1`)
    expect(addressOf("Use size")).toBe(`${form}&shape=4%3A5`)
    for (const name of ["Upscale", "Remove background", "Make a scene", "Image to prompt", "Download for…"]) {
      expect(addressOf(name)).toContain("image=%2Ffiles%2Fp1.webp")
    }
    expect(addressOf("Flux 1.1 Pro: its sister")).toBe("/photo-gallery?picture=p2")
    await user.click(within(dialog).getByRole("link", { name: "Background Remover: a sheet far below" }))
    await within(dialog).findByText("bag.png, which is not there any more")
    expect(within(dialog).getByAltText("a sheet far below")).toBeDefined()
    expect(within(dialog).queryByRole("link", { name: "Remix" })).toBeNull()
    await user.keyboard("{Escape}")
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  })

  test("make a private link, tell how often it was looked at, and end it", async () => {
    const now = "2026-11-27T10:00:00.000+00:00"
    let held: PrivateLink[] = []
    api.answer(listPrivateLinks, () => ({ data: held }))
    api.answer(createPrivateLink, ({ body }) => {
      const link = { id: "l1", created_at: now, expires_at: now, visits: body.hours === 168 ? 2 : 0 }
      held = [link]
      return { data: { ...link, url: "http://localhost/shared/token" } }
    })
    api.answer(endPrivateLink, () => {
      held = []
      return { message: "The link has ended." }
    })
    const user = await openGallery([buildDocument({ $id: "p1", prompt: "a mug", is_public: false })])
    const dialog = await openDetails(user, 0)
    expect(within(dialog).queryByRole("button", { name: "Share its page" })).toBeNull()
    await user.click(within(dialog).getByRole("button", { name: "Private link" }))
    const links = within(await screen.findByRole("dialog", { name: "Private link" }))
    await user.selectOptions(links.getByLabelText("The link ends after"), "7 days")
    await user.click(links.getByRole("button", { name: "Make a link" }))
    await links.findByText("http://localhost/shared/token")
    await links.findByText(/Looked at 2 times\./)
    expect(api.callsOf(createPrivateLink).map(({ params, body }) => [params, body])).toEqual([
      [{ source: "generations", pictureId: "p1" }, { hours: 168 }],
    ])
    await user.click(links.getByRole("button", { name: "Copy link" }))
    expect(await navigator.clipboard.readText()).toBe("http://localhost/shared/token")
    await user.click(links.getByRole("button", { name: "End now" }))
    await waitFor(() => expect(links.queryByText(/Looked at/)).toBeNull())
    expect(links.queryByText("http://localhost/shared/token")).toBeNull()
    expect(api.callsOf(endPrivateLink)[0]?.params).toEqual({ linkId: "l1" })
  })

  test("share the page of a public picture by its address, where there is no share sheet", async () => {
    const user = await openGallery([buildDocument({ $id: "p1" })])
    const dialog = await openDetails(user, 0)
    await user.click(within(dialog).getByRole("button", { name: "Share its page" }))
    await screen.findByText("The link is copied")
    expect(new URL(await navigator.clipboard.readText()).pathname).toBe("/picture/p1")
  })

  test("say so when an address names a picture that is not there", async () => {
    api.refuse(showPicture, "not_found", "This picture does not exist.")
    stored = buildDocuments(1)
    renderScreen(<PhotoGalleryScreen />, { at: "/photo-gallery?picture=gone" })
    const dialog = within(await screen.findByRole("dialog"))
    await dialog.findByText("This picture does not exist.")
    expect(dialog.queryByRole("link")).toBeNull()
  })

  test("lead to the trash when an address names a picture that lies there", async () => {
    api.refuse(showPicture, "picture_in_trash", "This picture is in your trash.")
    stored = buildDocuments(1)
    renderScreen(<PhotoGalleryScreen />, { at: "/photo-gallery?picture=p1-trashed" })
    const link = await within(await screen.findByRole("dialog")).findByRole("link", { name: "Open the trash" })
    expect(link.getAttribute("href")).toBe("/photo-gallery/trash")
  })

  test("keep a picture that the server will not delete", async () => {
    api.refuse(deleteDocument, "general_unknown", "Not now.")
    const user = await openGallery(buildDocuments(2))
    const dialog = await openDetails(user, 0)
    await user.click(within(dialog).getByRole("button", { name: "Move to trash" }))
    expect(await screen.findByText("Not now.")).toBeDefined()
    expect(within(dialog).getByAltText("picture number 1")).toBeDefined()
  })
})

test("shows a new picture in front as soon as it is there", async () => {
  const user = await openGallery(buildDocuments(2), <LazyScreen />)
  // Read again once it is connected: what was made before that was not told.
  await waitFor(() => expect(api.callsOf(listOwnPictures)).toHaveLength(1))
  await user.click(screen.getByRole("button", { name: "Connect" }))
  await connected()
  await waitFor(() => expect(api.callsOf(listOwnPictures)).toHaveLength(2))
  stored = [buildDocument({ $id: "new", prompt: "a red lamp" }), ...stored]
  api.tell(orderFinished, { order: buildFinishedOrder() })
  expect(await screen.findByAltText("a red lamp")).toBeDefined()
  expect(gridSize()).toBe(3)
})

function buildFinishedOrder(): Order {
  return {
    id: "order1",
    isPoster: false,
    mode: "flux1.1-pro",
    prompt: "a red lamp",
    aspectRatio: "1:1",
    count: 1,
    status: "ready",
    progress: 1,
    previews: [],
    pictures: [{ id: "new", url: "/pictures/new", width: 912, height: 1136, isPublic: true, waitsUntil: null }],
    feeCredits: 5,
    engine: "local",
    isPublic: true,
    understood: null,
    substituted: null,
    missing: 0,
    ignored: null,
    failure: null,
    createdAt: "2025-09-01T09:00:00.000+00:00",
  }
}
