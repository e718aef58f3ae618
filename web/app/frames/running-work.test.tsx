import { act, screen, waitFor, within } from "@testing-library/react"
import type { ReactElement, ReactNode } from "react"
import { beforeEach, expect, test } from "vitest"
import { messages } from "#contract/messages.ts"
import { type Batch, BatchRecipe, getBatch, retryBatch } from "#contract/studio/batches.ts"
import { getStudio, listOpenOrders } from "#contract/studio/generations.ts"
import { PhotoResult, upscalePhoto } from "#contract/studio/photos.ts"
import { cancelRun, getRun, listOpenRuns, type Run, runFinished, runProgressed } from "#contract/studio/runs.ts"
import { getModel, type Model, modelChanged } from "#contract/studio/trainings.ts"
import { OrderTray } from "#web/features/studio/generator/order/order-tray.tsx"
import { Component as BatchScreen } from "#web/features/studio/photos/batch-screen.tsx"
import { photoEvents } from "#web/features/studio/photos/events.ts"
import { Component as UpscalingScreen } from "#web/features/studio/photos/upscaling-screen.tsx"
import { useRealtime } from "#web/lib/calls/realtime.ts"
import { modelEvents } from "#web/lib/studio/models.ts"
import { buildModel } from "#web/testing/build-model.ts"
import { buildRun } from "#web/testing/build-run.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { connected } from "#web/testing/fake-sockets.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"

const listeners = [...photoEvents, ...modelEvents]

/** What stands around every page of the studio, as far as work under way is concerned. */
function Anywhere({ children }: { children?: ReactNode }): ReactElement {
  useRealtime("ada", listeners)
  return (
    <>
      <OrderTray />
      {children}
    </>
  )
}

let api: FakeApi
/** What the server knows to be under way. */
let openRuns: Run[]
let openModels: Model[]

beforeEach(() => {
  api = fakeApi()
  openRuns = []
  openModels = []
  api.answer(listOpenOrders, () => ({ data: [], runs: openRuns, models: openModels }))
  api.answer(listOpenRuns, () => ({ data: openRuns }))
})

let number = 0

/** Runs of other tests must not be taken for this one's. */
function build(about: Partial<Run>): Run {
  number++
  return buildRun({ id: `run-${number}`, status: "running", progress: 0.4, ...about })
}

/** The same run with its picture. */
function made(run: Run): Run {
  const picture = { id: "p1", url: "https://studio.example/pictures/p1", width: 2_400, height: 1_600 }
  const source = { sourceUrl: null, sourceWidth: 1_200, sourceHeight: 800 }
  return { ...run, status: "ready", progress: 1, result: { picture, cutOut: null, ...source, isSure: true } }
}

/** Opens some page, connected, with this much under way. */
async function openAnywhere(running: string): Promise<ReturnType<typeof renderScreen>> {
  const user = renderScreen(<Anywhere />, { at: "/account" })
  await screen.findByRole("button", { name: `Your orders: ${running}` })
  await connected()
  return user
}

test("the tray names all work that is under way, leads to where each lives, and takes back what has not begun", async () => {
  openRuns = [
    build({ kind: "upscale", title: "Photo Upscaling" }),
    build({ kind: "cut-out", status: "waiting", progress: 0 }),
    build({ id: "batch1", kind: "batch", title: "Batch of 12", count: 12, progress: 0.5, feeCredits: 0 }),
    build({ kind: "scene", title: "Scene" }),
    build({ kind: "description" }),
    // Told by their orders and their models.
    build({ kind: "picture" }),
    build({ kind: "training" }),
  ]
  openModels = [
    buildModel({ id: "m1", title: "Market bag", trainingStatus: "training_in_progress", progress: 0.25 }),
    buildModel({
      id: "m2",
      title: "Bags-1",
      triggerWord: "Bags-1",
      trainingStatus: "preparing_photoshoot",
      progress: 0,
    }),
  ]
  const user = await openAnywhere("7 running")
  await user.click(screen.getByRole("button", { name: "Your orders: 7 running" }))
  const box = within(await screen.findByRole("dialog", { name: "Your orders" }))
  expect(box.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["EnlargingWorking, 40 %", "/generations/photo-upscaling"],
    ["Background removalWaiting", "/generations/bg-remover"],
    ["Batch of 12 photosWorking, 50 %", "/generations/batch?batch=batch1"],
    ["SceneWorking, 40 %", "/generations/scene"],
    ["Words for a pictureWorking, 40 %", "/generations/image-to-prompt"],
    ["Training of Market bagTraining in progress, 25 %", "/training-dataset"],
    // Nobody gave it a name, and its trigger word is none.
    ["Photoshoot of BagsPreparing Photoshoot, 0 %", "/training-dataset"],
  ])

  api.answer(cancelRun, ({ params }) => {
    openRuns = openRuns.filter(({ id }) => id !== params.runId)
    return { data: build({ id: params.runId, kind: "cut-out", status: "cancelled" }) }
  })
  await user.click(box.getByRole("button", { name: "Cancel" }))
  await screen.findByText("Cancelled. Your credits are back.")
  await waitFor(() => expect(box.queryByText("Background removal")).toBeNull())
})

test("what began elsewhere comes into the tray, and moves there", async () => {
  const run = build({ kind: "upscale", progress: 0.1 })
  const user = renderScreen(<Anywhere />, { at: "/account" })
  await waitFor(() => expect(api.callsOf(listOpenOrders).length).toBeGreaterThan(0))
  await connected()
  openRuns = [run]
  const progress = { id: run.id, kind: run.kind, parentRunId: null, previews: [] }
  api.tell(runProgressed, { ...progress, progress: 0.1 })
  await user.click(await screen.findByRole("button", { name: "Your orders: 1 running" }))
  const box = within(await screen.findByRole("dialog", { name: "Your orders" }))
  openRuns = [{ ...run, progress: 0.8 }]
  api.tell(runProgressed, { ...progress, progress: 0.8 })
  await box.findByText("Working, 80 %")
})

test("an unsure cut-out is not told as a success, but with the way to look at it", async () => {
  const run = build({ kind: "cut-out" })
  openRuns = [run]
  await openAnywhere("1 running")
  openRuns = []
  const finished = made(run)
  const result = PhotoResult.parse(finished.result)
  api.tell(runFinished, {
    run: { ...finished, result: { ...result, isSure: false, isSettled: false, toLookAt: result.picture } },
  })
  const message = within((await screen.findByText(messages.cutOutDoubt)).parentElement as HTMLElement)
  expect(message.getByRole("link", { name: "Look at it" }).getAttribute("href")).toBe("/generations/cut-out?picture=p1")
  expect(screen.queryByText(messages.backgroundRemoved)).toBeNull()
})

test("a good end is told once wherever the person is, with the way to what came of it, and waits in the tray", async () => {
  const run = build({ kind: "cut-out" })
  openRuns = [run]
  const user = await openAnywhere("1 running")
  openRuns = []
  api.tell(runFinished, { run: made(run) })
  api.tell(runFinished, { run: made(run) })
  const message = within((await screen.findByText("Background removed successfully")).parentElement as HTMLElement)
  expect(message.getByRole("link", { name: "See it" }).getAttribute("href")).toBe("/generations/cut-out?picture=p1")
  expect(screen.getAllByText("Background removed successfully")).toHaveLength(1)
  await user.click(await screen.findByRole("button", { name: "Your orders: 1 ready" }))
  const box = within(await screen.findByRole("dialog", { name: "Your orders" }))
  const ready = box.getByRole("link", { name: /Background removal/ })
  expect(ready.getAttribute("href")).toBe("/generations/cut-out?picture=p1")
  expect(ready.querySelector("img")?.getAttribute("src")).toBe("/pictures/p1/320")
})

test("a bad end is told once wherever the person is, with what it was and that the credits are back", async () => {
  const run = build({ kind: "upscale", feeCredits: 2 })
  openRuns = [run]
  await openAnywhere("1 running")
  openRuns = []
  const failed: Run = { ...run, status: "failed", failure: "image upscaling falled" }
  api.tell(runFinished, { run: failed })
  api.tell(runFinished, { run: failed })
  const alert = await screen.findByRole("alert")
  expect(alert.textContent).toBe("image upscaling falledEnlarging. Your credits are back.")
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Your orders/ })).toBeNull())
  expect(screen.getAllByRole("alert")).toHaveLength(1)
})

test("parts of a batch end unheard; the batch says how much of it was done", async () => {
  const batch = build({ kind: "batch", title: "Batch of 12", count: 12, feeCredits: 0 })
  openRuns = [batch]
  await openAnywhere("1 running")
  openRuns = []
  api.tell(runFinished, { run: made(build({ kind: "upscale", parentRunId: batch.id })) })
  const result = { ready: 11, failed: 1, cancelled: 0 }
  api.tell(runFinished, { run: { ...batch, status: "ready", progress: 1, result } })
  const words = await screen.findByText("Batch of 12 photos: 11 done, 1 not.")
  const link = within(words.parentElement as HTMLElement).getByRole("link", { name: "See photos" })
  expect(link.getAttribute("href")).toBe(`/generations/batch?batch=${batch.id}`)
  expect(screen.queryByText("Image upscaled successfully")).toBeNull()
})

test("a batch of which some photos are tried again tells its next end as well", async () => {
  const run = build({ kind: "batch", title: "Batch of 2", count: 2, status: "ready", feeCredits: 0 })
  const recipe = BatchRecipe.parse({ tool: "upscale" })
  const failed = build({ kind: "upscale", status: "failed", failure: "image upscaling falled", parentRunId: run.id })
  const items = [made(failed), failed].map((part, position) => ({ position, name: `shoe ${position}`, run: part }))
  const { id, createdAt } = run
  const batch: Batch = { id, status: "ready", recipe, items, createdAt, feeCredits: 2 }
  api.answer(getBatch, { data: batch })
  const screens = (
    <Anywhere>
      <BatchScreen />
    </Anywhere>
  )
  const user = renderScreen(screens, { at: `/generations/batch?batch=${id}` })
  const again = await screen.findByRole("button", { name: "Try 1 again" })
  await connected()
  api.tell(runFinished, { run: { ...run, result: { ready: 1, failed: 1, cancelled: 0 } } })
  await screen.findByText("Batch of 2 photos: 1 done, 1 not.")
  openRuns = [{ ...run, status: "running" }]
  api.answer(retryBatch, { data: batch })
  await user.click(again)
  await screen.findByRole("button", { name: "Your orders: 1 running, 1 ready" })
  api.tell(runFinished, { run: { ...run, result: { ready: 2, failed: 0, cancelled: 0 } } })
  await screen.findByText("Batch of 2 photos is done.")
  openRuns = [{ ...run, status: "running" }]
  await user.click(await screen.findByRole("button", { name: "Try 1 again" }))
  await screen.findByRole("button", { name: "Your orders: 1 running, 1 ready" })
  api.tell(runFinished, { run: { ...run, result: { ready: 2, failed: 0, cancelled: 0, unsure: 1 } } })
  await screen.findByText("Batch of 2 photos: 1 done, 1 to look at.")
})

test("an end that nobody told the page of is looked up", async () => {
  const run = build({ kind: "description", title: "Image to prompt" })
  openRuns = [run]
  api.answer(getRun, { data: { ...run, status: "ready", progress: 1, result: { text: "a red jug" } } })
  await openAnywhere("1 running")
  openRuns = []
  // Word of something else that moved, by which the list is read again.
  api.tell(runProgressed, { id: "other", kind: "upscale", parentRunId: null, progress: 0.1, previews: [] })
  const words = await screen.findByText("Prompt written successfully")
  const link = within(words.parentElement as HTMLElement).getByRole("link", { name: "Draw with it" })
  expect(link.getAttribute("href")).toBe("/generations/flux?mode=flux1.1-pro&prompt=a+red+jug")
})

test.each([
  [
    { trainingStatus: "photoshoot_ready", failure: null },
    ["The photoshoot of Market bag is ready.", "See photos", "/photoshoot-gallery?model=m1"],
  ],
  [
    { trainingStatus: "training_failed", failure: "None of your 3 photos can be used.", isRefunded: true },
    ["None of your 3 photos can be used.", "See why", "/training-dataset"],
  ],
] as const)("what becomes of a model is told wherever its owner is: %j", async (end, [words, way, address]) => {
  const model = buildModel({ id: "m1", title: "Market bag", trainingStatus: "preparing_photoshoot", progress: 0.5 })
  openModels = [model]
  await openAnywhere("1 running")
  openModels = []
  api.answer(getModel, { data: { ...model, ...end } })
  api.tell(modelChanged, { id: "m1" })
  const message = (await screen.findByText(words)).closest("[role]") as HTMLElement
  expect(within(message).getByRole("link", { name: way }).getAttribute("href")).toBe(address)
  expect(message.textContent?.includes("Training of Market bag. Your credits are back.")).toBe("isRefunded" in end)
  api.tell(modelChanged, { id: "m1" })
  await act(networkAtRest)
  expect(screen.getAllByText(words)).toHaveLength(1)
})

test("a model that its owner stopped says nothing", async () => {
  const model = buildModel({ id: "m1", trainingStatus: "training_in_progress" })
  openModels = [model]
  await openAnywhere("1 running")
  openModels = []
  api.answer(getModel, { data: { ...model, trainingStatus: "cancelled" } })
  api.tell(modelChanged, { id: "m1" })
  await waitFor(() => expect(api.callsOf(getModel)).toHaveLength(1))
  await act(networkAtRest)
  expect(screen.queryAllByRole("button", { name: "Dismiss" })).toEqual([])
})

test.each(["before", "after"])(
  "on the tool's own screen an end is told once, with its word %s the answer",
  async (order) => {
    api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
    const run = build({ kind: "upscale", progress: 0.4 })
    const answers = {
      message: "Image upscaled successfully",
      data: "https://studio.example/pictures/p1",
      job: made(run),
    }
    api.answer(upscalePhoto, answers)
    api.answer(getRun, () => ({ data: openRuns.length > 0 ? run : made(run) }))
    const sendAnswer = api.hold(upscalePhoto)
    const at = "/generations/photo-upscaling?image=/pictures/one"
    const screens = (
      <Anywhere>
        <UpscalingScreen />
      </Anywhere>
    )
    const user = renderScreen(screens, { at })
    await connected()
    await user.click(await screen.findByRole("button", { name: /^Generate \(/ }))
    if (order === "after") {
      sendAnswer()
      await screen.findByText("Image upscaled successfully")
    }
    api.tell(runFinished, { run: made(run) })
    await screen.findByText("Image upscaled successfully")
    sendAnswer()
    await screen.findByRole("link", { name: "View Image" })
    await act(networkAtRest)
    expect(screen.getAllByText("Image upscaled successfully")).toHaveLength(1)
  },
)

test("a failure on the tool's own screen is told once", async () => {
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
  const run = build({ kind: "upscale" })
  api.refuse(upscalePhoto, "engine_failed", "image upscaling falled")
  const at = "/generations/photo-upscaling?image=/pictures/one"
  const screens = (
    <Anywhere>
      <UpscalingScreen />
    </Anywhere>
  )
  const user = renderScreen(screens, { at })
  await connected()
  await user.click(await screen.findByRole("button", { name: /^Generate \(/ }))
  const messages = within(screen.getByRole("region", { name: "Messages" }))
  await messages.findByText("image upscaling falled")
  api.tell(runFinished, { run: { ...run, status: "failed", failure: "image upscaling falled" } })
  await messages.findByText("Enlarging. Your credits are back.")
  expect(messages.getAllByRole("alert")).toHaveLength(1)
})
