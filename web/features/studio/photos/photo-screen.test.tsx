import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react"
import type { ReactElement } from "react"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { usualFees } from "#contract/catalogue/fees.ts"
import { deleteFile, getFile, listFiles } from "#contract/hosted/files.ts"
import { messages } from "#contract/messages.ts"
import { balanceChanged, getBalance } from "#contract/money/credits.ts"
import { brandGround, brandSet } from "#contract/studio/brand-kit.ts"
import { type CutOut, getCutOut, listDoubts } from "#contract/studio/cut-outs.ts"
import { checkExports } from "#contract/studio/exports.ts"
import { getStudio, readPrompt } from "#contract/studio/generations.ts"
import { describePhoto, removeBackground, upscalePhoto } from "#contract/studio/photos.ts"
import { getRun, listOpenRuns, type Run } from "#contract/studio/runs.ts"
import { listSceneSets, makeScene } from "#contract/studio/scenes.ts"
import { getShop } from "#contract/studio/shelf-shop.ts"
import { lookAtCutOut } from "#contract/studio/training-looks.ts"
import { useRealtime } from "#web/lib/calls/realtime.ts"
import { balanceEvents } from "#web/lib/money/balance-events.ts"
import { buildRun } from "#web/testing/build-run.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { things } from "#web/testing/fake-idb.ts"
import { connected } from "#web/testing/fake-sockets.ts"
import { fakeUploads } from "#web/testing/fake-upload.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { openShop } from "#web/testing/open-shop.ts"
import { renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { seenText } from "#web/testing/seen-text.ts"
import { Component as BgRemoverScreen } from "./bg-remover-screen.tsx"
import { Component as ExportScreen } from "./export-screen.tsx"
import { Component as ImageToPromptScreen } from "./image-to-prompt-screen.tsx"
import { Component as SceneScreen } from "./scene-screen.tsx"
import { Component as UpscalingScreen } from "./upscaling-screen.tsx"

vi.mock("idb-keyval", () => import("#web/testing/fake-idb.ts"))

const done = buildRun({
  status: "ready",
  progress: 1,
  result: {
    picture: { id: "p1", url: "http://localhost/pictures/p1", width: 2_400, height: 1_600 },
    sourceUrl: "http://localhost/pictures/one",
    sourceWidth: 1_200,
    sourceHeight: 800,
    isSure: true,
  },
})
const reply = { message: "Image upscaled successfully", data: "http://localhost/pictures/p1", job: done }

/** A cut-out that the engine was not sure of, and nobody has looked at. */
const unseen: CutOut = {
  id: "one",
  url: "http://localhost/pictures/one",
  width: 1_200,
  height: 800,
  version: 2,
  isRefined: false,
  photoUrl: null,
  isSure: false,
  isSettled: false,
  answers: null,
}

/** An upload, and how it would be cut out. */
const shoe = "/v1/storage/buckets/images/files/shoe/view?project=aworan"
const shoeLook = {
  isFound: true,
  isSettled: true,
  firstUrl: "http://localhost/training-looks/shoe/first",
  otherUrl: null,
  chosen: "first",
} as const

let api: FakeApi
/** What the server knows to be under way. */
let open: Run[]

beforeEach(() => {
  api = fakeApi()
  open = []
  const nobody = { engine: "none", isLocalEngine: false, label: null, feeCredits: null }
  const kinds = { description: { ...nobody, refusal: "No engine is set up for this." } }
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds } })
  api.answer(listOpenRuns, () => ({ data: open }))
  api.answer(getRun, { data: done })
  api.answer(getShop, { data: null })
})

const generate = (): HTMLElement => screen.getByRole("button", { name: /^Generate \(/ })

/** Why the last press came to nothing, beside the message that passes. */
const panelAlert = (): Promise<HTMLElement> =>
  within(screen.getByRole("region", { name: "Generated Image" })).findByRole("alert")

const keysOf = (endpoint: typeof upscalePhoto | typeof makeScene): (string | undefined)[] =>
  api.callsOf(endpoint).map(({ idempotencyKey }) => idempotencyKey)

const describer = { engine: "any", isLocalEngine: false, label: null, feeCredits: null, refusal: null }
const withDescriber = {
  engine: "local",
  isLocalEngine: true,
  canBePrivate: true,
  modes: {},
  kinds: { description: describer },
}

const upscaling = {
  at: "/generations/photo-upscaling",
  label: "Select an image to upscale",
  of: () => <UpscalingScreen />,
}
const removing = { at: "/generations/bg-remover", label: messages.backgroundHint, of: () => <BgRemoverScreen /> }
const placing = { at: "/generations/scene", label: "Select a photo of your product", of: () => <SceneScreen /> }
const placingByWords = { ...placing, at: "/generations/scene?words=on+a+beach" }
const describing = {
  at: "/generations/image-to-prompt",
  label: "Select an image to describe",
  of: () => <ImageToPromptScreen />,
}
const readying = { at: "/generations/export", label: "Select an image to make ready", of: () => <ExportScreen /> }

const seesPicture = (): Promise<HTMLElement> => screen.findByRole("link", { name: "View Image" })
const words = "a red shoe on sand"

test.each([
  { tool: upscaling, endpoint: upscalePhoto, kind: "upscale", sees: seesPicture },
  { tool: removing, endpoint: removeBackground, kind: "cut-out", sees: () => screen.findByText("Background shown") },
  { tool: placing, endpoint: makeScene, kind: "scene", sees: () => screen.findByRole("img", { name: "The scene" }) },
  { tool: describing, endpoint: describePhoto, kind: "description", sees: () => screen.findByDisplayValue(words) },
])(
  "$tool.at loses nothing by a reload, a dead line or the way back, and is paid once",
  async ({ tool: { at, label, of }, endpoint, kind, sees }) => {
    signedIn(api)
    things.clear()
    api.answer(listSceneSets, { data: [] })
    api.answer(lookAtCutOut, { data: shoeLook })
    api.answer(getStudio, { data: withDescriber })
    const job = { ...done, kind, ...(kind === "description" && { result: { text: words } }) }
    api.answer(getRun, { data: job })
    const uploads = fakeUploads()
    const kept = () => [...things].filter(([key]) => key.startsWith("photo:")).map(([, photo]) => photo)
    renderScreen(of(), { at })
    // Who is here is known.
    await waitFor(() => expect(things.has("owner")).toBe(true))
    await act(networkAtRest)
    const photo = new File(["b"], "bag.jpg", { type: "image/jpeg" })
    fireEvent.change(await screen.findByLabelText(label), { target: { files: [photo] } })
    await waitFor(() => expect(uploads).toHaveLength(1))
    uploads[0]?.keep(`http://localhost${shoe}`)
    await waitFor(() => expect(kept()).toEqual([{ name: "bag.jpg", address: expect.any(String) }]))

    // Reloaded before it is ordered; then the line is dead when it is.
    cleanup()
    api.breakOff(endpoint)
    const user = renderScreen(of(), { at })
    expect(await screen.findByText("Your photo is here again.")).toBeTruthy()
    expect(screen.getByText("bag.jpg")).toBeTruthy()
    await act(networkAtRest)
    await user.click(generate())
    const panel = screen.getByRole("region", { name: /^(Generated Image|Prompt)$/ })
    expect(await within(panel).findByRole("alert")).toBeTruthy()
    expect(screen.getByText("bag.jpg")).toBeTruthy()
    api.answer(endpoint, { ...reply, job })
    await user.click(generate())
    await sees()
    const keys = api.callsOf(endpoint).map(({ idempotencyKey }) => idempotencyKey)
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    await waitFor(() => expect(kept()).toEqual([]))

    // Reloaded with its result, and left for the form by the way back.
    await waitFor(() => expect(shownAddress()).toContain("run=run1"))
    const address = shownAddress()
    cleanup()
    renderScreen(of(), { at: address })
    await sees()
    cleanup()
    renderScreen(of(), { at })
    expect(await screen.findByLabelText(label)).toBeTruthy()
    expect(api.callsOf(endpoint)).toHaveLength(2)
  },
)

test("a kept photo that was deleted meanwhile leaves the form free for another", async () => {
  signedIn(api)
  things.clear()
  things.set("owner", { id: "ada", isOpen: true })
  things.set("photo:photo-upscaling:1-0000@9999999999999", {
    name: "bag.jpg",
    address: "http://localhost/pictures/gone",
  })
  const images: { onerror?: () => void }[] = []
  vi.stubGlobal(
    "Image",
    class {
      constructor() {
        images.push(this)
      }
    },
  )
  renderScreen(<UpscalingScreen />, { at: "/generations/photo-upscaling" })
  expect(await screen.findByText("bag.jpg")).toBeDefined()
  for (const image of images) act(() => image.onerror?.())
  expect(await screen.findByLabelText("Select an image to upscale")).toBeDefined()
  expect(screen.queryByText("bag.jpg")).toBeNull()
})

describe("the address of a result", () => {
  test("begins anew with another photo", async () => {
    const user = renderScreen(<UpscalingScreen />, { at: "/generations/photo-upscaling?run=run1" })
    await user.click(await screen.findByRole("link", { name: "Upscale" }))
    expect(await screen.findByText("Your picture")).toBeTruthy()
    expect(screen.queryByRole("link", { name: "View Image" })).toBeNull()
    expect(shownAddress()).toBe("/generations/photo-upscaling?image=%2Fpictures%2Fp1")
  })

  test("of another tool's result, or of one that is gone, shows nothing of it", async () => {
    api.answer(listSceneSets, { data: [] })
    renderScreen(<SceneScreen />, { at: "/generations/scene?run=run1" })
    await waitFor(() => expect(api.callsOf(getRun)).toHaveLength(1))
    await act(networkAtRest)
    expect(screen.queryByRole("link", { name: "View Image" })).toBeNull()
    cleanup()
    api.refuse(getRun, "not_found", "This order does not exist.")
    renderScreen(<UpscalingScreen />, { at: "/generations/photo-upscaling?run=gone" })
    expect((await panelAlert()).textContent).toContain("This order does not exist.")
  })
})

test.each([
  ["only where it can be opened", false, /JPEG, PNG or WebP, up to 30 MB/],
  ["where the server opens it", true, /JPEG, PNG, WebP or HEIC, up to 30 MB/],
])("HEIC is promised %s", async (_, readsHeic, words) => {
  const studio = { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} }
  api.answer(getStudio, { data: { ...studio, readsHeic } })
  renderScreen(<UpscalingScreen />, { at: "/generations/photo-upscaling" })
  expect(await screen.findByText(words)).toBeTruthy()
})

test.each([upscaling, removing, placing, placingByWords, describing, readying])(
  "$at warns of a photo of 24 pixels before it is paid, and of none of a good size",
  async ({ at, label, of }) => {
    api.answer(listSceneSets, { data: [] })
    api.answer(getStudio, { data: withDescriber })
    api.answer(listFiles, { total: 0, files: [] })
    const preview = "data:image/webp;base64,UklGRg=="
    api.answer(checkExports, { data: { preset: "jumia-680x850", isPassed: true, rules: [], bytes: 1, preview } })
    api.answer(readPrompt, { data: null })
    for (const side of [24, 384]) {
      const uploads = fakeUploads({ width: side, height: side })
      renderScreen(of(), { at })
      const photo = new File(["a"], "dot.png", { type: "image/png" })
      fireEvent.change(await screen.findByLabelText(label), { target: { files: [photo] } })
      await screen.findByText(new RegExp(`^${side} × ${side} px, `))
      expect(screen.queryByText(/^This photo is small: 24 × 24 px/) !== null).toBe(side === 24)
      // One that begins when its page is gone is nobody's to end.
      await waitFor(() => expect(uploads).toHaveLength(1))
      uploads[0]?.refuse("Not this one.")
      cleanup()
    }
  },
)

describe("an order whose answer gets lost", () => {
  const at = "/generations/photo-upscaling?image=/pictures/one"

  test.each([
    ["the connection breaks", () => api.breakOff(upscalePhoto)],
    ["the server stumbles", () => api.refuse(upscalePhoto, "general_unknown", "Server Error")],
  ])("is sent again as the same one when %s, and paid once", async (_, lose) => {
    lose()
    const user = renderScreen(<UpscalingScreen />, { at })
    await user.click(generate())
    await panelAlert()
    api.answer(upscalePhoto, reply)
    await user.click(generate())
    expect(await screen.findByRole("link", { name: "View Image" })).toBeTruthy()
    const [first, second] = keysOf(upscalePhoto)
    expect(first).toBeTruthy()
    expect(second).toBe(first)

    // What was answered is over: the next press orders anew.
    await user.click(generate())
    await waitFor(() => expect(keysOf(upscalePhoto)).toHaveLength(3))
    expect(keysOf(upscalePhoto)[2]).not.toBe(first)
  })

  test("is another one with other inputs, and after a refusal", async () => {
    api.breakOff(upscalePhoto)
    const user = renderScreen(<UpscalingScreen />, { at })
    await user.click(generate())
    await panelAlert()
    await user.click(screen.getByRole("radio", { name: "× 4" }))
    api.refuse(upscalePhoto, "engine_failed", "The photo could not be worked on.")
    await user.click(generate())
    expect(await screen.findByText("Your credits are back.")).toBeTruthy()
    await user.click(generate())
    await waitFor(() => expect(new Set(keysOf(upscalePhoto)).size).toBe(3))
  })

  test("is followed when the server has it", async () => {
    api.breakOff(upscalePhoto)
    open = []
    const user = renderScreen(<UpscalingScreen />, { at })
    await waitFor(() => expect(api.callsOf(listOpenRuns)).toHaveLength(1))
    open = [buildRun({ status: "running", progress: 0.4 })]
    await user.click(generate())
    expect(await screen.findByRole("link", { name: "View Image" })).toBeTruthy()
    expect(keysOf(upscalePhoto)).toHaveLength(1)
  })
})

test("a scene whose answer gets lost is the same one again, and another one before another ground", async () => {
  api.answer(listSceneSets, { data: [] })
  api.answer(getShop, { data: openShop })
  api.breakOff(makeScene)
  const user = renderScreen(<SceneScreen />, { at: "/generations/scene?image=/pictures/one" })
  await waitFor(() => expect(generate().hasAttribute("disabled")).toBe(false))
  await user.click(generate())
  await panelAlert()
  await user.click(generate())
  await waitFor(() => expect(keysOf(makeScene)).toHaveLength(2))
  await panelAlert()
  await user.click(screen.getByRole("button", { name: "My colours" }))
  api.answer(makeScene, { ...reply, job: { ...done, kind: "scene" } })
  await user.click(generate())
  expect(await screen.findByRole("img", { name: "The scene" })).toBeTruthy()
  const [first, second, third] = keysOf(makeScene)
  expect([second === first, third === first]).toEqual([true, false])
  const ground = { kind: "gradient", ...brandGround(openShop) }
  expect(api.callsOf(makeScene)[2]?.body.ground).toEqual(ground)
})

test("the button says what it waits for while a photo is looked at", async () => {
  api.answer(listSceneSets, { data: [] })
  api.answer(lookAtCutOut, { data: shoeLook })
  renderScreen(<SceneScreen />, { at: `/generations/scene?${new URLSearchParams({ image: shoe })}` })
  const shut = await screen.findByRole<HTMLButtonElement>("button", { name: "Looking at your photo …" })
  expect([shut.disabled, shut.getAttribute("aria-busy")]).toEqual([true, "true"])
  await waitFor(() => expect(generate().hasAttribute("disabled")).toBe(false))
})

test("a photo opens in the set of its address, with the price of its cut-out, which the next scene goes on with", async () => {
  const shelf = { name: "shelf", use: "Shelves", takesColours: false }
  api.answer(listSceneSets, { data: [shelf, { name: "beach", use: "Summer offers", takesColours: true }] })
  api.answer(lookAtCutOut, { data: shoeLook })
  api.answer(getShop, { data: openShop })
  const cutOut = { id: "c1", url: "http://localhost/pictures/c1", width: 1_200, height: 800 }
  const result = { ...(done.result as object), cutOut }
  api.answer(makeScene, { ...reply, job: { ...done, kind: "scene", result } })
  const at = `/generations/scene?${new URLSearchParams({ set: "beach", image: shoe })}`
  const user = renderScreen(<SceneScreen />, { at })
  await waitFor(() => expect(seenText(generate())).toBe("Generate (3 credit)"))
  // Sets are chosen by the photo in each of them.
  await waitFor(() => expect(document.querySelector('img[src^="/photo-previews?"][src*="set=beach"]')).not.toBeNull())
  const shown = screen.getAllByRole<HTMLInputElement>("radio", { name: /^(Summer offers|Shelves)$/ })
  expect(shown.map(({ value }) => value)).toEqual(["beach", "shelf"])
  await user.click(generate())
  await screen.findByRole("img", { name: "The scene" })
  expect(api.callsOf(makeScene)[0]?.body).toMatchObject({
    image: shoe,
    hasBackground: true,
    ground: { kind: "set", name: "beach" },
  })
  await waitFor(() => expect(seenText(generate())).toBe("Generate (2 credit)"))
  await user.click(await screen.findByRole("switch", { name: "In my colours" }))
  await waitFor(() => expect(document.querySelector('img[src*="set=beach"][src*="wall="]')).not.toBeNull())
  expect(seenText(generate())).toBe("Generate (2 credit)")
  await user.click(generate())
  await waitFor(() => expect(api.callsOf(makeScene)).toHaveLength(2))
  expect(api.callsOf(makeScene)[1]?.body.ground).toEqual({ kind: "set", name: "beach", colours: brandSet(openShop) })
  expect(api.callsOf(makeScene)[1]?.body.image).toBe("/pictures/c1")
  expect(api.callsOf(makeScene)[1]?.body.hasBackground).toBeUndefined()
})

test("a scene of words goes on with the cut-out that was paid, and an unsure one is looked at there", async () => {
  api.answer(readPrompt, { data: null })
  const cutOut = { id: "one", url: "http://localhost/pictures/one", width: 1_200, height: 800 }
  const result = { ...(done.result as object), picture: null, cutOut, isSure: false, isSettled: false, isWaiting: true }
  const job = { ...done, kind: "scene", result }
  api.answer(makeScene, { ...reply, data: null, job })
  api.answer(getRun, { data: job })
  api.answer(getCutOut, { data: unseen })
  api.answer(listFiles, { total: 0, files: [] })
  const at = `/generations/scene?${new URLSearchParams({ words: "on a kitchen counter", image: shoe })}`
  const user = renderScreen(<SceneScreen />, { at })
  await waitFor(() => expect(seenText(generate())).toBe("Generate (3 credits)"))
  await user.click(generate())
  expect(await screen.findByRole("button", { name: "Looks right" })).toBeTruthy()
  await waitFor(() => expect(seenText(generate())).toBe("Generate (2 credits)"))
  await user.click(generate())
  await waitFor(() => expect(api.callsOf(makeScene)).toHaveLength(2))
  const [first, second] = api.callsOf(makeScene).map(({ body }) => body)
  expect(first).toMatchObject({ image: shoe, hasBackground: true })
  expect(second).toMatchObject({ image: "/pictures/one", ground: { kind: "words", words: "on a kitchen counter" } })
  expect(second?.hasBackground).toBeUndefined()
})

test("an address that names a set which is not there begins with the first one", async () => {
  api.answer(listSceneSets, { data: [{ name: "beach", use: "Summer offers", takesColours: false }] })
  renderScreen(<SceneScreen />, { at: "/generations/scene?set=gone&image=/pictures/one" })
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: "Summer offers" })).checked).toBe(true)
})

test("an unsure cut-out on the way to a set is shown to be looked at, and the set is not called done", async () => {
  api.answer(listSceneSets, { data: [{ name: "beach", use: "Summer offers", takesColours: true }] })
  api.answer(getCutOut, { data: unseen })
  const cutOut = { id: "one", url: "http://localhost/pictures/one", width: 1_200, height: 800 }
  const result = { ...(done.result as object), picture: null, cutOut, isSure: false, isSettled: false, isWaiting: true }
  api.answer(getRun, { data: { ...done, kind: "scene", result } })
  renderScreen(<SceneScreen />, { at: "/generations/scene?set=beach&run=run1" })
  expect(await screen.findByRole("button", { name: "Looks right" })).toBeTruthy()
  expect(screen.getByText(/nothing of it was paid yet/)).toBeTruthy()
  expect(screen.queryByRole("link", { name: "View Image" })).toBeNull()
})

test("a set around a cut-out that was not looked at is refused, and leads to the cut-out", async () => {
  api.answer(listSceneSets, { data: [{ name: "beach", use: "Summer offers", takesColours: true }] })
  api.refuse(makeScene, "cut_out_unseen", "We are not sure of this cut-out.")
  api.answer(listDoubts, { data: [{ pictureId: "one", cutOutId: "one" }] })
  const user = renderScreen(<SceneScreen />, { at: "/generations/scene?image=/pictures/one?v=2" })
  await user.click(await screen.findByRole("radio", { name: "Set" }))
  await screen.findByRole("radio", { name: /Summer offers/ })
  const link = await screen.findByRole("link", { name: "Look at this one: we are not sure of the edge" })
  await user.click(generate())
  expect((await panelAlert()).textContent).toBe("We are not sure of this cut-out.")
  expect(link.getAttribute("href")).toBe("/generations/cut-out?picture=one")
})

test.each([
  ["one", messages.cutOutDoubt, "/generations/cut-out?picture=one"],
  [null, "in the trash", "/photo-gallery/trash"],
])("a picture in doubt says so before it is enlarged, and leads to its cut-out (%s)", async (cutOutId, name, to) => {
  api.answer(listDoubts, { data: [{ pictureId: "one", cutOutId }] })
  renderScreen(<UpscalingScreen />, { at: "/generations/photo-upscaling?image=/pictures/one" })
  expect((await screen.findByRole("link", { name })).getAttribute("href")).toBe(to)
  expect(api.callsOf(upscalePhoto)).toHaveLength(0)
})

test("a doubt before the cut-out is made promises to wait for a look only where a set is paid", async () => {
  api.answer(listSceneSets, { data: [{ name: "beach", use: "Summer offers", takesColours: true }] })
  api.answer(lookAtCutOut, { data: { ...shoeLook, isSettled: false } })
  const user = renderScreen(<SceneScreen />, { at: `/generations/scene?${new URLSearchParams({ image: shoe })}` })
  const doubt = await screen.findByText(new RegExp(messages.cutOutDoubt))
  expect(doubt.textContent).not.toMatch(/\bset\b|unpaid/)
  await user.click(screen.getByRole("radio", { name: "Set" }))
  expect(doubt.textContent).toMatch(/the set waits for that, unpaid/)
})

test.each([
  ["colour", "/generations/scene?image=/pictures/one"],
  ["words", "/generations/scene?image=/pictures/one&words=on+a+kitchen+counter"],
])("the doubt of a scene before a %s is told once, beside the scene", async (_kind, at) => {
  api.answer(listSceneSets, { data: [] })
  api.answer(readPrompt, { data: null })
  api.answer(listFiles, { total: 0, files: [] })
  api.answer(listDoubts, { data: [{ pictureId: "one", cutOutId: "one" }] })
  const picture = { id: "two", url: "http://localhost/pictures/two", width: 1_080, height: 1_080 }
  const toLookAt = { id: "one", url: "http://localhost/pictures/one", width: 1_200, height: 800 }
  const result = { ...(done.result as object), picture, toLookAt, isSettled: false }
  api.answer(getRun, { data: { ...done, kind: "scene", result } })
  renderScreen(<SceneScreen />, { at: `${at}&run=run1` })
  const panel = await screen.findByRole("region", { name: "Generated Image" })
  await within(panel).findByRole("link", { name: messages.cutOutDoubt })
  await waitFor(() => expect(api.callsOf(listDoubts).length).toBeGreaterThan(0))
  await act(networkAtRest)
  expect(screen.getAllByText(messages.cutOutDoubt)).toHaveLength(1)
})

/** With a balance that is kept true by realtime. */
function LiveUpscaling(): ReactElement {
  useRealtime("ada", balanceEvents)
  return <UpscalingScreen />
}

describe("with too few credits", () => {
  const studio = { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {} }
  const buy = (missing: string) => screen.findByRole("link", { name: "Buy credits", description: `${missing} missing` })

  beforeEach(() => {
    api.answer(getBalance, { data: { credits: 1, held: 0 } })
    api.answer(listSceneSets, { data: [] })
  })

  test("the way to buy stands in place of the button", async () => {
    renderScreen(<UpscalingScreen />, { at: "/generations/photo-upscaling?image=/pictures/one" })
    const missing = usualFees["photo-upscaling"] - 1
    expect((await buy(missing === 1 ? "1 credit" : `${missing} credits`)).getAttribute("href")).toBe("/credits-billing")
    expect(screen.queryByRole("button", { name: /^Generate \(/ })).toBeNull()
  })

  test("what is free can be ordered, and what is not known to cost something", async () => {
    const at = "/generations/photo-upscaling?image=/pictures/one"
    api.answer(getStudio, { data: { ...studio, kinds: {}, isUpscalingFree: true } })
    renderScreen(<UpscalingScreen />, { at })
    await waitFor(() => expect(seenText(generate())).toBe("Generate (0 credit)"))
    cleanup()

    api.refuse(getStudio, "general_access_forbidden", "Not now.")
    renderScreen(<UpscalingScreen />, { at })
    await act(networkAtRest)
    expect(generate().hasAttribute("disabled")).toBe(false)
  })

  test("a scene of one colour can be made, and a set leads to buying", async () => {
    const user = renderScreen(<SceneScreen />, { at: "/generations/scene?image=/pictures/one" })
    await user.click(screen.getByRole("radio", { name: "Set" }))
    await buy("1 credit")
    await user.click(screen.getByRole("radio", { name: "Gradient" }))
    expect(seenText(generate())).toBe("Generate (0 credit)")
    api.answer(makeScene, { ...reply, job: { ...done, kind: "scene" } })
    await user.click(generate())
    await waitFor(() => expect(api.callsOf(makeScene)).toHaveLength(1))
  })

  test("a picture's words lead to buying too", async () => {
    api.answer(getBalance, { data: { credits: 0, held: 0 } })
    const kinds = { description: { engine: "any", isLocalEngine: false, label: null, feeCredits: null, refusal: null } }
    api.answer(getStudio, { data: { ...studio, kinds } })
    renderScreen(<ImageToPromptScreen />, { at: "/generations/image-to-prompt?image=/pictures/one" })
    await buy("1 credit")
  })

  test("an order without an answer can be sent again, though its credits may be gone", async () => {
    api.answer(getBalance, { data: { credits: usualFees["photo-upscaling"], held: 0 } })
    api.breakOff(upscalePhoto)
    const user = renderScreen(<LiveUpscaling />, { at: "/generations/photo-upscaling?image=/pictures/one" })
    await connected()
    await user.click(generate())
    await panelAlert()
    api.tell(balanceChanged, { credits: 0, held: usualFees["photo-upscaling"] })
    await act(networkAtRest)
    await user.click(generate())
    await waitFor(() => expect(keysOf(upscalePhoto)).toHaveLength(2))
    expect(keysOf(upscalePhoto)[1]).toBe(keysOf(upscalePhoto)[0])
  })
})

test("the button says that it is at work, until the photo is done", async () => {
  api.answer(upscalePhoto, reply)
  const answer = api.hold(upscalePhoto)
  const user = renderScreen(<UpscalingScreen />, { at: "/generations/photo-upscaling?image=/pictures/one" })
  await user.click(generate())
  const button = await screen.findByRole("button", { name: "Generating …" })
  expect(seenText(button)).toBe("Generating …")
  expect(button.hasAttribute("disabled")).toBe(true)
  answer()
  await screen.findByRole("link", { name: "View Image" })
  expect(seenText(generate())).toBe("Generate (2 credit)")
})

describe("the photo", () => {
  const photo = new File(["a"], "shoe.jpg", { type: "image/jpeg" })

  test("is pasted, uploaded with its progress, cancelled, and tried again", async () => {
    const uploads = fakeUploads()
    api.answer(deleteFile, null)
    api.refuse(getFile, "storage_file_not_found", "This file does not exist.")
    const user = renderScreen(<UpscalingScreen />, { at: "/generations/photo-upscaling" })
    fireEvent.paste(document.body, { clipboardData: { files: [photo] } })
    await waitFor(() => expect(uploads).toHaveLength(1))
    expect(await screen.findByText("1,200 × 800 px, 0.00 MB")).toBeTruthy()
    uploads[0]?.share(0.4)
    await waitFor(() => expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40"))
    await user.click(screen.getByRole("button", { name: "Cancel upload" }))
    expect(uploads[0]?.isAborted()).toBe(true)
    expect(screen.queryByText("shoe.jpg")).toBeNull()

    fireEvent.paste(document.body, { clipboardData: { files: [photo] } })
    await waitFor(() => expect(uploads).toHaveLength(2))
    uploads[1]?.breakOff()
    expect(await screen.findByText(/No connection. The upload goes on/)).toBeTruthy()
    await waitFor(() => expect(uploads).toHaveLength(3), { timeout: 3_000 })
    await user.click(screen.getByRole("button", { name: "Pause" }))
    expect(uploads[2]?.isAborted()).toBe(true)
    expect(generate().hasAttribute("disabled")).toBe(true)
    await user.click(screen.getByRole("button", { name: "Go on" }))
    await waitFor(() => expect(uploads).toHaveLength(4))
    uploads[3]?.refuse("This picture cannot be read.")
    expect(await screen.findByText("This picture cannot be read.")).toBeTruthy()
    expect(generate().hasAttribute("disabled")).toBe(true)
    await user.click(screen.getByRole("button", { name: "Try again" }))
    await waitFor(() => expect(uploads).toHaveLength(5))
    uploads[4]?.keep("http://localhost/pictures/shoe")
    expect(await screen.findByText("Image uploaded successfully.")).toBeTruthy()

    api.answer(upscalePhoto, reply)
    await user.click(generate())
    await screen.findByRole("link", { name: "View Image" })
    expect(api.callsOf(upscalePhoto).map(({ body }) => body.image)).toEqual(["http://localhost/pictures/shoe"])
  })

  test("is missing", async () => {
    renderScreen(<UpscalingScreen />, { at: "/generations/photo-upscaling" })
    const form = generate().closest("form")
    if (form) fireEvent.submit(form)
    expect(await screen.findByText("Please upload at least 1 images.")).toBeTruthy()
  })
})

test("work that runs is found again, and its result compared", async () => {
  open = [buildRun({ status: "running", progress: 0.4 })]
  api.answer(getRun, () => ({ data: open[0] ?? done }))
  const user = renderScreen(<UpscalingScreen />, { at: "/generations/photo-upscaling" })
  expect(await screen.findByText("Working, 40 %")).toBeTruthy()
  expect(api.callsOf(upscalePhoto)).toEqual([])
  open = []
  const divider = await screen.findByRole("slider", { name: "Divider between before and after" })
  fireEvent.change(divider, { target: { value: "80" } })
  expect(divider.closest<HTMLElement>("[style*='--split']")?.style.getPropertyValue("--split")).toBe("80%")
  expect(screen.getByRole("img", { name: "Before" })).toBeTruthy()
  await user.click(screen.getByRole("radio", { name: "After" }))
  expect(screen.queryByRole("img", { name: "Before" })).toBeNull()
  await user.click(screen.getByRole("radio", { name: "Before" }))
  expect(screen.getByRole("img", { name: "Before" })).toBeTruthy()
  expect(screen.queryByRole("slider")).toBeNull()
})

test("image to prompt is coming soon where no engine describes pictures", async () => {
  renderScreen(<ImageToPromptScreen />, { at: "/generations/image-to-prompt" })
  expect(await screen.findByText("Image to prompt is coming soon")).toBeTruthy()
})

test("image to prompt says that it could not be asked for, not that it is coming, and asks again at a press", async () => {
  api.refuse(getStudio, "general_argument_invalid", "Not now.")
  const user = renderScreen(<ImageToPromptScreen />, { at: "/generations/image-to-prompt" })
  expect((await screen.findByRole("alert")).textContent).toContain("This tool could not be loaded")
  expect(screen.queryByText("Image to prompt is coming soon")).toBeNull()
  const offer = { engine: "openai", isLocalEngine: false, label: null, feeCredits: null, refusal: null }
  const kinds = { description: offer }
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds } })
  await user.click(screen.getByRole("button", { name: "Try again" }))
  expect(await screen.findByText("Select an image to describe")).toBeTruthy()
})
