import { cleanup, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, test } from "vitest"
import { usualFees } from "#contract/catalogue/fees.ts"
import { getBalance } from "#contract/money/credits.ts"
import { getOrder, getStudio } from "#contract/studio/generations.ts"
import { generateWithModel, listModels } from "#contract/studio/trainings.ts"
import { readTrainingUrl, storeTrainingUrl } from "#web/lib/studio/training-url.ts"
import { buildModel } from "#web/testing/build-model.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { expectAddress, renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { buildOrder } from "./order/build-order.ts"
import { Component as OwnModelScreen } from "./own-model-screen.tsx"

let api: FakeApi

beforeEach(() => {
  api = fakeApi()
  signedIn(api)
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
  api.answer(listModels, { data: [buildModel(), buildModel({ id: "m2", triggerWord: "Hats-1", url: null })] })
})

const open = (query: string) => renderScreen(<OwnModelScreen />, { at: `/generations-image${query}` })

test("draws a model by words that name it, as WebP, as many as were chosen", async () => {
  const order = buildOrder({ status: "ready", progress: 1, mode: "Bags-1" })
  api.answer(generateWithModel, { message: "done", data: [], job: order })
  api.answer(getOrder, { data: order })
  const user = open("?mode=Bags-1")
  const prompt = await screen.findByLabelText("Prompt")
  expect(prompt).toHaveProperty("value", "a photo of Bags-1")
  await user.click(screen.getByRole("radio", { name: "2" }))
  await user.click(screen.getByRole("button", { name: `Generate (${2 * usualFees["own-model"]} credit)` }))
  const sent = await waitFor(() => api.callsOf(generateWithModel)[0] ?? expect.fail("nothing was sent"))
  expect(sent?.params).toEqual({ trainingId: "m1" })
  expect(sent?.body).toMatchObject({ prompt: "a photo of Bags-1", num_outputs: 2, output_format: "webp" })
  expect(sent?.body).not.toHaveProperty("mode")
})

test("asks for private pictures before it is known whether the person has paid", async () => {
  const studio = { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} }
  api.answer(getStudio, { data: studio })
  const answerStudio = api.hold(getStudio)
  const order = buildOrder({ status: "ready", progress: 1, mode: "Bags-1" })
  api.answer(generateWithModel, { message: "done", data: [], job: order })
  api.answer(getOrder, { data: order })
  const user = open("?mode=Bags-1")
  await user.click(await screen.findByRole("button", { name: /^Generate \(/ }))
  await waitFor(() => expect(api.callsOf(generateWithModel)).toHaveLength(1))
  expect(api.callsOf(generateWithModel)[0]?.body.is_public).toBe(false)
  expect(screen.queryByText(/Free pictures are public/)).toBeNull()
  answerStudio()
  expect(await screen.findByText("Only you can see these pictures.")).toBeDefined()
})

test("leads to buying where too few credits are left, and the words are there afterwards", async () => {
  api.answer(getBalance, { data: { credits: 1, held: 0 } })
  const user = open("?mode=Bags-1")
  await user.type(await screen.findByLabelText("Prompt"), " at dusk")
  const buy = await screen.findByRole("link", { name: "Buy credits", description: "1 credit missing" })
  expect(screen.queryByRole("button", { name: /^Generate \(/ })).toBeNull()
  await user.click(buy)
  await expectAddress("/credits-billing")
  cleanup()

  api.answer(getBalance, { data: { credits: 201, held: 0 } })
  open("?mode=Bags-1")
  expect(await screen.findByLabelText("Prompt")).toHaveProperty("value", "a photo of Bags-1 at dusk")
  await screen.findByRole("button", { name: `Generate (${usualFees["own-model"]} credit)` })
})

describe("the model that is drawn", () => {
  test.each([
    ["is the one that the address names", "?mode=Bags-1", null],
    ["is the one that was chosen in this tab", "", "/trainings/m1/generate"],
    ["is the one that the address names, whatever was chosen before", "?mode=Bags-1", "/trainings/gone/generate"],
  ])("%s", async (_, query, held) => {
    if (held !== null) storeTrainingUrl(held)
    open(query)
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Market bag")
  })

  test.each([
    ["nothing is named or chosen", "", null],
    ["nothing is known of the name", "?mode=Bags-2", null],
    ["the model is not trained", "?mode=Hats-1", null],
    ["what was chosen is nobody's", "", "/trainings/stranger/generate"],
    ["what was chosen is an address elsewhere", "", "//elsewhere.example/trainings/m1/generate"],
  ])("is missing where %s: the dashboard comes instead", async (_, query, held) => {
    if (held !== null) storeTrainingUrl(held)
    open(query)
    await expectAddress("/app")
  })

  test("is looked for again where the models could not be read", async () => {
    api.refuse(listModels, "general_access_forbidden", "Not now.")
    const user = open("?mode=Bags-1")
    expect((await screen.findByRole("alert")).textContent).toContain("Not now.")
    expect(shownAddress()).toBe("/generations-image?mode=Bags-1")
    api.answer(listModels, { data: [buildModel()] })
    await user.click(screen.getByRole("button", { name: /^Try again/ }))
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Market bag")
  })

  test("is never at an address elsewhere", () => {
    storeTrainingUrl("https://elsewhere.example/draw")
    expect(readTrainingUrl()).toBeNull()
  })
})
