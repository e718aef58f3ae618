import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { Link } from "react-router"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { createDocument } from "#contract/hosted/documents.ts"
import { messages } from "#contract/messages.ts"
import { getBalance } from "#contract/money/credits.ts"
import { getStudio } from "#contract/studio/generations.ts"
import { lookAtCutOut, type PhotoLook, settleLook } from "#contract/studio/training-looks.ts"
import { checkPhoto } from "#contract/studio/trainings.ts"
import { collections } from "#web/lib/calls/backend.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { things, trouble } from "#web/testing/fake-idb.ts"
import { type FakeUpload, fakeUploads } from "#web/testing/fake-upload.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { expectAddress, renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { seenText } from "#web/testing/seen-text.ts"
import { Component as TrainingScreen } from "./training-screen.tsx"

vi.mock("idb-keyval", () => import("#web/testing/fake-idb.ts"))

const trainings = { params: { collectionId: collections.trainings } }

let api: FakeApi
/** What the next photos are decoded to. */
let nextPixels: Uint8ClampedArray[]
/** What becomes of the photos that are sent. */
let uploads: FakeUpload[]
let fate: "kept" | "refused" | "on its way"

/** Pixels of a photo of 72 by 72, in patches that differ from number to number; the first few may be of another photo. */
function paint(number: number, changed = 0): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 72 * 72 * 4 }, (_, at) => {
    const [x, y] = [Math.floor(((at >> 2) % 72) / 8), Math.floor((at >> 2) / 72 / 8)]
    const patch = y * 9 + x
    return (patch * patch * 37 * (7 + number + (patch < changed ? 5 : 0))) % 200
  })
}

/** Photos are decoded one after the other, to what `paint` makes of their numbers unless the test says otherwise. */
function stubDecoding(): void {
  let drawn = 0
  const pixels = (): Uint8ClampedArray => nextPixels.shift() ?? paint(drawn++)
  const context = { drawImage() {}, getImageData: () => ({ data: pixels() }) }
  vi.stubGlobal("createImageBitmap", async () => ({ width: 800, height: 600, close() {} }))
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as unknown as GPUCanvasContext)
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((take) =>
    take({ size: 1, arrayBuffer: async () => new ArrayBuffer(1) } as Blob),
  )
}

function answerStudio(
  isLocalEngine: boolean,
  includedTraining: { tx_ref: string; paidAt: string } | null = null,
): void {
  const training = { engine: "any", isLocalEngine, refusal: null, label: null, feeCredits: null }
  const studio = { engine: "any", isLocalEngine: false, canBePrivate: false, modes: {}, imageHost: "own" as const }
  api.answer(getStudio, { data: { ...studio, includedTraining, kinds: { training } } })
}

beforeEach(() => {
  URL.createObjectURL ??= () => "blob:photo"
  URL.revokeObjectURL ??= () => {}
  nextPixels = []
  things.clear()
  trouble.error = null
  fate = "kept"
  uploads = fakeUploads({ width: 800, height: 600 }, (upload) => {
    if (fate === "kept") upload.keep("https://studio.example/p")
    if (fate === "refused") upload.refuse("There is no room for more files.")
  })
  stubDecoding()
  api = fakeApi()
  signedIn(api)
  answerStudio(false)
  api.answer(checkPhoto, { data: { isUsable: true, findings: [] } })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Until it is known who is here, as it is before the app shows the form. */
const untilKeeping = async () => {
  await waitFor(() => expect(things.has("owner")).toBe(true))
  await act(networkAtRest)
}

const photosStored = (): string[] => [...things.keys()].filter((key) => key.startsWith("photo:"))

/** Opens the form with photos that were looked at. */
async function openForm(photos: number, at = "/training?mode=bags", element = <TrainingScreen />): Promise<UserEvent> {
  const user = renderScreen(element, { at })
  choose(Array.from({ length: photos }, (_, index) => new File(["b"], `bag-${index}.jpg`, { type: "image/jpeg" })))
  await waitFor(() => expect(screen.queryAllByText("Good to train with")).toHaveLength(photos))
  return user
}

function choose(files: File[]): void {
  fireEvent.change(screen.getByLabelText("Photos of your product"), { target: { files } })
}

async function start(user: UserEvent): Promise<void> {
  await user.click(screen.getByLabelText("I have the right to use these photos."))
  await user.click(screen.getByRole("button", { name: /^Start your .+ shoot now \(\d+ credit\)$/ }))
}

test("says what it is for, and that nothing is chosen", async () => {
  await openForm(0)
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Custom Model Training")
  expect(screen.getByText("Train AI with your image dataset for personalized generation.")).toBeDefined()
  expect(screen.getByText("Your selected images will appear here")).toBeDefined()
  choose([new File(["a"], "list.txt", { type: "text/plain" })])
  expect(await screen.findByText("list.txt is not a supported file type")).toBeDefined()
})

test("an engine that learns nothing is paid by the picture, and says what is and is not learned", async () => {
  answerStudio(true)
  await openForm(3)
  expect(await screen.findByRole("button", { name: /shoot now \(12 credit\)$/ })).toBeDefined()
  expect(screen.getByText("6 pictures at 2 credits each. Only those that are made are paid.")).toBeDefined()
  expect(screen.getByText(/Nothing else is learned\./)).toBeDefined()
})

describe("what is found about photos", () => {
  const findings = {
    dark: {
      code: "too_dark",
      severity: "warn" as const,
      words: "This photo is too dark to show details.",
      retake: "Put the product beside a window in daylight.",
    },
    unreadable: {
      code: "unreadable",
      severity: "stop" as const,
      words: "We could not read this photo.",
      retake: "Save it as JPEG or PNG and add it again.",
    },
  }

  test("is told with how to take them again; those that cannot be used are not counted", async () => {
    const user = await openForm(2)
    expect(screen.getByText("One more good photo is needed.")).toBeDefined()
    api.answer(checkPhoto, { data: { isUsable: false, findings: [findings.unreadable] } })
    choose([new File(["b"], "torn.jpg", { type: "image/jpeg" })])
    expect(await screen.findByText("We could not read this photo.")).toBeDefined()
    expect(screen.getByText("Save it as JPEG or PNG and add it again.")).toBeDefined()
    expect(screen.getByText("One more good photo is needed.")).toBeDefined()
    await start(user)
    expect(api.callsOf(createDocument)).toHaveLength(0)
    api.answer(checkPhoto, { data: { isUsable: true, findings: [findings.dark] } })
    choose([new File(["b"], "dusk.jpg", { type: "image/jpeg" })])
    expect(await screen.findByText("Put the product beside a window in daylight.")).toBeDefined()
    await waitFor(() => expect(screen.queryByText(/good photos? (is|are) needed/)).toBeNull())
    await user.click(screen.getByRole("button", { name: "Remove bag-0.jpg" }))
    expect(screen.queryByRole("img", { name: "bag-0.jpg" })).toBeNull()
    expect(screen.getByText("One more good photo is needed.")).toBeDefined()
  })
})

test("the same photo sent twice is not counted, nearly the same one is complained about", async () => {
  await openForm(0)
  nextPixels = [paint(1), paint(1), paint(2), paint(2, 5)]
  const names = ["one.jpg", "same.jpg", "other.jpg", "near.jpg"]
  choose(names.map((name) => new File(["b"], name, { type: "image/jpeg" })))
  expect(await screen.findByText("This is the same photo as an earlier one.")).toBeDefined()
  expect(await screen.findByText("This photo is almost the same as another one.")).toBeDefined()
  await waitFor(() => expect(screen.queryByText("Looking at it")).toBeNull())
  expect(screen.getAllByText("Good to train with")).toHaveLength(2)
  expect(screen.getByText("Can be used; a better one makes a better shoot.")).toBeDefined()
  expect(screen.queryByText(/good photos? (is|are) needed/)).toBeNull()
})

test("says that there are too many photos and how many were left out, until one is taken away", async () => {
  const user = await openForm(59)
  choose(["in.jpg", "out.jpg", "out-too.jpg"].map((name) => new File(["b"], name, { type: "image/jpeg" })))
  expect(await screen.findByText("Too many files. 2 were left out.")).toBeDefined()
  expect(screen.getAllByRole("button", { name: /^Remove / })).toHaveLength(60)
  expect(screen.getByRole("img", { name: "in.jpg" })).toBeDefined()
  expect(screen.queryByRole("img", { name: "out.jpg" })).toBeNull()
  await user.click(screen.getByRole("button", { name: "Remove in.jpg" }))
  expect(screen.queryByText(/Too many files/)).toBeNull()
  choose([new File(["b"], "last.jpg", { type: "image/jpeg" })])
  expect(await screen.findByRole("img", { name: "last.jpg" })).toBeDefined()
  expect(screen.queryByText(/Too many files/)).toBeNull()
})

describe("photos that were chosen before", () => {
  test("stand in the form again, be it of another style, until they are cleared", async () => {
    renderScreen(<TrainingScreen />, { at: "/training?mode=bags" })
    await untilKeeping()
    choose([1, 2, 3].map((index) => new File(["b"], `bag-${index}.jpg`, { type: "image/jpeg" })))
    await waitFor(() => expect(photosStored()).toHaveLength(3))
    cleanup()
    const user = renderScreen(<TrainingScreen />, { at: "/training?mode=products" })
    expect(await screen.findByText("Your 3 photos are here again.")).toBeDefined()
    await waitFor(() => expect(screen.getAllByText("Good to train with")).toHaveLength(3))
    expect(screen.getByRole("img", { name: "bag-1.jpg" })).toBeDefined()
    await user.click(screen.getByRole("button", { name: "Clear" }))
    expect(screen.queryByRole("img", { name: "bag-1.jpg" })).toBeNull()
    await waitFor(() => expect(photosStored()).toEqual([]))
  })

  test("are gone after a day, and for somebody else", async () => {
    things.set("owner", { id: "someone-else", isOpen: true })
    things.set("photo:training:1-0000@9999999999999", { name: "theirs.jpg", file: new File(["b"], "theirs.jpg") })
    await openForm(0)
    await waitFor(() => expect(photosStored()).toEqual([]))
    cleanup()
    things.set("photo:training:1-0000@1767600000000", { name: "old.jpg", file: new File(["b"], "old.jpg") })
    await openForm(0)
    await waitFor(() => expect(photosStored()).toEqual([]))
    expect(screen.queryByText(/here again/)).toBeNull()
  })

  test("are chosen again where this browser has no room for them", async () => {
    renderScreen(<TrainingScreen />, { at: "/training?mode=bags" })
    await untilKeeping()
    trouble.error = new DOMException("full", "QuotaExceededError")
    choose([1, 2, 3].map((index) => new File(["b"], `bag-${index}.jpg`, { type: "image/jpeg" })))
    await waitFor(() => expect(screen.queryAllByText("Good to train with")).toHaveLength(3))
    expect(photosStored()).toEqual([])
  })
})

test("a large photo is made smaller before it is sent, but not one that may be transparent or has no smaller copy", async () => {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 4_000, height: 3_000, close() {} }))
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation(function (this: HTMLCanvasElement, take) {
    take(new Blob([new Uint8Array(this.width === 2_048 ? 1_100_000 : 1)]))
  })
  await openForm(0)
  const sizes = { "phone.jpg": 6_200_000, "spare.jpg": 1_000_000, "logo.png": 6_000_000 }
  choose(
    Object.entries(sizes).map(([name, size]) => {
      return new File([new Uint8Array(size)], name, { type: name.endsWith("png") ? "image/png" : "image/jpeg" })
    }),
  )
  await waitFor(() => expect(screen.getAllByText("Good to train with")).toHaveLength(3))
  expect(screen.getAllByText(/^Shrunk/).map(seenText)).toEqual(["Shrunk from 6.2 MB to 1.1 MB before upload"])
})

test("a photo that did not get up can be sent again by itself", async () => {
  fate = "refused"
  const user = await openForm(3)
  await start(user)
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Retry" })).toHaveLength(3))
  fate = "kept"
  for (const left of [2, 1, 0]) {
    await user.click(screen.getAllByRole("button", { name: "Retry" })[0] ?? document.body)
    await waitFor(() => expect(screen.queryAllByRole("button", { name: "Retry" })).toHaveLength(left))
    // Without it the last one would begin when the test is over, and go on asking within others.
    await waitFor(() => expect(uploads).toHaveLength(6 - left))
  }
})

test("says that it is being sent, and is not sent twice", async () => {
  const user = await openForm(3)
  fate = "on its way"
  await start(user)
  const button = await screen.findByRole("button", { name: "Submitting ..." })
  expect(seenText(button)).toBe("Submitting ...")
  expect(button.hasAttribute("disabled") || button.getAttribute("aria-disabled") === "true").toBe(true)
  expect(api.callsOf(createDocument)).toHaveLength(0)
  // What is on its way goes on when the page is gone, and would keep the uploads of other tests waiting.
  fate = "refused"
  uploads[0]?.refuse("There is no room for more files.")
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Retry" })).toHaveLength(3))
})

/** The server takes whatever training is started. */
function takeTrainings(): void {
  api.answer(
    createDocument,
    {
      $id: "t1",
      $sequence: "1",
      $permissions: [],
      $databaseId: "main",
      $collectionId: collections.trainings,
      $createdAt: "2026-01-05T10:00:00.000+00:00",
      $updatedAt: "2026-01-05T10:00:00.000+00:00",
    },
    trainings,
  )
}

test("saves the photos and the order, says each step, and goes to the models", async () => {
  takeTrainings()
  await start(await openForm(3))
  for (const words of [
    "Processing your images ....",
    "Images saved sucessfully",
    "Data saved successfully",
    "Photoshoot in progress. Check the training page for status updates.",
  ]) {
    expect(await screen.findByText(words)).toBeDefined()
  }
  await expectAddress("/training-dataset")
  expect(photosStored()).toEqual([])
  const [call] = api.callsOf(createDocument)
  expect(call?.body.data).toMatchObject({ images: Array(3).fill("https://studio.example/p"), rightsConfirmed: true })
})

test("leaves where they are whoever went elsewhere before the answer came", async () => {
  takeTrainings()
  const sendAnswer = api.hold(createDocument)
  const somewhere = (
    <>
      <Link to="/account">Elsewhere</Link>
      <TrainingScreen />
    </>
  )
  const user = await openForm(3, "/training?mode=bags", somewhere)
  await start(user)
  await waitFor(() => expect(api.callsOf(createDocument)).toHaveLength(1))
  await user.click(screen.getByRole("link", { name: "Elsewhere" }))
  sendAnswer()
  expect(await screen.findByText("Data saved successfully")).toBeDefined()
  expect(shownAddress()).toBe("/account")
})

test("a shoot that was paid for by itself is included, and its reference goes with the order", async () => {
  takeTrainings()
  const user = await openForm(3, "/training?mode=bags&ref=1700000000000-paid")
  await user.click(screen.getByLabelText("I have the right to use these photos."))
  await user.click(screen.getByRole("button", { name: /^Start your .+ shoot now \(included\)$/ }))
  await waitFor(() => expect(api.callsOf(createDocument)).toHaveLength(1))
  expect(api.callsOf(createDocument)[0]?.body.data).toMatchObject({ txRef: "1700000000000-paid" })
  expect(await screen.findByText(messages.shootInProgress)).toBeDefined()
})

test("a paid order's reference is still there once a style was picked, and the picker says that nothing is taken", async () => {
  takeTrainings()
  const ref = "1700000000000-paid"
  const user = renderScreen(<TrainingScreen />, { at: `/training?ref=${ref}` })
  expect(screen.getByText(/this model and 30 pictures of it\. No credits are taken\./)).toBeDefined()
  await user.click(screen.getByRole("link", { name: "Bags" }))
  await expectAddress(`/training?ref=${ref}&mode=bags`)
  choose([1, 2, 3].map((index) => new File(["b"], `bag-${index}.jpg`, { type: "image/jpeg" })))
  await waitFor(() => expect(screen.queryAllByText("Good to train with")).toHaveLength(3))
  await user.click(screen.getByLabelText("I have the right to use these photos."))
  await user.click(screen.getByRole("button", { name: /^Start your .+ shoot now \(included\)$/ }))
  await waitFor(() => expect(api.callsOf(createDocument)).toHaveLength(1))
  expect(api.callsOf(createDocument)[0]?.body.data).toMatchObject({ txRef: ref })
})

test("the picker promises nothing where no order was paid, and replaces a style that there is not", async () => {
  const user = renderScreen(<TrainingScreen />, { at: "/training?mode=boats" })
  await act(networkAtRest)
  expect(screen.queryByText(/No credits are taken/)).toBeNull()
  await user.click(screen.getByRole("link", { name: "Bags" }))
  await expectAddress("/training?mode=bags")
})

test("an unused order is found without the address, named, and not left for credits when it is used elsewhere", async () => {
  answerStudio(false, { tx_ref: "1700000000000-paid", paidAt: "2026-03-05T09:00:00.000+00:00" })
  api.answer(getBalance, { data: { credits: 120, held: 0 } })
  const user = await openForm(3)
  const order = await screen.findByRole("link", { name: "your Pro Studio order of 5 March 2026" })
  expect(order.getAttribute("href")).toBe("/payment/1700000000000-paid")
  await user.click(screen.getByLabelText("I have the right to use these photos."))
  const refusal = "The training of your order was begun elsewhere. This one costs 100 credits."
  api.refuse(createDocument, "version_changed", refusal, trainings)
  answerStudio(false)
  await user.click(screen.getByRole("button", { name: /shoot now \(included\)$/ }))
  expect(await screen.findByText(refusal)).toBeDefined()
  expect(api.callsOf(createDocument)[0]?.body.data).toMatchObject({ txRef: "", isIncluded: true })
  takeTrainings()
  await user.click(await screen.findByRole("button", { name: /shoot now \(100 credit\)$/ }))
  await waitFor(() => expect(api.callsOf(createDocument)).toHaveLength(2))
  expect(api.callsOf(createDocument)[1]?.body.data).toMatchObject({ isIncluded: false })
})

test("leads to buying where too few credits are left, but not who has paid for the model", async () => {
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  await openForm(3)
  const buy = await screen.findByRole("link", { name: "Buy credits", description: "80 credits missing" })
  expect(buy.getAttribute("href")).toBe("/credits-billing")
  expect(screen.queryByRole("button", { name: /shoot now/ })).toBeNull()
  cleanup()
  await openForm(3, "/training?mode=bags&ref=1700000000000-paid")
  await act(networkAtRest)
  expect(screen.getByRole("button", { name: /shoot now \(included\)$/ }).hasAttribute("disabled")).toBe(false)
})

test("asks for a private model before it is known whether the person has paid, and calls none free", async () => {
  const studio = { engine: "any", isLocalEngine: false, canBePrivate: true, modes: {}, kinds: {} }
  api.answer(getStudio, { data: studio })
  const answerStudio = api.hold(getStudio)
  takeTrainings()
  const user = await openForm(3)
  const visibility = screen.getByRole<HTMLInputElement>("switch", { name: "Display Public" })
  expect([visibility.checked, visibility.disabled]).toEqual([false, true])
  expect(screen.queryByText(/free credits are public/)).toBeNull()
  await start(user)
  // Who takes the photos is known from the same answer.
  answerStudio()
  await waitFor(() => expect(api.callsOf(createDocument)).toHaveLength(1))
  expect(api.callsOf(createDocument)[0]?.body.data).toMatchObject({ isPublic: false })
})

test("says that free results are public once it is known that nothing was paid", async () => {
  await openForm(0)
  expect(await screen.findByText("Results made with free credits are public.")).toBeDefined()
  const visibility = screen.getByRole<HTMLInputElement>("switch", { name: "Display Public" })
  expect([visibility.checked, visibility.disabled]).toEqual([true, true])
})

describe("a start that comes to nothing", () => {
  test("asks for three photos", async () => {
    await start(await openForm(2))
    expect(await screen.findByText("Please upload at least 3 images.")).toBeDefined()
  })

  test("says that photos did not get up", async () => {
    fate = "refused"
    await start(await openForm(3))
    expect(await screen.findByText("Failed to upload images.")).toBeDefined()
    expect(screen.getAllByText("Error uploading to Cloudinary")).toHaveLength(3)
    expect(api.callsOf(createDocument)).toHaveLength(0)
  })

  test("says that the data could not be saved, and why", async () => {
    api.refuse(createDocument, "not_enough_credits", "This needs 100 credits; you have 20.", trainings)
    await start(await openForm(3))
    expect(await screen.findByText("Failed to save data")).toBeDefined()
    expect(screen.getByText("This needs 100 credits; you have 20.")).toBeDefined()
    expect(screen.getByRole("link", { name: "Buy credits" })).toBeDefined()
  })
})

test("a start whose answer gets lost is sent again as the same training", async () => {
  const user = await openForm(3)
  api.breakOff(createDocument)
  await start(user)
  expect(await screen.findByText("Failed to save data")).toBeDefined()
  // What the server says of a training that it has already, and that was paid then.
  api.refuse(createDocument, "document_already_exists", "It is there.", trainings)
  await user.click(screen.getByRole("button", { name: /shoot now/ }))
  expect(await screen.findByText("Data saved successfully")).toBeDefined()
  const [lost, again] = api.callsOf(createDocument).map(({ body }) => body.documentId)
  expect(again).toBe(lost)
  expect(lost).toMatch(/^[\w.-]{20,36}$/)
})

test.each([true, false])("says beforehand whether the training is the local engine's: %s", async (isLocal) => {
  answerStudio(isLocal)
  await openForm(1)
  expect(screen.queryAllByText(/Your product is cut out of its photos/)).toHaveLength(isLocal ? 1 : 0)
})

describe("where this computer's own engine trains", () => {
  const unsure: PhotoLook = {
    isFound: true,
    isSettled: false,
    firstUrl: "http://localhost/training-looks/one/first",
    otherUrl: "http://localhost/training-looks/one/other",
    chosen: "first",
  }

  test("unsure cut-outs are shown before anything is ordered, and it starts when each is taken or left out", async () => {
    answerStudio(true)
    takeTrainings()
    let number = 0
    api.answer(lookAtCutOut, () => ({ data: { ...unsure, isSettled: ++number > 2 } }))
    api.answer(settleLook, ({ body }) => ({ data: { ...unsure, isSettled: true, chosen: body.answer } }))
    const user = await openForm(5)
    await start(user)
    const shown = await screen.findByRole("region", { name: "Look at these" })
    expect(shown.textContent).toContain("not sure of 2 cut-outs")
    expect(api.callsOf(lookAtCutOut)).toHaveLength(5)
    const button = () => screen.getByRole("button", { name: /^Start your .+ shoot now/ })
    expect(button()).toHaveProperty("disabled", true)
    await user.click(screen.getByRole("button", { name: "Take the second" }))
    await waitFor(() => expect(shown.textContent).toContain("not sure of 1 cut-out."))
    expect(api.callsOf(settleLook).map(({ body }) => body.answer)).toEqual(["other"])
    await user.click(screen.getByRole("button", { name: "Leave this photo out" }))
    expect(screen.queryByRole("region", { name: "Look at these" })).toBeNull()
    expect(api.callsOf(createDocument)).toHaveLength(0)
    await user.click(button())
    await waitFor(() => expect(api.callsOf(createDocument)).toHaveLength(1))
    expect(api.callsOf(createDocument)[0]?.body.data).toMatchObject({
      images: Array(4).fill("https://studio.example/p"),
    })
    expect(api.callsOf(lookAtCutOut)).toHaveLength(5)
  })

  test("a look that fails keeps nobody from starting: the server looks again", async () => {
    answerStudio(true)
    takeTrainings()
    api.refuse(lookAtCutOut, "engine_failed", "No.")
    await start(await openForm(3))
    await waitFor(() => expect(api.callsOf(createDocument)).toHaveLength(1))
  })
})
