import { screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { listModels, type Model, orderShots } from "#contract/product/trainings.ts"
import { noAnswerMessage } from "#web/lib/api-error.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { Component as MyModelsScreen } from "./my-models-screen.tsx"

let api: FakeApi

beforeEach(() => {
  api = fakeApi()
  signedIn(api)
})

function buildModel(about: Partial<Model> = {}): Model {
  return {
    ...{ id: "m1", triggerWord: "Bags-1", title: "Market bag", PrimaryStyle: "Bags", engine: "local" },
    ...{ trainingStatus: "photoshoot_ready", progress: 1, failure: null, isRefunded: false },
    ...{ images: [], isPublic: true, url: "/trainings/m1/generate", views: 3, colours: [], findings: [] },
    ...{ shots: 6, openShots: 0, allowance: 0, data_created: "2025-09-01T10:00:00.000+00:00" },
    ...about,
  }
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
  for (const words of ["Bags-1", "Status: Photoshoot ready", "Shoot style: Bags", "1 September 2025"]) {
    expect(card.getByText(words)).toBeDefined()
  }
  expect(card.queryByText("Your credits are back.")).toBeNull()
  expect(card.getByRole("link", { name: "See Photos" }).getAttribute("href")).toBe("/photoshoot-gallery?model=m1")
  await user.click(card.getByRole("button", { name: "Generate Image" }))
  expect(shownAddress()).toBe("/generations-image?mode=Bags-1")
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
