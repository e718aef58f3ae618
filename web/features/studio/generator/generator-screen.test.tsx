import { cleanup, screen, waitFor, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import type { ReactElement } from "react"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { aspectRatios } from "#contract/catalogue/aspect-ratios.ts"
import { updatePreferences } from "#contract/identity/account.ts"
import { createVerification } from "#contract/identity/account-tokens.ts"
import { balanceChanged, getBalance } from "#contract/money/credits.ts"
import {
  cancelOrder,
  changeVisibility,
  generateFlux11,
  generateFluxDevRealism,
  getOrder,
  getStudio,
  listOpenOrders,
  type Order,
  orderFinished,
  orderProgressed,
  type PromptReading,
  readPrompt,
} from "#contract/studio/generations.ts"
import { useRealtime } from "#web/lib/calls/realtime.ts"
import { balanceEvents } from "#web/lib/money/balance-events.ts"
import { buildAccount, sentToken, signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { connected } from "#web/testing/fake-sockets.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { Component as GeneratorScreen } from "./generator-screen.tsx"
import { buildOrder } from "./order/build-order.ts"
import { readDraft } from "./order/draft.ts"
import { studioEvents } from "./order/events.ts"
import { isOpen } from "./order/order-view.ts"

let api: FakeApi
/** What the server knows of the order under way. */
let current: Order

beforeEach(() => {
  api = fakeApi()
  current = buildOrder({ status: "waiting", progress: 0 })
  api.answer(getStudio, { data: { engine: "hosted", isLocalEngine: false, canBePrivate: true, modes: {}, kinds: {} } })
  api.answer(listOpenOrders, { data: [] })
  api.answer(getOrder, () => ({ data: current }))
})

const liveEvents = [...studioEvents, ...balanceEvents]

/** The screen as the studio's frame shows it: kept true by realtime. */
function LiveScreen(): ReactElement {
  useRealtime("ada", liveEvents)
  return <GeneratorScreen />
}

function openGenerator(mode = "flux1.1-pro"): UserEvent {
  return renderScreen(<LiveScreen />, { at: `/generations/flux?mode=${mode}` })
}

async function write(user: UserEvent, prompt: string): Promise<void> {
  await user.click(screen.getByLabelText("Prompt"))
  await user.paste(prompt)
}

function generateButton(): HTMLElement {
  return screen.getByRole("button", { name: /^Generate \(/ })
}

async function order(user: UserEvent, prompt = "a clay pot on a wooden table"): Promise<void> {
  await write(user, prompt)
  await user.click(screen.getByRole("radio", { name: "4:5" }))
  await user.click(generateButton())
}

/** The server moves the order on and tells the page. */
function finish(change: Partial<Order>): void {
  current = { ...current, ...change }
  api.tell(orderFinished, { order: current })
}

const picture = {
  id: "p1",
  url: "https://studio.example/pictures/p1",
  width: 912,
  height: 1136,
  isPublic: true,
  waitsUntil: null,
}

describe("an order that takes its time", () => {
  test("is shown waiting, drawing with its preview, and finished", async () => {
    api.answer(generateFlux11, () => ({ message: "Still drawing.", data: null, job: current }), { status: 202 })
    const user = openGenerator()
    expect(screen.getByText("Image generation takes about 30 seconds")).toBeDefined()

    await order(user)
    await screen.findByText("Please wait for about 30 seconds while we generate your image...")
    await screen.findByText("Waiting for a free place")
    expect(generateButton().hasAttribute("disabled")).toBe(true)

    await connected()
    current = { ...current, status: "drawing", progress: 0.42, previews: ["/order-previews/order1/0"] }
    api.tell(orderProgressed, { id: current.id, progress: current.progress, previews: current.previews })
    await screen.findByText("Drawing, 42 %")
    const preview = screen.getByAltText("Preview: a clay pot on a wooden table")
    expect(preview.getAttribute("src")).toBe("/order-previews/order1/0")

    const words = { understood: ["clay pot"], ignored: ["table"] }
    finish({ status: "ready", progress: 1, pictures: [picture], engine: "replicate", ...words })
    const link = await screen.findByRole("link", { name: "View Image" })
    expect(link.getAttribute("href")).toBe("/pictures/p1")
    expect(link.getAttribute("target")).toBe("_blank")
    expect(link.getAttribute("rel")).toBe("noopener")
    expect(await screen.findByText("Image generated successfully")).toBeDefined()
    expect(screen.getByText("Made by: Replicate")).toBeDefined()
    expect(screen.getByText(/Drew:/).closest("p")?.textContent).toBe("Drew: clay pot.Not drawn: table.")
  })

  test("can be taken back while it waits", async () => {
    api.answer(generateFlux11, () => ({ message: "Still drawing.", data: null, job: current }), { status: 202 })
    api.answer(cancelOrder, () => {
      current = { ...current, status: "cancelled" }
      return { data: current }
    })
    const user = openGenerator()
    await order(user)
    await user.click(await screen.findByRole("button", { name: "Cancel" }))
    expect(await screen.findByText(/Your credits are back/)).toBeDefined()
    expect(generateButton().hasAttribute("disabled")).toBe(false)
  })

  test("says why it failed and that the credits are back", async () => {
    api.answer(generateFlux11, () => ({ message: "Still drawing.", data: null, job: current }), { status: 202 })
    const user = openGenerator()
    await order(user)
    await screen.findByText("Waiting for a free place")
    await connected()
    finish({ status: "failed", failure: "The engine could not be reached." })
    expect(await screen.findByText("image generation falled")).toBeDefined()
    expect(screen.getByText("The engine could not be reached.").textContent).toContain("Your credits are back.")
  })

  test("is found again after a reload, without a new press", async () => {
    current = buildOrder({ status: "drawing", progress: 0.5 })
    api.answer(listOpenOrders, { data: [current] })
    openGenerator()
    expect(await screen.findByText("Drawing, 50 %")).toBeDefined()
    expect(api.callsOf(generateFlux11)).toEqual([])
  })

  test("of another mode is not shown here", async () => {
    api.answer(listOpenOrders, { data: [buildOrder({ status: "drawing", mode: "dalle3" })] })
    openGenerator()
    await waitFor(() => expect(api.callsOf(listOpenOrders)).toHaveLength(1))
    expect(await screen.findByText("Image generation takes about 30 seconds")).toBeDefined()
  })
})

test("sends what the mode knows, says the server's words and shows every picture", async () => {
  const pictures = [picture, { ...picture, id: "p2", url: "https://studio.example/pictures/p2" }]
  current = buildOrder({ id: "order2", mode: "flux-dev-realism", pictures })
  api.answer(generateFluxDevRealism, { message: "Two for you", data: pictures.map(({ url }) => url), job: current })
  const user = openGenerator("flux-dev-realism")
  await user.click(screen.getByRole("radio", { name: "2" }))
  expect(generateButton().textContent).toBe("Generate (4 credit)")
  await order(user)

  expect(await screen.findByText("Two for you")).toBeDefined()
  expect(screen.getByRole("link", { name: "View Image 1" }).getAttribute("href")).toBe("/pictures/p1")
  expect(screen.getByRole("link", { name: "View Image 2" }).getAttribute("href")).toBe("/pictures/p2")
  // One row of tools goes on with the one that is chosen.
  const upscale = (): string =>
    decodeURIComponent(screen.getByRole("link", { name: "Upscale" }).getAttribute("href") ?? "")
  expect(upscale()).toContain("/pictures/p1")
  await user.click(within(screen.getByRole("group", { name: "Go on with picture" })).getByRole("radio", { name: "2" }))
  expect(upscale()).toContain("/pictures/p2")
  expect(api.callsOf(generateFluxDevRealism).map(({ body }) => body)).toEqual([
    {
      prompt: "a clay pot on a wooden table",
      aspect_ratio: "4:5",
      output_format: "webp",
      num_outputs: 2,
      is_public: false,
      mode: "flux-dev-realism",
    },
  ])
})

describe("after a picture", () => {
  afterEach(() => vi.unstubAllGlobals())

  test("it is saved, its words copied or changed, another one made; on a phone it comes before the form", async () => {
    const list = { addEventListener() {}, removeEventListener() {} }
    vi.stubGlobal("matchMedia", (query: string) => ({ ...list, matches: query.includes("max-width") }))
    current = buildOrder({ status: "ready", pictures: [picture] })
    api.answer(generateFlux11, () => ({ message: "Done", data: [picture.url], job: current }))
    const user = openGenerator()
    await order(user)
    expect((await screen.findByRole("link", { name: "Download" })).getAttribute("href")).toBe("/pictures/p1?download")
    const words = screen.getByLabelText("Prompt")
    const isBefore = screen.getByRole("link", { name: "Download" }).compareDocumentPosition(words)
    expect(isBefore & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()

    await user.click(screen.getByRole("button", { name: "Copy prompt" }))
    expect(await navigator.clipboard.readText()).toBe("a clay pot on a wooden table")
    await user.click(screen.getByRole("button", { name: "Change words" }))
    await waitFor(() => expect(document.activeElement).toBe(words))
    await user.click(screen.getByRole("button", { name: /^Make another/ }))
    await waitFor(() => expect(api.callsOf(generateFlux11)).toHaveLength(2))
  })

  test("the next form begins with the shape of the last order", async () => {
    current = buildOrder({ status: "ready", pictures: [picture] })
    api.answer(generateFlux11, () => ({ message: "Done", data: [picture.url], job: current }))
    const user = openGenerator()
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "4:5" }).checked).toBe(true)
    await write(user, "a clay pot on a wooden table")
    await user.click(screen.getByRole("radio", { name: "9:16" }))
    await user.click(generateButton())
    await screen.findByRole("link", { name: "Download" })
    cleanup()
    sessionStorage.clear()
    openGenerator()
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "9:16" }).checked).toBe(true)
  })
})

test("says what is missing and where to get credits", async () => {
  api.refuse(generateFlux11, "not_enough_credits", "This costs 5 credits and you have 2.")
  const user = openGenerator()
  await order(user)
  const alert = await screen.findByRole("alert")
  expect(alert.textContent).toContain("This costs 5 credits and you have 2.")
  expect(within(alert).getByRole("link", { name: "Buy credits" }).getAttribute("href")).toBe("/credits-billing")
  expect(screen.queryByText("image generation falled")).toBeNull()
})

test("what was filled in is there again after credits were bought", async () => {
  api.refuse(generateFluxDevRealism, "not_enough_credits", "This costs 6 credits and you have 2.")
  const user = openGenerator("flux-dev-realism")
  await user.click(screen.getByRole("radio", { name: "3" }))
  await screen.findByText("Only you can see these pictures.")
  await user.click(screen.getByRole("switch", { name: "Display Public" }))
  await write(user, "a clay pot on a wooden table")
  await user.click(screen.getByRole("radio", { name: "9:16" }))
  await user.click(generateButton())
  await user.click(await screen.findByRole("link", { name: "Buy credits" }))
  await expectAddress("/credits-billing")
  cleanup()

  // Where paying ends: another generator, in the same tab.
  openGenerator()
  expect(screen.getByLabelText("Prompt")).toHaveProperty("value", "a clay pot on a wooden table")
  expect(screen.getByRole("radio", { name: "9:16" })).toHaveProperty("checked", true)
  cleanup()
  openGenerator("flux-dev-realism")
  expect(screen.getByRole("radio", { name: "3" })).toHaveProperty("checked", true)
  expect(await screen.findByRole("switch", { name: "Display Public" })).toHaveProperty("checked", true)
})

test("makes the pictures that came private, all of them, and says so", async () => {
  const pictures = [picture, { ...picture, id: "p2", url: "https://studio.example/pictures/p2" }]
  current = buildOrder({ mode: "flux-dev-realism", pictures })
  api.answer(generateFluxDevRealism, { message: "Two", data: pictures.map(({ url }) => url), job: current })
  api.answer(changeVisibility, ({ params, body }) => {
    current = {
      ...current,
      pictures: current.pictures.map((one) =>
        one.id === params.pictureId ? { ...one, isPublic: body.is_public } : one,
      ),
    }
    return { data: body }
  })
  const user = openGenerator("flux-dev-realism")
  await order(user)
  await screen.findByText(/Everyone can see them/)
  await user.click(await screen.findByRole("button", { name: "Make private" }))
  expect(await screen.findByText(/Only you can see them/)).toBeDefined()
  expect(current.pictures.map(({ isPublic }) => isPublic)).toEqual([false, false])
  expect(screen.getByRole("button", { name: "Make public" })).toBeDefined()
})

test("says at the words why they were refused, until they change", async () => {
  const refusal = '"shit" cannot stand on a public picture. Please use other words. Nothing was charged.'
  api.refuse(generateFlux11, "words_refused", refusal)
  const user = openGenerator()
  await order(user)
  const field = screen.getByLabelText("Prompt")
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"))
  await user.type(field, " and more")
  expect(field.getAttribute("aria-invalid")).not.toBe("true")
})

test("says a failure once whose news comes before anything else was heard of the order, and then its answer", async () => {
  api.refuse(generateFlux11, "engine_failed", "The engine is resting.")
  const sendAnswer = api.hold(generateFlux11)
  const user = openGenerator()
  await connected()
  await order(user)
  await waitFor(() => expect(api.callsOf(generateFlux11)).toHaveLength(1))
  api.tell(orderFinished, { order: buildOrder({ id: "unknown", status: "failed" }) })
  await screen.findByText("image generation falled")
  sendAnswer()
  await screen.findByText("The engine is resting.")
  expect(screen.getAllByText("image generation falled")).toHaveLength(1)
})

test("offers another try after a failure", async () => {
  api.refuse(generateFlux11, "engine_failed", "The engine is resting.")
  const user = openGenerator()
  await order(user)
  expect(await screen.findByText("image generation falled")).toBeDefined()
  expect(screen.getByText("The engine is resting.").textContent).toContain("Your credits are back.")

  current = buildOrder({ pictures: [picture] })
  api.answer(generateFlux11, { message: "Done", data: picture.url, job: current })
  await user.click(screen.getByRole("button", { name: /^Try again/ }))
  expect(await screen.findByRole("link", { name: "View Image" })).toBeDefined()
})

test("an order whose answer gets lost is the same one when Generate is pressed again, and another one with other words", async () => {
  const keys = (): (string | undefined)[] => api.callsOf(generateFlux11).map(({ idempotencyKey }) => idempotencyKey)
  api.breakOff(generateFlux11)
  const user = openGenerator()
  await waitFor(() => expect(screen.getByRole("switch").hasAttribute("disabled")).toBe(false))
  await order(user)
  await screen.findByText("image generation falled")
  await user.click(generateButton())
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(keys()[1]).toBe(keys()[0])

  current = buildOrder({ pictures: [picture] })
  api.answer(generateFlux11, { message: "Done", data: picture.url, job: current })
  await waitFor(() => expect(generateButton().hasAttribute("disabled")).toBe(false))
  await user.type(screen.getByLabelText("Prompt"), " at dusk")
  await user.click(generateButton())
  expect(await screen.findByRole("link", { name: "View Image" })).toBeDefined()
  expect(keys()).toHaveLength(3)
  expect(keys()[2]).not.toBe(keys()[0])
})

describe("the form", () => {
  test("needs a prompt and a shape", async () => {
    const user = openGenerator()
    expect(generateButton().hasAttribute("disabled")).toBe(true)
    expect(screen.getByText("Write what you want to see.")).toBeDefined()
    await user.keyboard("{Control>}{Enter}{/Control}")
    expect(await screen.findByText("Please provide both a prompt and dimension for your image.")).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "4:5" }).checked).toBe(true)
    await write(user, "a clay pot")
    await user.click(screen.getByRole("radio", { name: "16:9" }))
    expect(generateButton().hasAttribute("disabled")).toBe(false)
    expect(screen.getByText("Banner · 1360 × 768")).toBeDefined()
  })

  test("refuses a prompt of one letter", async () => {
    const user = openGenerator()
    await order(user, "a")
    expect(await screen.findByText("Prompt too short")).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText("Prompt"))
    await write(user, " pot")
    expect(screen.queryByText("Prompt too short")).toBeNull()
  })

  test("generates on Ctrl+Enter", async () => {
    api.answer(generateFlux11, { message: "Done", data: picture.url, job: buildOrder({ pictures: [picture] }) })
    const user = openGenerator()
    await user.click(screen.getByRole("radio", { name: "1:1" }))
    await write(user, "a clay pot")
    await user.keyboard("{Control>}{Enter}{/Control}")
    expect(await screen.findByRole("link", { name: "View Image" })).toBeDefined()
  })

  test("has seven tiles, and the other four shapes in a list", async () => {
    const user = openGenerator()
    const tiles = screen.getAllByRole("radio").map((tile) => tile.getAttribute("value"))
    expect(tiles).toEqual(["1:1", "4:5", "3:4", "2:3", "9:16", "3:2", "16:9"])
    await user.selectOptions(screen.getByLabelText("More shapes"), "21:9")
    expect(screen.getByText("Cover · 1568 × 672")).toBeDefined()
    expect(Object.keys(aspectRatios)).toHaveLength(tiles.length + 4)
  })

  test("opens only the square for DALL-E 3, and says why", () => {
    openGenerator("dalle3")
    const open = screen.getAllByRole<HTMLInputElement>("radio").filter((tile) => !tile.disabled)
    expect(open.map((tile) => tile.value)).toEqual(["1:1"])
    expect(screen.getByLabelText<HTMLSelectElement>("More shapes").disabled).toBe(true)
    expect(screen.getByText(/DALL-E 3 draws 1:1 only/)).toBeDefined()
  })

  test("says that no engine draws a mode, and orders nothing in it", async () => {
    const offer = {
      engine: "none",
      isLocalEngine: false,
      refusal: "No engine is set up for this.",
      label: "Own painter",
    }
    const studio = { engine: "hosted", isLocalEngine: false, canBePrivate: true, kinds: {} }
    api.answer(getStudio, { data: { ...studio, modes: { "flux1.1-pro": { ...offer, feeCredits: 5 } } } })
    const user = openGenerator()
    expect(await screen.findByText("No engine is set up for this.")).toBeDefined()
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Own painter")
    await user.type(screen.getByLabelText("Prompt"), "a clay pot")
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Generate \(/ }).disabled).toBe(true)
  })

  test("keeps free pictures public, and says why", async () => {
    api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: false, modes: {}, kinds: {} } })
    openGenerator()
    expect(await screen.findByText("Local engine")).toBeDefined()
    const visibility = screen.getByRole<HTMLInputElement>("switch", { name: "Display Public" })
    expect([visibility.checked, visibility.disabled]).toEqual([true, true])
    expect(screen.getByText(/Free pictures are public/)).toBeDefined()
  })

  test("tells the size of the file that a large mode makes, and that it is enlarged here", async () => {
    api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
    openGenerator("flux1.1-ultra")
    expect(await screen.findByText(/at 1\.25 megapixels, then enlarged/)).toBeDefined()
    expect(screen.getByText("Instagram, Jumia · 1824 × 2272")).toBeDefined()
  })

  test("lets those who have paid choose, private first", async () => {
    const user = openGenerator()
    const visibility = screen.getByRole<HTMLInputElement>("switch", { name: "Display Public" })
    await waitFor(() => expect([visibility.checked, visibility.disabled]).toEqual([false, false]))
    await user.click(visibility)
    expect(screen.getByText("Everyone can see these pictures.")).toBeDefined()
  })

  test("asks for private pictures before it is known whether the person has paid, and calls none free", async () => {
    const studio = { engine: "hosted", isLocalEngine: false, canBePrivate: true, modes: {}, kinds: {} }
    api.answer(getStudio, { data: studio })
    const answerStudio = api.hold(getStudio)
    api.answer(generateFlux11, { message: "Done", data: picture.url, job: buildOrder({ pictures: [picture] }) })
    const user = openGenerator()
    await order(user)
    await screen.findByRole("link", { name: "View Image" })
    expect(api.callsOf(generateFlux11)[0]?.body.is_public).toBe(false)
    const visibility = screen.getByRole<HTMLInputElement>("switch", { name: "Display Public" })
    expect([visibility.checked, visibility.disabled]).toEqual([false, true])
    expect(screen.queryByText(/Free pictures are public/)).toBeNull()
    expect(screen.getByText("Looking up who can see these pictures.")).toBeDefined()
    answerStudio()
    expect(await screen.findByText("Only you can see these pictures.")).toBeDefined()
    expect(visibility.disabled).toBe(false)
  })

  test("takes an example over with one press", async () => {
    const user = openGenerator()
    await user.click(screen.getByRole("button", { name: "View Example Photos" }))
    await user.click(await screen.findByRole("button", { name: /^Use this prompt: a terracotta pot/ }))
    expect(screen.queryByRole("dialog")).toBeNull()
    expect(screen.getByLabelText<HTMLTextAreaElement>("Prompt").value).toBe(
      "a terracotta pot on a wooden table, soft window light",
    )
  })

  test("keeps what was written when the mode changes", async () => {
    const user = openGenerator()
    await write(user, "a clay pot")
    await user.click(screen.getByRole("button", { name: "Change mode" }))
    await user.click(await screen.findByRole("menuitem", { name: /Ghibsky/ }))
    await expectAddress("/generations/flux/lora?mode=ghibsky-style")
    expect(readDraft("").prompt).toBe("a clay pot")
  })
})

test("opens with the words and the shape of its address, and takes them once", async () => {
  renderScreen(<LiveScreen />, { at: "/generations/flux?mode=flux1.1-pro&prompt=a%20straw%20hat&shape=4%3A5" })
  expect((await screen.findByLabelText<HTMLTextAreaElement>("Prompt")).value).toBe("a straw hat")
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "4:5" }).checked).toBe(true)
  await expectAddress("/generations/flux?mode=flux1.1-pro")
})

describe("before it is paid", () => {
  const reading = (about: Partial<NonNullable<PromptReading>>): { data: PromptReading } => ({
    data: {
      ...{ understood: [], substituted: [], ignored: [], isUnderstood: true, unknown: null, nearest: null },
      ...{ scene: {}, isLarge: null },
      ...about,
    },
  })

  test("says what will be drawn and which words are not known", async () => {
    api.answer(readPrompt, reading({ understood: ["handbag", "beach"], ignored: ["aviator"] }))
    const user = openGenerator()
    await write(user, "an aviator handbag on the beach")
    const line = await screen.findByText("I will draw:")
    expect(line.closest("p")?.textContent).toBe("Drawn in part. I will draw: handbag, beach.Not drawn: aviator.")
  })

  test("names a thing of thousands of letters by its beginning", async () => {
    const thing = "x".repeat(5_000)
    api.answer(readPrompt, reading({ ignored: [thing], isUnderstood: false, unknown: thing }))
    const user = openGenerator()
    await write(user, thing)
    expect(await screen.findByText(`We cannot draw “${"x".repeat(80)}…” yet.`)).toBeDefined()
  })

  const cooker = reading({
    ...{ understood: ["kitchen"], ignored: ["rice cooker"], isUnderstood: false, unknown: "rice cooker" },
    nearest: { thing: "cooking pot", prompt: "a cooking pot in a kitchen" },
  })

  test("says while typing what is not drawn, with the way to one's own photo in that scene", async () => {
    api.answer(readPrompt, cooker)
    const user = openGenerator()
    await write(user, "a rice cooker in a kitchen")
    await screen.findByText("We cannot draw “rice cooker” yet.")
    expect(screen.queryByText("I will draw:")).toBeNull()
    await user.click(screen.getByRole("button", { name: "write “cooking pot” instead" }))
    expect(screen.getByLabelText<HTMLTextAreaElement>("Prompt").value).toBe("a cooking pot in a kitchen")
    await user.clear(screen.getByLabelText("Prompt"))
    await write(user, "a rice cooker in a kitchen")
    await user.click(screen.getByRole("link", { name: "Put my own photo in this scene" }))
    await expectAddress("/generations/scene?words=a+rice+cooker+in+a+kitchen")
  })

  test("takes the nearest thing that is drawn into the words, and nothing is paid yet", async () => {
    api.answer(readPrompt, cooker)
    const user = openGenerator()
    await order(user, "a rice cooker in a kitchen")
    await user.click(await screen.findByRole("button", { name: "Draw this instead: cooking pot" }))
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    expect(screen.getByLabelText<HTMLTextAreaElement>("Prompt").value).toBe("a cooking pot in a kitchen")
    expect(api.callsOf(generateFlux11)).toHaveLength(0)
  })

  test("names the thing that something else would stand in for", async () => {
    const nearest = { thing: "folded cloth", prompt: "a gold folded cloth" }
    api.answer(readPrompt, reading({ substituted: ["gold folded cloth for “shawl”"], nearest }))
    const user = openGenerator()
    await order(user, "a gold shawl")
    await screen.findByRole("dialog", { name: "We cannot draw “shawl” yet." })
    await screen.findByRole("button", { name: "Draw this instead: folded cloth" })
    expect(api.callsOf(generateFlux11)).toHaveLength(0)
  })

  test("leads to an AI model with the words, where one is set up", async () => {
    const offer = { engine: "replicate", refusal: null, label: null, feeCredits: 5 }
    const [local, hosted] = [
      { ...offer, engine: "local", isLocalEngine: true },
      { ...offer, isLocalEngine: false },
    ]
    const engines = { "flux1.1-pro": local, dalle3: hosted }
    api.answer(getStudio, {
      data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: engines, kinds: {} },
    })
    api.answer(readPrompt, cooker)
    const user = openGenerator()
    await order(user, "a rice cooker in a kitchen")
    const link = await screen.findByRole("link", { name: /^Draw it with DALL/ })
    expect(link.getAttribute("href")).toMatch(/mode=dalle3&prompt=a\+rice\+cooker\+in\+a\+kitchen$/)
  })

  test("makes a poster only on purpose, for its own fee", async () => {
    api.answer(readPrompt, cooker)
    const job = buildOrder({ pictures: [picture], isPoster: true, feeCredits: 1 })
    api.answer(generateFlux11, { message: "Done", data: picture.url, job })
    const user = openGenerator()
    await order(user, "a rice cooker in a kitchen")
    await user.click(await screen.findByRole("button", { name: "Change the words" }))
    expect(api.callsOf(generateFlux11)).toHaveLength(0)
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    await user.click(generateButton())
    await user.click(await screen.findByRole("button", { name: "Make a poster of the words (1 credit)" }))
    await screen.findByRole("link", { name: "View Image" })
    const [sent] = api.callsOf(generateFlux11)
    expect(sent?.body).toMatchObject({ prompt: "a rice cooker in a kitchen", as_poster: true })
  })

  test("leaves it to the server where the words could not be read, and says at the field why it refused", async () => {
    api.refuse(readPrompt, "general_unknown", "Something went wrong on our side.")
    api.refuse(generateFlux11, "not_drawn", "We cannot draw “blorf” yet. Nothing was paid.")
    const user = openGenerator()
    await order(user, "a blorf")
    expect(await screen.findAllByText("We cannot draw “blorf” yet. Nothing was paid.")).not.toHaveLength(0)
    expect(api.callsOf(generateFlux11)).toHaveLength(1)
  })

  test("leads to buying, says how many credits are missing, and keeps the words until there are enough", async () => {
    api.answer(getBalance, { data: { credits: 3, held: 0 } })
    const user = openGenerator()
    await write(user, "a clay pot")
    const buy = await screen.findByRole("link", { name: "Buy credits", description: "2 credits missing" })
    expect(screen.queryByRole("button", { name: /^Generate/ })).toBeNull()
    await user.keyboard("{Control>}{Enter}{/Control}")
    expect(document.activeElement).toBe(buy)
    expect(api.callsOf(generateFlux11)).toHaveLength(0)
    await user.click(buy)
    await expectAddress("/credits-billing")
    cleanup()

    api.answer(getBalance, { data: { credits: 203, held: 0 } })
    openGenerator()
    await waitFor(() => expect(generateButton().hasAttribute("disabled")).toBe(false))
    expect(generateButton().textContent).toBe("Generate (5 credit)")
    expect(screen.getByLabelText("Prompt")).toHaveProperty("value", "a clay pot")
  })

  test("leads to buying by what was chosen, and no longer once credits came", async () => {
    api.answer(getBalance, { data: { credits: 4, held: 0 } })
    const user = openGenerator("flux-dev-realism")
    await connected()
    await user.click(screen.getByRole("radio", { name: "3" }))
    await screen.findByText("2 credits missing")
    await user.click(screen.getByRole("radio", { name: "2" }))
    expect(generateButton().textContent).toBe("Generate (4 credit)")
    await user.click(screen.getByRole("radio", { name: "3" }))
    expect(screen.getByRole("link", { name: "Buy credits" })).toBeDefined()
    api.tell(balanceChanged, { credits: 6, held: 0 })
    await waitFor(() => expect(generateButton().textContent).toBe("Generate (6 credit)"))
  })

  test("can be pressed while nobody knows how many credits there are", async () => {
    api.refuse(getBalance, "general_access_forbidden", "Not now.")
    api.answer(generateFlux11, { message: "Done", data: picture.url, job: buildOrder({ pictures: [picture] }) })
    const user = openGenerator()
    await order(user)
    await waitFor(() => expect(api.callsOf(generateFlux11)).toHaveLength(1))
  })

  test("a press without an answer can be sent again, though its credits may be gone", async () => {
    api.answer(getBalance, { data: { credits: 5, held: 0 } })
    api.breakOff(generateFlux11)
    const user = openGenerator()
    await connected()
    await order(user)
    await screen.findByText("image generation falled")
    api.tell(balanceChanged, { credits: 0, held: 5 })
    await screen.findByRole("alert")
    await user.click(generateButton())
    await waitFor(() => expect(api.callsOf(generateFlux11)).toHaveLength(2))
    const [first, second] = api.callsOf(generateFlux11).map(({ idempotencyKey }) => idempotencyKey)
    expect(second).toBe(first)
  })

  test("asks for the confirmed address instead of selling credits", async () => {
    signedIn(api, { account: { emailVerification: false } })
    api.answer(getBalance, { data: { credits: 0, held: 0 } })
    api.answer(createVerification, sentToken)
    api.answer(updatePreferences, buildAccount())
    const user = openGenerator()
    await screen.findByRole("button", { name: /5 credits missing/ })
    await write(user, "a clay pot")
    await screen.findByText("Confirm your e-mail. The first time brings 20 free credits.")
    await user.click(generateButton())
    await screen.findByText(/Your words wait here and with your account/)
    await user.click(screen.getByRole("button", { name: "Send again" }))
    await screen.findByText("Sent. The link works for an hour.")
    expect(api.callsOf(generateFlux11)).toHaveLength(0)
    expect(screen.queryByRole("link", { name: "Buy credits" })).toBeNull()
  })

  test("says at once that the device is offline, and keeps the words", async () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false)
    const user = openGenerator()
    await order(user)
    await screen.findByText(/You are offline. Nothing was sent or charged/)
    expect(screen.queryByText(/Please wait/)).toBeNull()
    expect(screen.getByLabelText<HTMLTextAreaElement>("Prompt").value).toBe("a clay pot on a wooden table")
    online.mockRestore()
  })
})

test("leaves a running order to the tray, so that the next one can be placed", async () => {
  api.answer(generateFlux11, () => ({ message: "Still drawing.", data: null, job: current }), { status: 202 })
  const user = openGenerator()
  await order(user)
  await user.click(await screen.findByRole("button", { name: "Start another" }))
  await waitFor(() => expect(generateButton().hasAttribute("disabled")).toBe(false))
  await user.click(generateButton())
  await waitFor(() => expect(api.callsOf(generateFlux11)).toHaveLength(2))
})

describe("an order that was left, answered late,", () => {
  const left = buildOrder({ status: "drawing", progress: 0.2 })
  /** Every order of the server, by id. */
  let orders: Record<string, Order>

  beforeEach(() => {
    orders = {}
    api.answer(getOrder, ({ params }) => ({ data: orders[params.orderId] ?? expect.fail("nobody ordered it") }))
    api.answer(listOpenOrders, () => ({ data: Object.values(orders).filter(isOpen) }))
  })

  /** Orders, leaves the order before its call is answered, and orders once more. */
  async function orderTwice(leftId: string): Promise<UserEvent> {
    const user = openGenerator()
    await connected()
    await order(user)
    await waitFor(() => expect(api.callsOf(generateFlux11)).toHaveLength(1))
    orders = { [leftId]: { ...left, id: leftId } }
    api.tell(balanceChanged, { credits: 95, held: 5 })
    await user.click(await screen.findByRole("button", { name: "Start another" }))
    await user.type(screen.getByLabelText("Prompt"), " at dusk")
    const second = buildOrder({ id: "second", status: "drawing", progress: 0.7 })
    orders = { ...orders, second }
    api.answer(generateFlux11, { message: "Still drawing.", data: null, job: second }, { status: 202 })
    await user.click(generateButton())
    await screen.findByText("Drawing, 70 %")
    return user
  }

  test("leaves the pictures of the next one on the canvas", async () => {
    const ready = buildOrder({ id: "left-ready", pictures: [picture] })
    api.answer(generateFlux11, { message: "The first one", data: picture.url, job: ready })
    const sendAnswer = api.hold(generateFlux11)
    await orderTwice(ready.id)
    const url = "https://studio.example/pictures/p2"
    const second = buildOrder({ id: "second", pictures: [{ ...picture, id: "p2", url }] })
    orders = { ...orders, second }
    api.tell(orderFinished, { order: second })
    await screen.findByRole("link", { name: "View Image" })
    orders = { ...orders, [ready.id]: ready }
    sendAnswer()
    await screen.findByText("The first one")
    expect(screen.getByRole("link", { name: "View Image" }).getAttribute("href")).toBe("/pictures/p2")
  })

  test("and failed is said, while the next one stays on the canvas", async () => {
    api.refuse(generateFlux11, "engine_failed", "The engine is resting.")
    const sendAnswer = api.hold(generateFlux11)
    await orderTwice("left-failing")
    sendAnswer()
    await screen.findByText("image generation falled")
    expect(screen.getByText("Drawing, 70 %")).toBeDefined()
    expect(screen.queryByText("The engine is resting.")).toBeNull()
  })

  test("says nothing of a failure that was told before", async () => {
    const failed: Order = { ...left, id: "told", status: "failed" }
    api.refuse(generateFlux11, "engine_failed", "The engine is resting.")
    const sendAnswer = api.hold(generateFlux11)
    const user = await orderTwice("told")
    orders = { ...orders, told: failed }
    api.tell(orderFinished, { order: failed })
    await screen.findByText("image generation falled")
    await user.click(screen.getByRole("button", { name: "Dismiss" }))
    await waitFor(() => expect(screen.queryByText("image generation falled")).toBeNull())
    sendAnswer()
    await networkAtRest()
    expect(screen.queryByText("image generation falled")).toBeNull()
  })
})
