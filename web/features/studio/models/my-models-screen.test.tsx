import { act, screen, waitFor, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import type { ReactElement } from "react"
import { beforeEach, describe, expect, test } from "vitest"
import { trainingStatusOptions } from "#contract/catalogue/trainings.ts"
import { deleteDocument } from "#contract/hosted/documents.ts"
import { getBalance } from "#contract/money/credits.ts"
import { getStudio } from "#contract/studio/generations.ts"
import { cancelModel, listModels, modelChanged, orderShots, renameModel } from "#contract/studio/trainings.ts"
import { noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { collections } from "#web/lib/calls/backend.ts"
import { useRealtime } from "#web/lib/calls/realtime.ts"
import { modelEvents } from "#web/lib/studio/models.ts"
import { buildModel } from "#web/testing/build-model.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { connected } from "#web/testing/fake-sockets.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { Component as MyModelsScreen } from "./my-models-screen.tsx"

let api: FakeApi

beforeEach(() => {
  api = fakeApi()
  signedIn(api)
})

/** The screen as the studio's frame shows it: kept true by realtime. */
function LiveScreen(): ReactElement {
  useRealtime("ada", modelEvents)
  return <MyModelsScreen />
}

test("shows ten places until the models are there, then that there are none", async () => {
  api.answer(listModels, { data: [] })
  renderScreen(<MyModelsScreen />, { at: "/training-dataset" })
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("My Models")
  expect(screen.getByText("Check out the status of your photoshoots here")).toBeDefined()
  expect(within(screen.getByLabelText("Your models are being loaded")).getAllByRole("listitem")).toHaveLength(10)
  expect(await screen.findByText("Let's create your first photoshoot.")).toBeDefined()
})

test("shows a finished model, its photos and where it draws", async () => {
  api.answer(listModels, { data: [buildModel()] })
  const user = renderScreen(<MyModelsScreen />, { at: "/training-dataset" })
  const card = within(await screen.findByRole("article", { name: "Market bag" }))
  for (const words of ["Trigger word: Bags-1", "Status: Photoshoot ready", "Shoot style: Bags", "1 September 2025"]) {
    expect(card.getByText(words)).toBeDefined()
  }
  expect(card.queryByText("Your credits are back.")).toBeNull()
  expect(card.getByRole("link", { name: "See Photos" }).getAttribute("href")).toBe("/photoshoot-gallery?model=m1")
  await user.click(card.getByRole("button", { name: "Generate Image" }))
  await expectAddress("/generations-image?mode=Bags-1")
})

test("says why a training failed and that its credits are back, and leads nowhere", async () => {
  const failure = "The training did not succeed. Please try again."
  const failed = { trainingStatus: "training_failed", failure, isRefunded: true, url: null } as const
  api.answer(listModels, { data: [buildModel(failed)] })
  renderScreen(<MyModelsScreen />, { at: "/training-dataset" })
  const card = within(await screen.findByRole("article", { name: "Market bag" }))
  for (const words of ["Status: Training failed", failure, "Your credits are back."]) {
    expect(card.getByText(words)).toBeDefined()
  }
  expect([card.queryByRole("link"), card.queryByText("Generate Image")]).toEqual([null, null])
})

test("says of a reference that started nothing what can be done, and leads there", async () => {
  api.answer(listModels, { data: [buildModel({ trainingStatus: "invalid_ref_code", url: null })] })
  renderScreen(<MyModelsScreen />, { at: "/training-dataset" })
  const card = within(await screen.findByRole("article", { name: "Market bag" }))
  expect(card.getByText(/^Nothing was started and no credits were taken/)).toBeDefined()
  expect(card.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["your orders", "/account#orders"],
    ["start a new model", "/training"],
  ])
})

test("further pictures whose answer gets lost are ordered again as the same", async () => {
  const model = buildModel({ allowance: 24 })
  api.answer(listModels, { data: [model] })
  api.breakOff(orderShots)
  const user = renderScreen(<MyModelsScreen />, { at: "/training-dataset" })
  await user.click(await screen.findByRole("button", { name: "More about Market bag" }))
  const take = await screen.findByRole("button", { name: /^Take 6 more pictures/ })
  await user.click(take)
  await screen.findByText(noAnswerMessage)
  api.answer(orderShots, { data: model })
  await user.click(take)
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  const [lost, again] = api.callsOf(orderShots).map(({ idempotencyKey }) => idempotencyKey)
  expect(again).toBe(lost)
  expect(lost).toMatch(/^[\w.-]{20,36}$/)
})

const finals = ["photoshoot_ready", "invalid_ref_code", "training_failed", "cancelled"]

test.each(trainingStatusOptions)("shows the state $value as “$name”, with a dot of its colour", async (option) => {
  const { value, name, color } = option
  api.answer(listModels, { data: [buildModel({ trainingStatus: value })] })
  renderScreen(<MyModelsScreen />, { at: "/training-dataset" })
  const state = await screen.findByText(`Status: ${name}`)
  const dot = state.querySelector("span")
  const probe = document.createElement("span")
  probe.style.backgroundColor = color
  expect(dot?.style.backgroundColor).toBe(probe.style.backgroundColor)
  const isFinal = finals.includes(value)
  expect(dot?.classList.contains("animate-breathe")).toBe(!isFinal)
  expect(screen.queryAllByRole("progressbar")).toHaveLength(isFinal ? 0 : 1)
  expect(screen.queryAllByRole("link", { name: "See Photos" })).toHaveLength(value === "photoshoot_ready" ? 1 : 0)
})

describe("further pictures with too few credits", () => {
  test.each([
    [0, "Buy credits"],
    [24, "Take 6 more pictures (included)"],
  ])("where %i of an order are left: %s", async (allowance, name) => {
    api.answer(getBalance, { data: { credits: 1, held: 0 } })
    api.answer(listModels, { data: [buildModel({ allowance })] })
    const user = renderScreen(<MyModelsScreen />, { at: "/training-dataset" })
    await user.click(await screen.findByRole("button", { name: "More about Market bag" }))
    const dialog = within(await screen.findByRole("dialog", { name: "Market bag" }))
    await act(networkAtRest)
    const offers = () => [...dialog.queryAllByRole("link"), ...dialog.queryAllByRole("button", { name: /^Take/ })]
    await waitFor(() => expect(offers().map(({ textContent }) => textContent)).toEqual([name]))
  })
})

describe("more about a model", () => {
  /** Opens what can be done with it. */
  async function openMore(about: Parameters<typeof buildModel>[0] = {}): Promise<UserEvent> {
    api.answer(listModels, { data: [buildModel(about)] })
    const user = renderScreen(<MyModelsScreen />, { at: "/training-dataset" })
    await user.click(await screen.findByRole("button", { name: "More about Market bag" }))
    await screen.findByRole("dialog", { name: "Market bag" })
    return user
  }

  const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())

  test("gives it a name", async () => {
    const user = await openMore()
    api.answer(renameModel, { data: buildModel({ title: "Red bag" }) })
    api.answer(listModels, { data: [buildModel({ title: "Red bag" })] })
    await user.clear(screen.getByLabelText("Name"))
    await user.type(screen.getByLabelText("Name"), "Red bag")
    await user.click(screen.getByRole("button", { name: "Rename" }))
    await isClosed()
    expect(await screen.findByRole("article", { name: "Red bag" })).toBeDefined()
    expect(api.callsOf(renameModel)[0]?.body).toEqual({ title: "Red bag" })
  })

  test("stays open with what is typed where an answer comes for when it was open before", async () => {
    const user = await openMore()
    api.answer(renameModel, { data: buildModel() })
    const sendAnswer = api.hold(renameModel)
    await user.click(screen.getByRole("button", { name: "Rename" }))
    await user.keyboard("{Escape}")
    await isClosed()
    await user.click(screen.getByRole("button", { name: "More about Market bag" }))
    await user.type(screen.getByLabelText("Name"), " in red")
    sendAnswer()
    await act(networkAtRest)
    expect(screen.getByLabelText("Name")).toHaveProperty("value", "Market bag in red")
  })

  test("ends its training, and shows that it ended", async () => {
    const user = await openMore({ trainingStatus: "training_in_progress", progress: 0.4, url: null })
    expect(screen.queryByRole("button", { name: /more pictures/ })).toBeNull()
    const ended = buildModel({ trainingStatus: "cancelled", isRefunded: true, url: null })
    api.answer(cancelModel, { data: ended })
    api.answer(listModels, { data: [ended] })
    await user.click(screen.getByRole("button", { name: "Cancel the training" }))
    await isClosed()
    expect(await screen.findByText("Status: Cancelled")).toBeDefined()
    expect(screen.getByText("Your credits are back.")).toBeDefined()
  })

  test("removes it", async () => {
    const user = await openMore()
    api.answer(deleteDocument, null)
    api.answer(listModels, { data: [] })
    await user.click(screen.getByRole("button", { name: "Delete model" }))
    expect(await screen.findByText("Let's create your first photoshoot.")).toBeDefined()
    const [{ params } = { params: {} }] = api.callsOf(deleteDocument)
    expect(params).toMatchObject({ collectionId: collections.trainings, documentId: "m1" })
  })
})

test("follows a model as the server tells of it", async () => {
  const underWay = buildModel({ trainingStatus: "preparing_photoshoot", progress: 0.5, shots: 3, openShots: 3 })
  api.answer(listModels, { data: [underWay] })
  renderScreen(<LiveScreen />, { at: "/training-dataset" })
  expect(await screen.findByText(/^3 of 6 pictures$/)).toBeDefined()
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("50")
  await connected()
  await waitFor(() => expect(api.callsOf(listModels)).toHaveLength(2))
  api.answer(listModels, { data: [buildModel()] })
  api.tell(modelChanged, { id: "m1" })
  expect(await screen.findByText("Status: Photoshoot ready")).toBeDefined()
})

test("has the form of a style on top when one is named", async () => {
  api.answer(listModels, { data: [] })
  api.answer(getStudio, { data: { engine: "any", isLocalEngine: false, canBePrivate: true, modes: {}, kinds: {} } })
  renderScreen(<MyModelsScreen />, { at: "/training-dataset?mode=bags&ref=" })
  expect(screen.getByRole("heading", { name: "Custom Model Training" })).toBeDefined()
  expect(screen.getByRole("button", { name: /^Start your Bags shoot now/ })).toBeDefined()
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("My Models")
  expect(await screen.findByText("Let's create your first photoshoot.")).toBeDefined()
})
