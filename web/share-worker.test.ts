import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { dropShared, readArrived } from "#web/lib/stored/shared-things.ts"

let kept: Map<string, Map<string, Response>>
type Fetched = { request: Request; respondWith: (answer: Promise<Response>) => void }
let listeners: Record<string, (event: Fetched) => void>

const pathOf = (wanted: Request | string): string =>
  new URL(typeof wanted === "string" ? wanted : wanted.url, location.origin).pathname

beforeEach(async () => {
  kept = new Map()
  listeners = {}
  vi.stubGlobal("caches", {
    has: async (name: string) => kept.has(name),
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const entries = kept.get(name) ?? new Map<string, Response>()
      kept.set(name, entries)
      return {
        put: async (path: string, answer: Response) => void entries.set(path, answer),
        match: async (wanted: Request | string) => entries.get(pathOf(wanted))?.clone(),
      }
    },
  })
  vi.stubGlobal("addEventListener", (type: string, listen: (event: Fetched) => void) => {
    listeners[type] = listen
  })
  vi.resetModules()
  vi.stubGlobal("offlineBuild", { version: "one", files: [], pages: [] })
  await import("./offline-worker.ts")
})
afterEach(() => vi.unstubAllGlobals())

/** What a page gets; undefined when the worker leaves the browser to ask. */
function ask(form: FormData | null, path = "/share"): Promise<Response> | undefined {
  let answer: Promise<Response> | undefined
  const request = { method: form ? "POST" : "GET", url: `${location.origin}${path}`, formData: async () => form }
  listeners.fetch?.({
    request: request as unknown as Request,
    respondWith: (given) => {
      answer = given
    },
  })
  return answer
}

function share(photos: readonly File[], words: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const photo of photos) form.append("photos", photo)
  for (const [name, word] of Object.entries(words)) form.append(name, word)
  return form
}

const none = { photos: [], words: "" }

const redirected = vi.fn((address: string, status: number) => ({ address, status }))

test("what is shared lies where the page takes it, and the page is opened", async () => {
  vi.spyOn(Response, "redirect").mockImplementation(redirected as never)
  const photos = [new File(["one"], "Schuh €.jpg", { type: "image/jpeg" }), new File(["two"], "b.png")]
  await ask(share(photos, { title: "A shoe", url: "https://example.com" }))
  expect(redirected).toHaveBeenCalledWith("/share", 303)
  const { photos: found, words } = (await readArrived("ada")) ?? none
  expect(words).toBe("A shoe https://example.com")
  expect(found.map(({ name }) => name)).toEqual(["Schuh €.jpg", "b.png"])
  expect(await Promise.all(found.map((photo) => photo.text()))).toEqual(["one", "two"])
  expect(found[0]?.type).toBe("image/jpeg")
})

test("a new share takes the place of one that nobody looked at, is cut off at its limits, and goes with signing out", async () => {
  vi.spyOn(Response, "redirect").mockImplementation(redirected as never)
  await ask(share([new File(["old"], "old.jpg")]))
  const many = Array.from({ length: 60 }, (_, n) => new File(["x"], `${n}.jpg`))
  await ask(share(many, { text: "w".repeat(3_000) }))
  const { photos, words } = (await readArrived("ada")) ?? none
  expect([photos.length, photos[0]?.name, words.length]).toEqual([50, "0.jpg", 2_000])
  await ask(share(many.slice(0, 1)))
  await dropShared()
  expect(await readArrived("ada")).toBeNull()
})

test("what was shared while somebody's session stood is shown to nobody else", async () => {
  vi.spyOn(Response, "redirect").mockImplementation(redirected as never)
  vi.stubGlobal("indexedDB", {
    open: () => answered({ transaction: () => ({ objectStore: () => store }), close() {} }),
  })
  const store = { get: () => answered({ id: "ada", isOpen: false }) }
  await ask(share([new File(["one"], "one.jpg")]))
  expect((await readArrived("ada"))?.photos).toHaveLength(1)
  expect(await readArrived("bola")).toBeNull()
  expect(await readArrived("ada")).toBeNull()
})

/** A request of the browser's database that has its answer in a moment. */
function answered(result: unknown): { result: unknown; onsuccess?: () => void } {
  const request: ReturnType<typeof answered> = { result }
  queueMicrotask(() => request.onsuccess?.())
  return request
}

test("what is pushed is shown once, however often it comes, and a tap opens what it is about", async () => {
  const showNotification = vi.fn(async () => undefined)
  const openWindow = vi.fn(async () => null)
  vi.stubGlobal("registration", { showNotification })
  vi.stubGlobal("clients", { openWindow })
  const lasting: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>): void => void lasting.push(work)
  const hear = (type: string, event: object): void => listeners[type]?.({ waitUntil, ...event } as unknown as Fetched)
  const pushed = { id: "7", title: "Your model is ready", text: "Bags", path: "/training-dataset" }
  hear("push", { data: { json: () => pushed } })
  const close = vi.fn()
  hear("notificationclick", { notification: { close, data: { path: pushed.path } } })
  await Promise.all(lasting)
  const look = { body: "Bags", tag: "notice-7", icon: "/icon-192.png", data: { path: "/training-dataset" } }
  expect(showNotification).toHaveBeenCalledExactlyOnceWith("Your model is ready", look)
  expect(close).toHaveBeenCalledOnce()
  expect(openWindow).toHaveBeenCalledExactlyOnceWith("/training-dataset")
})

test("everything else is left to the browser", () => {
  expect(ask(null)).toBeUndefined()
  expect(ask(share([]), "/generations")).toBeUndefined()
})
