import { cleanup, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { getStudio } from "#contract/studio/generations.ts"
import { putPicturesOnShelf } from "#contract/studio/shelf.ts"
import { clearStored } from "#web/lib/stored/browser-store.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { things } from "#web/testing/fake-idb.ts"
import { type FakeUpload, fakeUploads } from "#web/testing/fake-upload.ts"
import { renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { takePending } from "./pending-files.ts"
import { Component } from "./share-screen.tsx"

vi.mock("idb-keyval", () => import("#web/testing/fake-idb.ts"))

/** What the worker put aside, by address. */
let arrived: Map<string, Response> | undefined

const dayMs = 24 * 60 * 60 * 1_000
let uploads: FakeUpload[]
let api: FakeApi

beforeEach(() => {
  arrived = undefined
  uploads = fakeUploads()
  vi.stubGlobal("caches", {
    has: async () => arrived !== undefined,
    open: async () => ({ match: async (path: string) => arrived?.get(path)?.clone() }),
    delete: async () => {
      arrived = undefined
    },
  })
  api = fakeApi()
  signedIn(api)
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
})
afterEach(() => {
  things.clear()
  takePending()
  vi.useRealTimers()
})

/** As `web/offline-worker.ts` leaves it. */
function share(names: readonly string[], words = "", { owner = "ada", at = Date.now() } = {}): void {
  arrived = new Map(
    names.map((name, number) => [
      `/share/photos/${number}`,
      new Response(name, { headers: { "content-type": "image/png", "x-name": encodeURIComponent(name) } }),
    ]),
  )
  arrived.set("/share/words", new Response(words, { headers: { "x-owner": owner, "x-at": String(at) } }))
}

const open = () => renderScreen(<Component />, { at: "/share" })
const chooser = () => screen.findByRole("heading", { name: "What should become of it?" })
const nothing = () => screen.findByRole("heading", { name: "Nothing was shared" })
const shownPhotos = () => screen.queryAllByRole("img").map((image) => image.getAttribute("alt"))
/** The page is loaded anew. */
const reload = () => {
  cleanup()
  return open()
}
const kept = () => [...things.keys()].filter((key) => key.includes("share"))

test("what was shared is still there after a reload, until it is used", async () => {
  share(["shoe.png"], "A shoe")
  open()
  await chooser()
  await waitFor(() => expect(arrived).toBeUndefined())
  const user = reload()
  await chooser()
  await waitFor(() => expect(shownPhotos()).toEqual(["shoe.png"]))
  expect(screen.getByText("A shoe")).toBeDefined()
  await user.click(screen.getByRole("button", { name: "Remove its background" }))
  expect(shownAddress()).toBe("/generations/bg-remover")
  expect(takePending().map(({ name }) => name)).toEqual(["shoe.png"])
  await waitFor(() => expect(kept()).toEqual([]))
  reload()
  await nothing()
})

test("it ends with a press, after a day, with a new share, and with signing out", async () => {
  share(["shoe.png"], "A shoe")
  const user = open()
  await chooser()
  await user.click(screen.getByRole("button", { name: "Do nothing with it" }))
  expect(shownAddress()).toBe("/app")
  await waitFor(() => expect(kept()).toEqual([]))

  share(["bag.png"], "A bag")
  reload()
  await chooser()
  share(["cup.png"])
  reload()
  await waitFor(() => expect(shownPhotos()).toEqual(["cup.png"]))
  expect(screen.queryByText("A bag")).toBeNull()

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + dayMs + 1 })
  reload()
  await nothing()
  share(["old.png"], "", { at: Date.now() - dayMs - 1 })
  reload()
  await nothing()

  share(["hat.png"])
  reload()
  await chooser()
  await waitFor(() => expect(kept()).not.toEqual([]))
  await clearStored(true)
  expect(kept()).toEqual([])
})

test("nobody else on the phone sees it; who was signed out gets what they shared", async () => {
  share(["shoe.png"], "", { owner: "bola" })
  open()
  await nothing()
  expect(arrived).toBeUndefined()

  share(["bag.png"], "", { owner: "" })
  reload()
  await chooser()
  await waitFor(() => expect(kept()).not.toEqual([]))
  cleanup()
  signedIn(api, { account: { $id: "bola" } })
  open()
  await nothing()
  expect(kept()).toEqual([])
})

test("photos for the shelf that are up stay so when one fails, after a reload too: only that one goes again", async () => {
  api.answer(putPicturesOnShelf, { data: { ids: ["a", "b", "c"], skipped: 0 } })
  share(["shoe.png", "bag.png", "cup.png"])
  let user = open()
  await chooser()
  await user.click(screen.getByRole("button", { name: "Put all 3 on the shelf" }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  const address = (name: string) => `http://localhost/v1/storage/buckets/images/files/${name}/view`
  const keep = (name: string) => uploads.findLast((upload) => upload.name === name)?.keep(address(name), name)
  uploads.find(({ name }) => name === "bag.png")?.refuse("This is not a picture.")
  keep("shoe.png")
  await waitFor(() => expect(uploads).toHaveLength(3))
  keep("cup.png")
  expect(await screen.findByText("1 of 3 photos was not sent. The others are there.")).toBeDefined()
  expect(screen.getByText("This is not a picture.")).toBeDefined()
  expect(api.callsOf(putPicturesOnShelf)).toHaveLength(0)

  user = reload()
  await chooser()
  await user.click(await screen.findByRole("button", { name: "Put all 3 on the shelf" }))
  await waitFor(() => expect(uploads).toHaveLength(4))
  keep("bag.png")
  await waitFor(() => expect(api.callsOf(putPicturesOnShelf)).toHaveLength(1))
  const ids = api.callsOf(putPicturesOnShelf)[0]?.body.pictures.map(({ id }) => id)
  expect(ids).toEqual(["shoe.png", "bag.png", "cup.png"])
  await waitFor(() => expect(kept()).toEqual([]))
})

test("those that are up go on the shelf without one that cannot be sent", async () => {
  api.answer(putPicturesOnShelf, { data: { ids: ["a"], skipped: 0 } })
  share(["shoe.png", "bag.png"])
  const user = open()
  await chooser()
  await user.click(screen.getByRole("button", { name: "Put all 2 on the shelf" }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  uploads[0]?.keep("http://localhost/v1/storage/buckets/images/files/one/view", "one")
  uploads[1]?.refuse("This is not a picture.")
  await user.click(await screen.findByRole("button", { name: "Go on with 1 of 2" }))
  await waitFor(() => expect(api.callsOf(putPicturesOnShelf)).toHaveLength(1))
  expect(uploads).toHaveLength(2)
  expect(api.callsOf(putPicturesOnShelf)[0]?.body.pictures).toEqual([{ source: "files", id: "one" }])
})
