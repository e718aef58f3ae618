import type { QueryClient } from "@tanstack/react-query"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { handInTask, type Submission } from "#contract/academy/learning.ts"
import { generateFlux11 } from "#contract/studio/generations.ts"
import { changeProduct, createProduct, emptyProduct, getProduct, type Product } from "#contract/studio/shelf.ts"
import { sendAgain } from "#web/content/outbox/outbox-line.tsx"
import { lessonDraftKey } from "#web/lib/academy/hand-in-draft.ts"
import { createQueryClient } from "#web/lib/calls/query-client.ts"
import { addToOutbox, type OutboxEntry, outboxQuery, type Waiting, withdraw } from "#web/lib/outbox/outbox.ts"
import { changeStored, clearStored, openStored, readStored } from "#web/lib/stored/browser-store.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { things, trouble } from "#web/testing/fake-idb.ts"
import { fakeUploads } from "#web/testing/fake-upload.ts"
import { buildOrder } from "./build-order.ts"
import { sendOutbox } from "./send-outbox.ts"

vi.mock("idb-keyval", () => import("#web/testing/fake-idb.ts"))

const ada = "ada"
const body = { prompt: "a clay pot", aspect_ratio: "1:1", mode: "flux1.1-pro" } as const
const picture: Waiting = { kind: "picture", mode: "flux1.1-pro", body, credits: 5 }
const onItsWay = { message: "On its way", data: null, job: buildOrder({ status: "waiting" }) }

const submission: Submission = {
  ...{ id: "try", lessonId: "one", createdAt: "2027-01-01T09:00:00Z", state: "handed_in", text: "My page.", link: "" },
  files: [],
  comment: "",
}

let queries: QueryClient
/** Whether another tab is sending. */
let isHeldElsewhere: boolean

const waiting = (): Promise<OutboxEntry[]> => queries.fetchQuery({ ...outboxQuery(ada), staleTime: 0 })
const states = async () => (await waiting()).map(({ state }) => state)

beforeEach(async () => {
  things.clear()
  queries = createQueryClient()
  await openStored(ada)
  isHeldElsewhere = false
  vi.stubGlobal("navigator", {
    onLine: true,
    locks: {
      request: (_name: string, _options: object, work: (lock: object | null) => unknown) =>
        work(isHeldElsewhere ? null : {}),
    },
  })
})
afterEach(() => {
  trouble.error = null
  vi.unstubAllGlobals()
})

describe("an order that waits", () => {
  test("is sent once, with its key and what its person agreed to, and by one tab alone", async () => {
    const api = fakeApi()
    api.answer(generateFlux11, onItsWay)
    await addToOutbox(queries, ada, picture)
    isHeldElsewhere = true
    await sendOutbox(queries, ada)
    expect(api.callsOf(generateFlux11)).toEqual([])
    isHeldElsewhere = false
    const [entry] = await waiting()
    await Promise.all([sendOutbox(queries, ada), sendOutbox(queries, ada)])
    await sendOutbox(queries, ada)
    expect(api.callsOf(generateFlux11)).toMatchObject([{ body, idempotencyKey: entry?.id, agreedCredits: "5" }])
    expect(await waiting()).toEqual([])
  })

  test("is taken back before it is sent, and not once it may have arrived; a lost answer is asked for with the same key", async () => {
    const api = fakeApi()
    await addToOutbox(queries, ada, picture)
    const [first] = await waiting()
    expect(await withdraw(queries, ada, first?.id ?? "")).toBe(true)
    await sendOutbox(queries, ada)
    expect(api.callsOf(generateFlux11)).toEqual([])

    api.breakOff(generateFlux11)
    await addToOutbox(queries, ada, picture)
    await sendOutbox(queries, ada)
    const [second] = await waiting()
    expect(second?.state).toBe("sending")
    expect(await withdraw(queries, ada, second?.id ?? "")).toBe(false)
    api.answer(generateFlux11, onItsWay)
    await sendOutbox(queries, ada)
    expect(api.callsOf(generateFlux11).map(({ idempotencyKey }) => idempotencyKey)).toEqual([second?.id, second?.id])
    expect(await waiting()).toEqual([])
  })

  test("stops when it costs more by now, and goes when that is agreed to", async () => {
    const api = fakeApi()
    api.refuse(generateFlux11, "price_changed", "The price has changed: it costs 8 credits now.", {
      fields: { credits: "8" },
    })
    await addToOutbox(queries, ada, picture)
    await sendOutbox(queries, ada)
    await sendOutbox(queries, ada)
    const [stopped] = await waiting()
    expect(stopped).toMatchObject({ state: "stopped", creditsNow: 8 })
    expect(api.callsOf(generateFlux11)).toHaveLength(1)
    api.answer(generateFlux11, onItsWay)
    await sendAgain(queries, ada, stopped?.id ?? "")
    await sendOutbox(queries, ada)
    expect(api.callsOf(generateFlux11).at(-1)).toMatchObject({ idempotencyKey: stopped?.id, agreedCredits: "8" })
    expect(await waiting()).toEqual([])
  })

  test("stops with what the server says, and what comes after it goes; too many at once waits", async () => {
    const api = fakeApi()
    await addToOutbox(queries, ada, picture)
    api.refuse(generateFlux11, "too_many_running", "You have 8 pictures under way.")
    await sendOutbox(queries, ada)
    expect(await states()).toEqual(["waiting"])
    api.refuse(generateFlux11, "not_enough_credits", "This costs 5 credits and you have 2.")
    await sendOutbox(queries, ada)
    expect(await waiting()).toMatchObject([{ state: "stopped", reason: "This costs 5 credits and you have 2." }])
    api.answer(generateFlux11, onItsWay)
    await addToOutbox(queries, ada, picture)
    await sendOutbox(queries, ada)
    expect(await states()).toEqual(["stopped"])
  })

  test("is not kept where the browser has no room, and goes with its person", async () => {
    trouble.error = new DOMException("full", "QuotaExceededError")
    expect(await addToOutbox(queries, ada, picture)).toBe(false)
    trouble.error = null
    expect(await addToOutbox(queries, ada, picture)).toBe(true)
    await clearStored(true)
    expect([...things.keys()]).toEqual([])
    await openStored(ada)
    await addToOutbox(queries, ada, picture)
    await openStored("bola")
    expect([...things.keys()]).toEqual(["owner"])
  })
})

describe("a task that was handed in", () => {
  const task = (text: string, files: File[] = []): Waiting => ({
    ...{ kind: "hand-in", lessonId: "one", title: "The path of an order", edition: 2, text, link: "" },
    files,
  })
  const pdf = new File(["x"], "one.pdf", { type: "application/pdf" })

  test("is sent once with its files and key, as it was handed in last, and its form is empty then", async () => {
    const api = fakeApi()
    const uploads = fakeUploads({ width: 1, height: 1 }, (upload) => upload.keep("http://localhost/a-file", "one"))
    await changeStored(ada, lessonDraftKey("one"), () => ({ text: "My page.", link: "" }))
    await addToOutbox(queries, ada, task("My pa"))
    await addToOutbox(queries, ada, task("My page.", [pdf]), "the-line")
    const [line] = await waiting()
    // Its answer gets lost: it is asked for again, with the files that are there.
    api.breakOff(handInTask)
    await sendOutbox(queries, ada)
    expect(await states()).toEqual(["sending"])
    expect(await readStored(ada, lessonDraftKey("one"))).toBeDefined()
    api.answer(handInTask, { message: "Your task is handed in.", data: submission })
    await sendOutbox(queries, ada)
    await sendOutbox(queries, ada)
    const body = { text: "My page.", link: "", edition: 2, files: [{ bucketId: "documents", fileId: "one" }] }
    const once = { params: { lessonId: "one" }, idempotencyKey: line?.id, body }
    expect(api.callsOf(handInTask)).toMatchObject([once, once])
    expect(uploads).toHaveLength(1)
    expect(await waiting()).toEqual([])
    expect(await readStored(ada, lessonDraftKey("one"))).toBeUndefined()
  })

  test("is taken back with what was typed, and waits with the reason when it came too late", async () => {
    const api = fakeApi()
    await changeStored(ada, lessonDraftKey("one"), () => ({ text: "My page.", link: "" }))
    await addToOutbox(queries, ada, task("My page."))
    const [line] = await waiting()
    expect(await withdraw(queries, ada, line?.id ?? "")).toBe(true)
    await sendOutbox(queries, ada)
    expect(api.callsOf(handInTask)).toEqual([])
    expect(await readStored(ada, lessonDraftKey("one"))).toEqual({ text: "My page.", link: "" })
    api.refuse(handInTask, "time_over", "The last day to hand this in was 3 March 2027.")
    await addToOutbox(queries, ada, task("My page."))
    await sendOutbox(queries, ada)
    const reason = "The last day to hand this in was 3 March 2027."
    expect(await waiting()).toMatchObject([{ state: "stopped", reason }])
  })
})

describe("a product that was changed", () => {
  const product: Product = {
    ...emptyProduct,
    pictures: [],
    id: "mug",
    slug: null,
    isFromPhoto: false,
    takenDownFor: null,
    version: 3,
    updatedAt: "2026-11-27T08:00:00.000Z",
  }
  const change = (name: string): Waiting => ({ kind: "product", product, fields: { ...emptyProduct, name } })

  test("is saved as it was changed last", async () => {
    const api = fakeApi()
    api.answer(changeProduct, { data: { ...product, name: "Blue mug", version: 4 } })
    await addToOutbox(queries, ada, change("Red mug"))
    await addToOutbox(queries, ada, change("Blue mug"))
    await sendOutbox(queries, ada)
    expect(api.callsOf(changeProduct).map(({ body: sent }) => [sent.name, sent.version])).toEqual([["Blue mug", 3]])
    expect(await waiting()).toEqual([])
  })

  test("that is new is made once, as it was saved last, and not changed while it may have arrived", async () => {
    const api = fakeApi()
    const made = (name: string): Waiting => ({ kind: "new-product", pictures: [], fields: { ...emptyProduct, name } })
    await addToOutbox(queries, ada, made("Red mug"), "the-first")
    await addToOutbox(queries, ada, made("Blue mug"), "the-first")
    await addToOutbox(queries, ada, made("Plate"), "the-second")
    api.breakOff(createProduct)
    await sendOutbox(queries, ada)
    expect(await states()).toEqual(["sending", "waiting"])
    expect(await addToOutbox(queries, ada, made("Green mug"), "the-first")).toBe(false)
    expect(await withdraw(queries, ada, "the-second")).toBe(true)
    api.answer(createProduct, { data: { ...product, name: "Blue mug" } })
    await sendOutbox(queries, ada)
    const sent = api.callsOf(createProduct).map(({ idempotencyKey, body: { name } }) => [idempotencyKey, name])
    expect(sent).toEqual([
      ["the-first", "Blue mug"],
      ["the-first", "Blue mug"],
    ])
    expect(await waiting()).toEqual([])
  })

  test("that is refused waits with the reason, holds nothing else up, and goes with its key once it is mended", async () => {
    const api = fakeApi()
    const made = (sku: string): Waiting => ({ kind: "new-product", pictures: [], fields: { ...emptyProduct, sku } })
    const taken = "Another product of yours has this number."
    api.refuse(createProduct, "general_argument_invalid", taken, { fields: { sku: taken } })
    await addToOutbox(queries, ada, made("A-1"), "the-first")
    await addToOutbox(queries, ada, picture)
    api.answer(generateFlux11, onItsWay)
    await sendOutbox(queries, ada)
    await sendOutbox(queries, ada)
    expect(await waiting()).toMatchObject([
      { id: "the-first", state: "stopped", reason: taken, problems: { sku: taken }, what: { fields: { sku: "A-1" } } },
    ])
    expect(api.callsOf(createProduct)).toHaveLength(1)
    api.refuse(createProduct, "storage_quota_exceeded", "A shelf holds at most 10,000 products.")
    await addToOutbox(queries, ada, made("A-2"), "the-first")
    await sendOutbox(queries, ada)
    expect(await waiting()).toMatchObject([{ state: "stopped", reason: "A shelf holds at most 10,000 products." }])
    api.answer(createProduct, { data: product })
    await sendAgain(queries, ada, "the-first")
    await sendOutbox(queries, ada)
    const sent = api.callsOf(createProduct).map(({ idempotencyKey, body: { sku } }) => [idempotencyKey, sku])
    expect(sent).toEqual([
      ["the-first", "A-1"],
      ["the-first", "A-2"],
      ["the-first", "A-2"],
    ])
    expect(await waiting()).toEqual([])
  })

  test("stops when it was changed elsewhere, unless that was its own change whose answer got lost", async () => {
    const api = fakeApi()
    api.refuse(changeProduct, "version_changed", "Somebody changed it.")
    api.answer(getProduct, { data: { ...product, name: "Green mug", version: 4 } })
    await addToOutbox(queries, ada, change("Red mug"))
    await sendOutbox(queries, ada)
    expect(await states()).toEqual(["stopped"])
    api.answer(getProduct, { data: { ...product, name: "Red mug", version: 4 } })
    await addToOutbox(queries, ada, change("Red mug"))
    await sendOutbox(queries, ada)
    expect(await waiting()).toEqual([])
  })
})
