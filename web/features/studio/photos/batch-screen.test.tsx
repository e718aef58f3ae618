import { act, fireEvent, screen, waitFor } from "@testing-library/react"
import { Link } from "react-router"
import { describe, expect, test, vi } from "vitest"
import { getBalance } from "#contract/money/credits.ts"
import { type Batch, getBatch, orderSets, retryBatch, startBatch } from "#contract/studio/batches.ts"
import { type CutOut, chooseAnswer, getCutOut, settleCutOut } from "#contract/studio/cut-outs.ts"
import { getStudio } from "#contract/studio/generations.ts"
import { PhotoResult } from "#contract/studio/photos.ts"
import { listOpenRuns } from "#contract/studio/runs.ts"
import { listSceneSets } from "#contract/studio/scenes.ts"
import { putPicturesOnShelf } from "#contract/studio/shelf.ts"
import { getShop } from "#contract/studio/shelf-shop.ts"
import { noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { buildRun } from "#web/testing/build-run.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { fakeUploads } from "#web/testing/fake-upload.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { Component } from "./batch-screen.tsx"
import { handOver } from "./pending-files.ts"

const item = buildRun({
  id: "run2",
  kind: "cut-out",
  status: "ready",
  progress: 1,
  feeCredits: 1,
  parentRunId: "run1",
  result: {
    picture: { id: "p1", url: "http://localhost/pictures/p1", width: 1_200, height: 800 },
    sourceUrl: null,
    sourceWidth: 1_200,
    sourceHeight: 800,
    isSure: true,
  },
})
const batch: Batch = {
  id: "batch1",
  status: "ready",
  feeCredits: 1,
  createdAt: "2026-01-01T10:00:00.000Z",
  recipe: {
    tool: "cut-out",
    factor: 2,
    ground: "transparent",
    colour: "#f3ece0",
    from: "#f3ece0",
    to: "#c9a877",
    presets: [],
  },
  items: [{ position: 0, name: "shoe.jpg", run: item }],
}

/** A local engine without sets, and one batch. */
function fakeStudio(): FakeApi {
  const api = fakeApi()
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
  api.answer(listOpenRuns, { data: [] })
  api.answer(getBatch, { data: batch })
  api.answer(listSceneSets, { data: [] })
  api.answer(getShop, { data: null })
  return api
}

test("a batch whose answer gets lost is sent again as the same one, another one with another recipe", async () => {
  const uploads = fakeUploads()
  const api = fakeStudio()
  api.breakOff(startBatch)
  handOver([new File(["a"], "shoe.jpg", { type: "image/jpeg" })])
  const user = renderScreen(<Component />, { at: "/generations/batch?tool=cut-out" })
  await waitFor(() => expect(uploads).toHaveLength(1))
  uploads[0]?.keep("http://localhost/pictures/shoe")
  const generate = await screen.findByRole("button", { name: "Generate (1 credit)" })
  const keys = (): (string | undefined)[] => api.callsOf(startBatch).map(({ idempotencyKey }) => idempotencyKey)
  await user.click(generate)
  await screen.findByText(noAnswerMessage)
  await user.click(generate)
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(keys()[1]).toBe(keys()[0])

  // Where the engine has no sets, none can be chosen.
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Set" }).disabled).toBe(true)
  await user.click(screen.getByRole("radio", { name: "Colour" }))
  fireEvent.change(screen.getByLabelText("Colour", { selector: "[type=color]" }), { target: { value: "#336699" } })
  expect(screen.getByText(/^1 of 1 photo uploaded/).textContent).toBe(
    "1 of 1 photo uploaded. 1 × 1 credit. The background is free.",
  )
  api.answer(startBatch, { data: batch })
  await waitFor(() => expect(generate.hasAttribute("disabled")).toBe(false))
  await user.click(generate)
  expect(await screen.findByText(/^1 of 1 done/)).toBeTruthy()
  expect(keys()).toHaveLength(3)
  expect(keys()[2]).not.toBe(keys()[0])
  expect(api.callsOf(startBatch)[2]?.body.recipe).toMatchObject({ ground: "colour", colour: "#336699" })
  expect(screen.getByRole("link", { name: "Download for… shoe.jpg" }).getAttribute("href")).toBe(
    "/generations/export?image=%2Fpictures%2Fp1",
  )
})

test("each chosen photo is shown with its name, from the device while it is in hand, and a tiny one is warned of", async () => {
  const uploads = fakeUploads({ width: 24, height: 20 })
  fakeStudio()
  handOver([new File(["a"], "shoe.jpg", { type: "image/jpeg" })])
  renderScreen(<Component />, { at: "/generations/batch?tool=cut-out" })
  await waitFor(() => expect(uploads).toHaveLength(1))
  const line = screen.getByText("shoe.jpg", { selector: "p" }).closest("li")
  const thumbnail = line?.querySelector("img")
  expect(thumbnail?.getAttribute("src")).toBe("blob:photo")
  expect(await screen.findByText(/^This photo is small: 24 × 20 px/)).toBeTruthy()
  uploads[0]?.keep("http://localhost/v1/storage/buckets/photos/files/shoe/view?project=aworan")
  await screen.findByText(/^1 of 1 photo uploaded/)
  // A format that this browser cannot show: the server's copy stands in.
  if (thumbnail) fireEvent.error(thumbnail)
  expect(line?.querySelector("img")?.getAttribute("src")).toMatch(/^\/v1\/storage\/.*\/preview\?width=320/)
})

test("what a batch made goes on the shelf, a product of each", async () => {
  const api = fakeStudio()
  api.answer(putPicturesOnShelf, { data: { ids: ["a"], skipped: 0 } })
  const user = renderScreen(<Component />, { at: "/generations/batch?batch=batch1" })
  await user.click(await screen.findByRole("button", { name: "Put on the shelf" }))
  await waitFor(() => expect(api.callsOf(putPicturesOnShelf)).toHaveLength(1))
  const pictures = [{ source: "generations", id: "p1" }]
  expect(api.callsOf(putPicturesOnShelf)[0]?.body).toEqual({ pictures, as: "one-each" })
})

test("a cut-out that nobody has looked at is not called done", async () => {
  const api = fakeStudio()
  const result = { ...item.result, isSure: false, isSettled: false, toLookAt: PhotoResult.parse(item.result).picture }
  const unsure = { ...item, result }
  api.answer(getBatch, { data: { ...batch, items: [{ position: 0, name: "shoe.jpg", run: unsure }] } })
  renderScreen(<Component />, { at: "/generations/batch?batch=batch1" })
  expect(await screen.findByText("Waits for your look")).toBeTruthy()
  expect(screen.getByText(/^0 of 1 done/).textContent).toBe("0 of 1 done, 1 to look at. 1 credit.")
  expect(screen.queryByText("Done")).toBeNull()
  // The tile says it once.
  expect(screen.queryByText(/^Look at this one/)).toBeNull()
})

test.each([
  ["transparent", ""],
  ["white", "&colour=%23ffffff&colour=%23ffffff"],
  ["colour", "&colour=%23336699&colour=%23336699"],
  ["gradient", "&colour=%23f3ece0&colour=%23c9a877"],
] as const)('"Download for…" of a photo that is shown on %s leads to that file', async (ground, colours) => {
  const api = fakeStudio()
  api.answer(getBatch, { data: { ...batch, recipe: { ...batch.recipe, ground, colour: "#336699" } } })
  renderScreen(<Component />, { at: "/generations/batch?batch=batch1" })
  const link = await screen.findByRole("link", { name: "Download for… shoe.jpg" })
  expect(link.getAttribute("href")).toBe(`/generations/export?image=%2Fpictures%2Fp1${colours}`)
})

test.each([
  ["white", "rgb(255, 255, 255)", "In the ZIP, each product stands on white."],
  ["gradient", "linear-gradient(", "In the ZIP, each product stands on the gradient you chose."],
] as const)("a finished batch on %s is shown as its download is", async (ground, style, words) => {
  const api = fakeStudio()
  api.answer(getBatch, { data: { ...batch, recipe: { ...batch.recipe, ground } } })
  renderScreen(<Component />, { at: "/generations/batch?batch=batch1" })
  expect(await screen.findByText(words)).toBeTruthy()
  const frame = screen.getByRole("img", { name: "shoe.jpg" }).closest<HTMLElement>(".aspect-square")
  expect(frame?.style.background).toContain(style)
})

test("a press in the very moment in which the last upload has come sends that photo", async () => {
  const uploads = fakeUploads()
  const api = fakeStudio()
  api.answer(startBatch, { data: batch })
  handOver([new File(["a"], "shoe.jpg", { type: "image/jpeg" })])
  renderScreen(<Component />, { at: "/generations/batch?tool=cut-out" })
  await waitFor(() => expect(uploads).toHaveLength(1))
  const generate = await screen.findByRole<HTMLButtonElement>("button", { name: /^Generate/ })
  new MutationObserver((_, observer) => {
    if (generate.disabled) return
    observer.disconnect()
    generate.click()
  }).observe(generate, { attributes: true })
  uploads[0]?.keep("http://localhost/pictures/shoe")
  await waitFor(() => expect(api.callsOf(startBatch)).toHaveLength(1))
  expect(api.callsOf(startBatch)[0]?.body.images).toEqual(["http://localhost/pictures/shoe"])
})

test("a set is paid for each photo beside its cut-out, a gradient is free, and an unsure edge leads to the cut-out", async () => {
  const uploads = fakeUploads()
  const api = fakeApi()
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
  api.answer(listOpenRuns, { data: [] })
  const sets = [
    { name: "kitchen", use: "Food and drinks", takesColours: false },
    { name: "beach", use: "Summer offers", takesColours: true },
  ]
  api.answer(listSceneSets, { data: sets })
  api.answer(getShop, { data: null })
  const scene = buildRun({
    id: "run2",
    kind: "scene",
    status: "ready",
    progress: 1,
    feeCredits: 3,
    parentRunId: "run1",
    result: {
      picture: { id: "p1", url: "http://localhost/pictures/p1", width: 1_080, height: 1_080 },
      cutOut: { id: "p2", url: "http://localhost/pictures/p2", width: 1_200, height: 800 },
      sourceUrl: null,
      sourceWidth: 1_200,
      sourceHeight: 800,
      isSure: false,
      isSettled: false,
      toLookAt: { id: "p2", url: "http://localhost/pictures/p2", width: 1_200, height: 800 },
    },
  })
  const made: Batch = { ...batch, feeCredits: 6, items: ["shoe.jpg", "vase.jpg"].map(asItem) }
  function asItem(name: string, position: number): Batch["items"][number] {
    return { position, name, run: scene }
  }
  api.answer(getBatch, { data: made })
  api.answer(startBatch, { data: made })
  handOver(["shoe.jpg", "vase.jpg"].map((name) => new File(["a"], name, { type: "image/jpeg" })))
  const user = renderScreen(<Component />, { at: "/generations/batch?tool=cut-out" })
  await waitFor(() => expect(uploads).toHaveLength(2))
  for (const upload of uploads) upload.keep("http://localhost/pictures/photo")
  await screen.findByRole("button", { name: "Generate (2 credit)" })
  const price = (): string | null => screen.getByText(/^2 of 2 photos uploaded/).textContent

  await user.click(screen.getByRole("radio", { name: "Gradient" }))
  fireEvent.change(screen.getByLabelText("Bottom"), { target: { value: "#336699" } })
  expect(price()).toBe("2 of 2 photos uploaded. 2 × 1 credit. The background is free.")
  expect(screen.getByRole("button", { name: "Generate (2 credit)" })).toBeTruthy()

  await user.click(screen.getByRole("radio", { name: "Set" }))
  expect(price()).toBe("2 of 2 photos uploaded. 2 × 3 credits. For each photo: 1 for the cut-out, 2 for the set.")
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Food and drinks" }).checked).toBe(true)
  await user.click(screen.getByRole("radio", { name: "Summer offers" }))
  await user.click(screen.getByRole("radio", { name: "Upscale" }))
  expect(screen.queryByRole("group", { name: "Set" })).toBeNull()
  expect(screen.queryByRole("button", { name: "Generate (6 credit)" })).toBeNull()
  await user.click(screen.getByRole("radio", { name: "Remove background" }))
  await user.click(screen.getByRole("button", { name: "Generate (6 credit)" }))
  expect(await screen.findByText(/^0 of 2 done, 2 to look at\. 6 credits/)).toBeTruthy()
  expect(api.callsOf(startBatch)[0]?.body.recipe).toMatchObject({ ground: "set", set: "beach", to: "#336699" })

  // What is not sure leads to the cut-out, where it can be mended; the set picture cannot.
  for (const link of screen.getAllByRole("link", { name: /^Cut-out of/ })) {
    expect(link.getAttribute("href")).toBe("/generations/cut-out?picture=p2")
  }
  expect(screen.getAllByRole("link", { name: /^Cut-out of/ })).toHaveLength(2)
  expect(screen.queryByRole("link", { name: /^Refine/ })).toBeNull()
})

test("unsure cut-outs come first and are settled one after the other; settled ones go into the set for its price", async () => {
  const api = fakeStudio()
  const answers = { firstUrl: "http://localhost/a", otherUrl: "http://localhost/b", chosen: "first" as const }
  const unsure = (number: number, isSettled: boolean): Batch["items"][number] => {
    const cutOut = { id: `c${number}`, url: `http://localhost/pictures/c${number}`, width: 400, height: 300 }
    const source = { sourceUrl: null, sourceWidth: 400, sourceHeight: 300 }
    const toLookAt = isSettled ? null : cutOut
    const result = { picture: null, cutOut, ...source, isSure: false, isSettled, isWaiting: true, toLookAt }
    const run = buildRun({ id: `r${number}`, kind: "scene", status: "ready", progress: 1, feeCredits: 1, result })
    return { position: number, name: `vase ${number}.jpg`, run }
  }
  const cutOut = (id: string, isSettled: boolean): CutOut => ({
    ...{ id, url: `http://localhost/pictures/${id}`, width: 400, height: 300, version: 0, isRefined: false },
    ...{ photoUrl: "http://localhost/photo", isSure: false, isSettled, answers },
  })
  const settled = new Set<string>()
  const recipe = { ...batch.recipe, ground: "set" as const, set: "beach" }
  const now = (): Batch => ({
    ...batch,
    recipe,
    items: [1, 2].map((number) => unsure(number, settled.has(`c${number}`))),
  })
  api.answer(getBatch, () => ({ data: now() }))
  api.answer(getCutOut, ({ params }) => ({ data: cutOut(params.pictureId, settled.has(params.pictureId)) }))
  const settle = ({ params }: { params: { pictureId: string } }) => {
    settled.add(params.pictureId)
    return { data: cutOut(params.pictureId, true) }
  }
  api.answer(settleCutOut, settle)
  api.answer(chooseAnswer, settle)
  api.answer(orderSets, () => ({ data: { ...now(), status: "running" as const } }))
  const user = renderScreen(<Component />, { at: "/generations/batch?batch=batch1" })
  expect((await screen.findByRole("region", { name: "Look at these" })).textContent).toContain("not sure of 2 cut-outs")
  expect(screen.getAllByText("Waits for your look")).toHaveLength(2)
  expect(screen.queryByRole("button", { name: /^Put into the set/ })).toBeNull()
  await user.click(screen.getByRole("button", { name: "Look at all 2" }))
  expect(screen.getByRole("heading", { name: /1 of 2/ }).textContent).toContain("vase 1.jpg")
  await user.click(await screen.findByRole("button", { name: "Looks right" }))
  await screen.findByRole("heading", { name: /2 of 2/ })
  await user.click(await screen.findByRole("radio", { name: "Second answer" }))
  await user.click(await screen.findByRole("button", { name: "Next" }))
  expect(api.callsOf(settleCutOut).map(({ params, body }) => [params.pictureId, body])).toEqual([
    ["c1", { version: 0 }],
  ])
  expect(api.callsOf(chooseAnswer).map(({ params, body }) => [params.pictureId, body])).toEqual([
    ["c2", { answer: "other" }],
  ])
  await waitFor(() => expect(screen.queryByRole("region", { name: "Look at these" })).toBeNull())
  expect(screen.getAllByText("Ready for the set")).toHaveLength(2)
  expect(screen.queryByText("Waits for your look")).toBeNull()
  await user.click(await screen.findByRole("button", { name: "Put into the set (4 credit)" }))
  await waitFor(() => expect(api.callsOf(orderSets)).toHaveLength(1))
})

describe("a batch that cannot be read", () => {
  function openLost(): FakeApi {
    const api = fakeStudio()
    api.refuse(getBatch, "not_found", "This batch does not exist.")
    return api
  }

  test("says why, and is read again at a press only", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const api = openLost()
      const user = renderScreen(<Component />, { at: "/generations/batch?batch=batch1" })
      expect((await screen.findByRole("alert")).textContent).toContain("This batch does not exist.")
      expect(screen.queryByText("Select images for the batch")).toBeNull()
      await act(() => vi.advanceTimersByTimeAsync(10_000))
      expect(api.callsOf(getBatch)).toHaveLength(1)
      api.answer(getBatch, { data: batch })
      await user.click(screen.getByRole("button", { name: "Try again" }))
      expect(await screen.findByText(/^1 of 1 done/)).toBeTruthy()
    } finally {
      vi.useRealTimers()
    }
  })

  test("leads to a new one", async () => {
    openLost()
    const user = renderScreen(<Component />, { at: "/generations/batch?batch=batch1" })
    await user.click(await screen.findByRole("button", { name: "New batch" }))
    expect(await screen.findByText("Select images for the batch")).toBeTruthy()
    expect(shownAddress()).toBe("/generations/batch?new=1")
  })
})

describe("whoever went elsewhere before the answer came stays there", () => {
  const somewhere = (
    <>
      <Link to="/account">Elsewhere</Link>
      <Component />
    </>
  )

  test("when a batch is started", async () => {
    const uploads = fakeUploads()
    const api = fakeStudio()
    api.answer(startBatch, { data: batch })
    const sendAnswer = api.hold(startBatch)
    handOver([new File(["a"], "shoe.jpg", { type: "image/jpeg" })])
    const user = renderScreen(somewhere, { at: "/generations/batch?tool=cut-out" })
    await waitFor(() => expect(uploads).toHaveLength(1))
    uploads[0]?.keep("http://localhost/pictures/shoe")
    await user.click(await screen.findByRole("button", { name: "Generate (1 credit)" }))
    await waitFor(() => expect(api.callsOf(startBatch)).toHaveLength(1))
    await user.click(screen.getByRole("link", { name: "Elsewhere" }))
    sendAnswer()
    await act(networkAtRest)
    expect(shownAddress()).toBe("/account")
  })

  test("when photos are tried again", async () => {
    const api = fakeStudio()
    const undone: Batch = { ...batch, items: [{ position: 0, name: "shoe.jpg", run: { ...item, status: "failed" } }] }
    api.answer(getBatch, { data: undone })
    api.answer(retryBatch, { data: undone })
    const sendAnswer = api.hold(retryBatch)
    const user = renderScreen(somewhere, { at: "/generations/batch?batch=batch1" })
    await user.click(await screen.findByRole("button", { name: "Try 1 again" }))
    await waitFor(() => expect(api.callsOf(retryBatch)).toHaveLength(1))
    await user.click(screen.getByRole("link", { name: "Elsewhere" }))
    sendAnswer()
    await act(networkAtRest)
    expect(shownAddress()).toBe("/account")
  })
})

test("a batch of more photos than credits leads to buying, and one that they are enough for can be made", async () => {
  const uploads = fakeUploads()
  const api = fakeStudio()
  api.answer(getBalance, { data: { credits: 1, held: 0 } })
  handOver(["shoe.jpg", "bag.jpg"].map((name) => new File(["a"], name, { type: "image/jpeg" })))
  const user = renderScreen(<Component />, { at: "/generations/batch?tool=cut-out" })
  await waitFor(() => expect(uploads).toHaveLength(2))
  uploads[0]?.keep("http://localhost/pictures/shoe")
  uploads[1]?.keep("http://localhost/pictures/bag")
  await screen.findByRole("link", { name: "Buy credits", description: "1 credit missing" })
  expect(screen.queryByRole("button", { name: /^Generate/ })).toBeNull()
  await user.click(screen.getByRole("button", { name: /^Remove.*bag\.jpg$/ }))
  await screen.findByRole("button", { name: "Generate (1 credit)" })
})
