import { screen, waitFor, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { beforeEach, describe, expect, test } from "vitest"
import { deleteFile, listFiles, type StoredFile } from "#contract/hosted/files.ts"
import { getStudio } from "#contract/studio/generations.ts"
import { listModels } from "#contract/studio/trainings.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { Component as PhotoGalleryScreen } from "./photo-gallery-screen.tsx"

let api: FakeApi
/** What the server holds, newest first. */
let stored: StoredFile[]

beforeEach(() => {
  api = fakeApi()
  signedIn(api)
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
  api.answer(listModels, { data: [] })
  api.answer(listFiles, () => ({ total: stored.length, files: stored }))
})

function buildFile(name: string, width: number | null, height: number | null): StoredFile {
  const date = "2025-09-01T09:00:00.000+00:00"
  return {
    ...{ $id: name, bucketId: "images", $createdAt: date, $updatedAt: date, $permissions: [], name: `${name}.jpg` },
    ...{ folder: "", key: `${name}.jpg`, signature: "", mimeType: "image/jpeg", sizeOriginal: 182_000, width, height },
    sizeActual: 182_000,
    chunksTotal: 1,
    chunksUploaded: 1,
    encryption: false,
    compression: "none",
  }
}

async function openUploads(...files: StoredFile[]): Promise<UserEvent> {
  stored = files
  const user = renderScreen(<PhotoGalleryScreen />, { at: "/photo-gallery?tab=uploads" })
  await screen.findByRole("list", { name: "Uploaded pictures" })
  return user
}

test("uploads stand in their own shapes, a square where none is known", async () => {
  await openUploads(buildFile("wide", 800, 400), buildFile("tall", 400, 800), buildFile("old", null, null))
  const shapes = screen.getAllByRole("listitem").map(({ style }) => {
    const [width, height] = [style.width, style.height].map(Number.parseFloat)
    return Math.round(((width ?? 0) / (height ?? 1)) * 10) / 10
  })
  expect(shapes).toEqual([2, 0.5, 1])
})

test("uploads stay when the next page does not come, and it is read again at a press", async () => {
  const user = await openUploads(...Array.from({ length: 25 }, (_, index) => buildFile(`bag${index}`, 800, 600)))
  const size = (): string | null | undefined => screen.getAllByRole("listitem")[0]?.getAttribute("aria-setsize")
  api.refuse(listFiles, "general_argument_invalid", "This page cannot be read.")
  await user.click(screen.getByRole("button", { name: "Load more" }))
  const alert = await screen.findByRole("alert")
  expect(alert.textContent).toContain("The next pictures could not be loaded. This page cannot be read.")
  expect(size()).toBe("25")
  api.answer(listFiles, { total: 26, files: [buildFile("shoe", 800, 600)] })
  await user.click(within(alert).getByRole("button", { name: "Try again" }))
  await waitFor(() => expect(size()).toBe("26"))
})

test("an upload's details tell its use, and lead to every tool and place", async () => {
  const user = await openUploads(buildFile("bag", 800, 600))
  await user.click(screen.getByRole("button", { name: "Details" }))
  const dialog = await screen.findByRole("dialog", { name: "Upload" })
  for (const words of ["bag.jpg", "Not used by a model", "1 September 2025", "800 × 600, 182 kB"]) {
    expect(within(dialog).getByText(words)).toBeDefined()
  }
  const image = new URLSearchParams({ image: "/v1/storage/buckets/images/files/bag/view?project=aworan" })
  for (const [name, screenPath] of [
    ["Download for…", "/generations/export"],
    ["Upscale", "/generations/photo-upscaling"],
    ["Remove background", "/generations/bg-remover"],
  ] as const) {
    expect(within(dialog).getByRole("link", { name }).getAttribute("href")).toBe(`${screenPath}?${image}`)
  }
  await user.click(within(dialog).getByRole("button", { name: "Copy address" }))
  expect(await navigator.clipboard.readText()).toBe(
    `${location.origin}/v1/storage/buckets/images/files/bag/view?project=aworan`,
  )
})

test("an upload is deleted after a second press, and its neighbour is looked at", async () => {
  api.answer(deleteFile, ({ params }) => {
    stored = stored.filter(({ $id }) => $id !== params.fileId)
    return null
  })
  const user = await openUploads(buildFile("bag", 800, 600), buildFile("hat", 800, 600))
  await user.click(screen.getAllByRole("button", { name: "Details" })[0] as HTMLElement)
  const dialog = await screen.findByRole("dialog", { name: "Upload" })
  await user.click(within(dialog).getByRole("button", { name: "Delete" }))
  expect(api.callsOf(deleteFile)).toEqual([])
  await user.click(within(dialog).getByRole("button", { name: "Delete picture" }))
  expect(await within(dialog).findByText("hat.jpg")).toBeDefined()
  await waitFor(() =>
    expect(within(dialog).getByRole("button", { name: "Next picture" })).toHaveProperty("disabled", true),
  )
  await user.keyboard("{Escape}")
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1))
})

describe("an upload that is deleted while one looks elsewhere", () => {
  /** Deletes the first of three uploads; the answer is kept back. */
  async function beginToDelete(): Promise<{ user: UserEvent; dialog: HTMLElement; sendAnswer: () => void }> {
    api.answer(deleteFile, ({ params }) => {
      stored = stored.filter(({ $id }) => $id !== params.fileId)
      return null
    })
    const sendAnswer = api.hold(deleteFile)
    const user = await openUploads(...["bag", "hat", "pot"].map((name) => buildFile(name, 800, 600)))
    await user.click(screen.getAllByRole("button", { name: "Details" })[0] as HTMLElement)
    const dialog = await screen.findByRole("dialog", { name: "Upload" })
    await user.click(within(dialog).getByRole("button", { name: "Delete" }))
    await user.click(within(dialog).getByRole("button", { name: "Delete picture" }))
    return { user, dialog, sendAnswer }
  }

  test("opens no neighbour once its details are closed", async () => {
    const { user, sendAnswer } = await beginToDelete()
    await user.keyboard("{Escape}")
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    sendAnswer()
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2))
    expect(screen.queryByRole("dialog")).toBeNull()
    expect(shownAddress()).toBe("/photo-gallery?tab=uploads")
  })

  test("leaves open which one is looked at instead", async () => {
    const { user, dialog, sendAnswer } = await beginToDelete()
    await user.keyboard("{ArrowRight}{ArrowRight}")
    await within(dialog).findByText("pot.jpg")
    sendAnswer()
    await waitFor(() => expect(screen.getAllByRole("listitem", { hidden: true })).toHaveLength(2))
    expect(within(dialog).getByText("pot.jpg")).toBeDefined()
  })
})
