import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, test } from "vitest"
import { deleteDocument, listDocuments } from "#contract/hosted/documents.ts"
import { changeShotVisibility, getStudio } from "#contract/studio/generations.ts"
import { listOwnPictures } from "#contract/studio/own-pictures.ts"
import { showPicture } from "#contract/studio/picture-details.ts"
import { listModels } from "#contract/studio/trainings.ts"
import { emptyTrash, listTrash, restorePictures, type TrashedPicture } from "#contract/studio/trash.ts"
import { collections } from "#web/lib/calls/backend.ts"
import { buildDocument } from "#web/testing/build-document.ts"
import { buildModel } from "#web/testing/build-model.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { Component as LoraGalleryScreen } from "./lora-gallery-screen.tsx"
import { Component as PhotoshootGalleryScreen } from "./photoshoot-gallery-screen.tsx"
import { Component as TrashScreen } from "./trash-screen.tsx"

const shootsAt = { params: { collectionId: collections.photoshoots } }
const wire = { $sequence: "1", $permissions: [], $databaseId: "main", $collectionId: "any" }

let api: FakeApi

beforeEach(() => {
  api = fakeApi()
  signedIn(api)
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
  api.answer(listModels, { data: [buildModel({ id: "bag", title: "Market bag", triggerWord: "Bags-1" })] })
  api.answer(listDocuments, { total: 0, documents: [] }, shootsAt)
  api.refuse(showPicture, "not_found", "This picture does not exist.")
})

/** One picture of a shoot, as the server sends it. */
function buildShot(id: string, prompt: string) {
  const { creator: customerID, sent_prompt: _, mode: _mode, trade: _trade, ...picture } = buildDocument({ $id: id })
  return { ...wire, ...picture, prompt, customerID, trainingId: "bag", template: "brand-tone" }
}

/** What the pages asked a collection for, newest call last. */
function questionsTo(collectionId: string): string[] {
  const calls = api.callsOf(listDocuments).filter(({ params }) => params.collectionId === collectionId)
  return calls.map(({ query }) => (query.queries ?? []).join(" "))
}

describe("the gallery of photoshoots", () => {
  test("says that there are none, and leads to the other gallery", async () => {
    renderScreen(<PhotoshootGalleryScreen />, { at: "/photoshoot-gallery" })
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("My Photoshoots")
    expect(screen.getByText("Check out your generated photoshoots here")).toBeDefined()
    expect(await screen.findByText("Pretty empty around here")).toBeDefined()
    const onward = screen.getByRole("link", { name: "See pictures of styles and models" })
    expect(onward.getAttribute("href")).toBe("/lora-gallery")
    expect(screen.getByRole("link", { name: "New photoshoot" }).getAttribute("href")).toBe("/training")
  })

  test("shows the person's own shots, of all models or of one, and removes one", async () => {
    const modelId = "bbaf4367-91ef-4b84-a7a4-40e5eecd74af"
    const shots = [buildShot("s1", "a photo of Bags-1 on white"), buildShot("s2", `a photo of Bags-${modelId} on sand`)]
    api.answer(listDocuments, () => ({ total: shots.length, documents: shots }), shootsAt)
    const user = renderScreen(<PhotoshootGalleryScreen />, { at: "/photoshoot-gallery" })
    expect(await screen.findByRole("img", { name: "a photo of Bags on sand" })).toBeDefined()
    expect(document.body.textContent).not.toContain(modelId)
    expect(questionsTo(collections.photoshoots).at(-1)).toMatch(/customerID.*ada/)
    expect(questionsTo(collections.photoshoots).at(-1)).not.toContain("trainingId")

    await user.selectOptions(await screen.findByLabelText("Model"), "Market bag")
    await expectAddress("/photoshoot-gallery?model=bag")
    expect(await screen.findByRole("img", { name: "a photo of Bags-1 on white" })).toBeDefined()
    expect(questionsTo(collections.photoshoots).at(-1)).toMatch(/trainingId.*bag/)

    api.answer(deleteDocument, null)
    const [details = document.body] = screen.getAllByRole("button", { name: "Details" })
    await user.click(details)
    const dialog = within(await screen.findByRole("dialog"))
    await user.click(dialog.getByRole("button", { name: "Move to trash" }))
    await waitFor(() => expect(screen.queryByRole("img", { name: "a photo of Bags-1 on white" })).toBeNull())
    const [{ params } = { params: {} }] = api.callsOf(deleteDocument)
    expect(params).toMatchObject({ collectionId: collections.photoshoots, documentId: "s1" })
  })
})

test("a picture of a photoshoot is opened to everybody, and closed again", async () => {
  api.answer(listDocuments, { total: 1, documents: [{ ...buildShot("s1", "a bag"), is_public: false }] }, shootsAt)
  api.answer(changeShotVisibility, ({ body }) => ({ data: body }))
  const user = renderScreen(<PhotoshootGalleryScreen />, { at: "/photoshoot-gallery" })
  await user.click(await screen.findByRole("button", { name: "Details" }))
  const dialog = within(await screen.findByRole("dialog"))
  const open = dialog.getByRole("switch", { name: "Display Public" })
  dialog.getByText("Only you can see this picture.")
  await user.click(open)
  await dialog.findByText("Everyone can see this picture and its words.")
  await waitFor(() => expect(open).toHaveProperty("disabled", false))
  await user.click(open)
  await dialog.findByText("Only you can see this picture.")
  expect(api.callsOf(changeShotVisibility).map(({ params, body }) => [params.pictureId, body.is_public])).toEqual([
    ["s1", true],
    ["s1", false],
  ])
})

describe("the gallery of styles and own models", () => {
  test("says that there is nothing, and leads to a training", async () => {
    renderScreen(<LoraGalleryScreen />, { at: "/lora-gallery" })
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("My Photoshoots")
    expect(await screen.findByText("Pretty empty around here")).toBeDefined()
    expect(screen.getByRole("link", { name: "Train a model" }).getAttribute("href")).toBe("/training")
  })

  test("shows what was drawn with them", async () => {
    api.answer(listOwnPictures, { data: [buildDocument({ prompt: "Bags-1 on a beach", mode: "Bags-1" })] })
    renderScreen(<LoraGalleryScreen />, { at: "/lora-gallery" })
    expect(await screen.findByRole("img", { name: "Bags-1 on a beach" })).toBeDefined()
    expect(api.callsOf(listOwnPictures).at(-1)?.query).toEqual({ kind: "styles" })
  })
})

describe("the trash", () => {
  const inTrash = (id: string, source: TrashedPicture["source"] = "generations"): TrashedPicture => ({
    source,
    id,
    prompt: `picture ${id}`,
    width: 64,
    height: 64,
    size: 1_200_000,
    placeholder: "",
    preview: `/own-pictures/trash/${source}/${id}/preview`,
    trashed_at: "2026-09-01T09:00:00.000+00:00",
    gone_at: new Date(Date.now() + 12.5 * 86_400_000).toISOString(),
  })
  let pictures: TrashedPicture[]

  beforeEach(() => {
    pictures = [inTrash("a"), inTrash("b", "photoshoots")]
    api.answer(listTrash, () => ({
      data: {
        pictures,
        next: null,
        count: pictures.length,
        bytes: pictures.length * 1_200_000,
        quotaBytes: pictures.length > 0 ? 300_000 : 0,
      },
    }))
  })
  const lessen = (refs: readonly { id: string }[]): void => {
    pictures = pictures.filter(({ id }) => !refs.some((ref) => ref.id === id))
  }

  test("says how much there is, and gives one back", async () => {
    api.answer(restorePictures, ({ body }) => {
      lessen(body.pictures)
      return { data: { done: body.pictures.map(({ id }) => id), skipped: [] } }
    })
    const user = renderScreen(<TrashScreen />, { at: "/photo-gallery/trash" })
    await screen.findByText("2 pictures, 2.4 MB. 300 kB of it takes room of your files until it is gone.")
    expect(screen.getAllByText("13 days left")).toHaveLength(2)
    expect(screen.getByRole("img", { name: "picture a" }).getAttribute("src")).toBe(pictures[0]?.preview)
    await user.click(screen.getAllByRole("button", { name: "Restore" })[1] ?? document.body)
    await screen.findByText("1 picture, 1.2 MB. 300 kB of it takes room of your files until it is gone.")
    expect(api.callsOf(restorePictures)[0]?.body).toEqual({ pictures: [{ source: "photoshoots", id: "b" }] })
    expect(document.activeElement?.textContent).toContain("1 picture")
  })

  test("says what goes within a day, and what a day later", async () => {
    const hours = (count: number) => ({ gone_at: new Date(Date.now() + count * 3_600_000).toISOString() })
    pictures = [
      { ...inTrash("a"), ...hours(23) },
      { ...inTrash("b"), ...hours(25) },
    ]
    renderScreen(<TrashScreen />, { at: "/photo-gallery/trash" })
    expect([await screen.findAllByText("Goes within a day"), screen.getAllByText("2 days left")]).toMatchObject([
      { length: 1 },
      { length: 1 },
    ])
  })

  test("is emptied by one press, with the number, and one picture alone too", async () => {
    api.answer(emptyTrash, ({ body }) => {
      const gone = body.pictures === "all" ? pictures : body.pictures
      lessen(gone)
      return { data: { deleted: gone.length } }
    })
    pictures = ["a", "b", "c"].map((id) => inTrash(id))
    const user = renderScreen(<TrashScreen />, { at: "/photo-gallery/trash" })
    await user.click((await screen.findAllByRole("button", { name: "Delete for good" }))[0] ?? document.body)
    await user.click(screen.getByRole("button", { name: "Delete this picture" }))
    await screen.findByText("1 picture deleted for good")
    // Said before the list is read again.
    await screen.findByText(/^2 pictures, /)
    await user.click(screen.getByRole("button", { name: "Empty trash" }))
    const dialog = within(await screen.findByRole("dialog", { name: "Empty the trash?" }))
    dialog.getByText("2 pictures will be deleted for good. This cannot be taken back.")
    await user.click(dialog.getByRole("button", { name: "Delete 2 pictures" }))
    await screen.findByText("The trash is empty")
    expect(api.callsOf(emptyTrash).map(({ body }) => body.pictures)).toEqual([
      [{ source: "generations", id: "a" }],
      "all",
    ])
  })

  test("says what was refused, and leaves it", async () => {
    api.answer(restorePictures, {
      data: { done: [], skipped: [{ id: "a", why: "This picture is not in your trash." }] },
    })
    const user = renderScreen(<TrashScreen />, { at: "/photo-gallery/trash" })
    await user.click((await screen.findAllByRole("button", { name: "Restore" }))[0] ?? document.body)
    await screen.findByText("This picture is not in your trash.")
  })
})
