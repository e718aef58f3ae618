import { screen, waitFor, within } from "@testing-library/react"
import { Route, Routes } from "react-router"
import { beforeEach, expect, test, vi } from "vitest"
import {
  type Album,
  addToAlbum,
  changeAlbum,
  countAlbum,
  createAlbum,
  createAlbumLink,
  deleteAlbum,
  listAlbumLinks,
  listAlbums,
  takeFromAlbum,
} from "#contract/studio/albums.ts"
import { getStudio } from "#contract/studio/generations.ts"
import { listOwnPictures } from "#contract/studio/own-pictures.ts"
import { buildDocuments } from "#web/testing/build-document.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { Component as AlbumScreen } from "./album-screen.tsx"
import { Component as AlbumsScreen } from "./albums-screen.tsx"
import { Component as PhotoGalleryScreen } from "./photo-gallery-screen.tsx"

let api: FakeApi
let held: Album[]

const build = (id: string, name: string, more: Partial<Album> = {}): Album => ({
  ...{ id, name, count: 0, cover: null, is_archived: false, product: null, chosen: 0 },
  ...more,
})

beforeEach(() => {
  api = fakeApi()
  signedIn(api)
  held = [build("bags", "Bags", { count: 2 }), build("old", "Old", { is_archived: true })]
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: false, modes: {}, kinds: {} } })
  api.answer(listAlbums, () => ({ data: held }))
  api.answer(listOwnPictures, ({ query: { after } }) => ({ data: after === undefined ? buildDocuments(3) : [] }))
  api.answer(createAlbum, ({ body }) => {
    const made = build("new", body.name)
    held = [...held, made]
    return { data: made }
  })
  api.answer(changeAlbum, ({ params, body: { name, is_archived } }) => {
    held = held.map((one) =>
      one.id === params.albumId ? { ...one, name: name ?? one.name, is_archived: is_archived ?? one.is_archived } : one,
    )
    return { data: held.find(({ id }) => id === params.albumId) ?? build("gone", "gone") }
  })
})

const open = (at: string) =>
  renderScreen(
    <Routes>
      <Route index element={<PhotoGalleryScreen />} />
      <Route path="albums" element={<AlbumsScreen />} />
      <Route path="albums/:albumId" element={<AlbumScreen />} />
    </Routes>,
    { at, path: "/photo-gallery/*" },
  )

test("albums are shown with their numbers, archived ones apart, and a new one is opened", async () => {
  const user = open("/photo-gallery/albums")
  const list = within(await screen.findByRole("list", { name: "Albums" }))
  expect(list.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Bags2 pictures"])
  expect(screen.getByText("Archived (1)")).toBeDefined()
  await user.click(screen.getByRole("button", { name: "New album" }))
  const dialog = within(await screen.findByRole("dialog", { name: "New album" }))
  await user.type(dialog.getByLabelText("Name"), "Shoes")
  await user.click(dialog.getByRole("button", { name: "Make album" }))
  await screen.findByRole("heading", { name: "Shoes" })
  expectAddress("/photo-gallery/albums/new")
})

test("a name that is refused is said at the field", async () => {
  api.refuse(createAlbum, "step_not_allowed", "You have 200 albums, which is the most. Delete one first.")
  const user = open("/photo-gallery/albums")
  await user.click(await screen.findByRole("button", { name: "New album" }))
  const dialog = within(await screen.findByRole("dialog"))
  await user.type(dialog.getByLabelText("Name"), "One more")
  await user.click(dialog.getByRole("button", { name: "Make album" }))
  expect(await dialog.findByText(/which is the most/)).toBeDefined()
})

test("an album shows its pictures, is renamed, archived and shared by a link", async () => {
  api.answer(listAlbumLinks, { data: [] })
  const now = "2026-11-27T10:00:00.000+00:00"
  api.answer(createAlbumLink, {
    data: { id: "l1", created_at: now, expires_at: now, visits: 0, url: "http://localhost/shared/token" },
  })
  const user = open("/photo-gallery/albums/bags")
  await screen.findByRole("list", { name: "Pictures of Bags" })
  expect(api.callsOf(listOwnPictures).map(({ query }) => query.album)).toEqual(["bags"])
  const pick = async (name: string): Promise<void> => {
    await user.click(screen.getByRole("button", { name: "More for this album" }))
    await user.click(await screen.findByRole("menuitem", { name }))
  }
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {})
  await pick("Download as ZIP")
  expect(saved.mock.contexts.map((link) => new URL(String(link)).pathname)).toEqual([
    "/own-pictures/albums/bags/download",
  ])
  saved.mockRestore()
  await pick("Rename")
  const dialog = within(await screen.findByRole("dialog", { name: "Rename album" }))
  await user.clear(dialog.getByLabelText("Name"))
  await user.type(dialog.getByLabelText("Name"), "Handbags")
  await user.click(dialog.getByRole("button", { name: "Rename" }))
  await screen.findByRole("heading", { name: "Handbags" })
  await pick("Archive")
  await screen.findByText(/2 pictures, archived/)
  await pick("Private link")
  const links = within(await screen.findByRole("dialog", { name: "Private link" }))
  await user.click(links.getByRole("button", { name: "Make a link" }))
  await links.findByText("http://localhost/shared/token")
  expect(api.callsOf(createAlbumLink)[0]).toMatchObject({ params: { albumId: "bags" }, body: { hours: 24 } })
})

test("before an album is deleted its numbers are told; its pictures go step by step", async () => {
  api.answer(countAlbum, { data: { pictures: 103, inOthers: 2, onProducts: 1, public: 0, links: 1 } })
  const left = [3, 0]
  api.answer(deleteAlbum, () => {
    const next = left.shift() ?? 0
    if (next === 0) held = held.filter(({ id }) => id !== "bags")
    return { data: { is_deleted: next === 0, trashed: next === 0 ? 3 : 100, left: next } }
  })
  const user = open("/photo-gallery/albums/bags")
  await screen.findByRole("list", { name: "Pictures of Bags" })
  await user.click(screen.getByRole("button", { name: "More for this album" }))
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }))
  const dialog = within(await screen.findByRole("dialog", { name: "Delete this album?" }))
  const lines = (await dialog.findAllByRole("listitem")).map(({ textContent }) => textContent)
  expect(lines).toEqual([
    "103 pictures are in it. Deleted with it, they are in the trash for 30 days.",
    "2 pictures of them also in other albums.",
    "1 picture of them on a product of your shelf.",
    "One private link to it ends.",
  ])
  await user.click(dialog.getByRole("button", { name: "Album and 103 pictures" }))
  await screen.findByText("Album deleted, 103 pictures in the trash")
  expect(api.callsOf(deleteAlbum).map(({ body }) => body.pictures)).toEqual(["trash", "trash"])
  expectAddress("/photo-gallery/albums")
})

test("pictures that are chosen are put into albums and taken out, and a gallery is narrowed to one", async () => {
  held = [build("bags", "Bags", { count: 2, chosen: 1 }), build("shoes", "Shoes")]
  api.answer(addToAlbum, ({ params, body }) => {
    held = held.map((one) => (one.id === params.albumId ? { ...one, chosen: body.ids.length, count: 3 } : one))
    return { data: { done: body.ids, skipped: [] } }
  })
  api.answer(takeFromAlbum, ({ params, body }) => {
    held = held.map((one) => (one.id === params.albumId ? { ...one, chosen: 0 } : one))
    return { data: { done: body.ids, skipped: [] } }
  })
  const user = open("/photo-gallery")
  await screen.findByRole("list", { name: "Generated pictures" })
  await user.click(screen.getByRole("button", { name: "Select" }))
  const boxes = await screen.findAllByRole("checkbox")
  for (const box of boxes.slice(0, 2)) await user.click(box)
  await user.click(await screen.findByRole("button", { name: "Albums" }))
  const dialog = within(await screen.findByRole("dialog", { name: "Albums" }))
  const bags = await dialog.findByRole<HTMLInputElement>("checkbox", { name: "Bags" })
  expect([bags.checked, bags.indeterminate]).toEqual([false, true])
  await user.click(bags)
  await waitFor(() => expect(dialog.getByRole<HTMLInputElement>("checkbox", { name: "Bags" }).checked).toBe(true))
  await user.click(dialog.getByRole("checkbox", { name: "Bags" }))
  await waitFor(() => expect(dialog.getByRole<HTMLInputElement>("checkbox", { name: "Bags" }).checked).toBe(false))
  expect([api.callsOf(addToAlbum)[0]?.body.ids.length, api.callsOf(takeFromAlbum)[0]?.body.ids.length]).toEqual([2, 2])
  await user.click(dialog.getByRole("button", { name: "Done" }))
  await user.click(screen.getByRole("button", { name: "Filters" }))
  await user.selectOptions(screen.getByLabelText("Album"), "Shoes")
  await waitFor(() => expect(api.callsOf(listOwnPictures).at(-1)?.query.album).toBe("shoes"))
})
