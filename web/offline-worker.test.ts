import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"

/** What servers answer now, by path; absent for a file that is not there. */
let site: Record<string, string>
let isOnline: boolean
/** What goes on after an answer. */
let background: Promise<unknown>[]
/** What the browser keeps, by the cache's name and the path. */
let kept: Map<string, Map<string, Response>>

interface Worker {
  install: () => Promise<unknown>
  activate: () => Promise<unknown>
  /** What a page gets; undefined when the worker leaves the browser to ask. */
  fetch: (path: string, mode?: RequestMode) => Promise<Response> | undefined
}

const pathOf = (wanted: Request | string): string =>
  new URL(typeof wanted === "string" ? wanted : wanted.url, location.origin).pathname

async function ask(wanted: Request | string): Promise<Response> {
  if (!isOnline) throw new TypeError("Failed to fetch")
  const body = site[pathOf(wanted)]
  return new Response(body ?? "not found", { status: body === undefined ? 404 : 200 })
}

function openCache(name: string) {
  const entries = kept.get(name) ?? new Map<string, Response>()
  kept.set(name, entries)
  return {
    put: async (path: string, answer: Response) => void entries.set(path, answer),
    match: async (wanted: Request | string) => entries.get(pathOf(wanted))?.clone(),
    addAll: async (paths: string[]) => {
      const answers = await Promise.all(paths.map(ask))
      if (answers.some(({ ok }) => !ok)) throw new TypeError("Request failed")
      for (const [index, path] of paths.entries()) entries.set(path, answers[index] as Response)
    },
  }
}

const page = (...files: string[]): string => files.map((file) => `<script src="${file}"></script>`).join("")
const pages = ["/app", "/learn", "/learn/*"]
const old = { version: "old", files: ["/assets/portal-a.js"], pages }
const next = { version: "next", files: ["/assets/portal-b.js", "/assets/lesson-b.js"], pages }
const sites = {
  old: { "/learn": page("/assets/portal-a.js"), "/assets/portal-a.js": "old code" },
  next: {
    "/learn": page("/assets/portal-b.js"),
    "/assets/portal-b.js": "new code",
    "/assets/lesson-b.js": "new lessons",
  },
}

/** Runs the worker's file as a build wrote it. */
async function startWorker(build: typeof old): Promise<Worker> {
  const listeners: Record<string, (event: object) => void> = {}
  vi.stubGlobal("offlineBuild", build)
  vi.stubGlobal("addEventListener", (type: string, listen: (event: object) => void) => {
    listeners[type] = listen
  })
  vi.resetModules()
  await import("./offline-worker.ts")
  const lasting = (type: string) => () => {
    let work: Promise<unknown> = Promise.resolve()
    listeners[type]?.({ waitUntil: (promise: Promise<unknown>) => (work = promise) })
    return work
  }
  return {
    install: lasting("install"),
    activate: lasting("activate"),
    fetch: (path, mode = "navigate") => {
      let answer: Promise<Response> | undefined
      const request = { url: `${location.origin}${path}`, method: "GET", mode }
      listeners.fetch?.({
        request,
        respondWith: (promise: Promise<Response>) => (answer = promise),
        waitUntil: (work: Promise<unknown>) => background.push(work),
      })
      return answer
    },
  }
}

const textOf = async (answer: Promise<Response> | undefined) => (await answer)?.text()

beforeEach(() => {
  site = { ...sites.old }
  isOnline = true
  kept = new Map()
  background = []
  vi.stubGlobal("fetch", ask)
  vi.stubGlobal("skipWaiting", async () => {})
  vi.stubGlobal("clients", { claim: async () => {} })
  vi.stubGlobal("caches", {
    open: async (name: string) => openCache(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (wanted: Request | string) =>
      [...kept.values()].map((entries) => entries.get(pathOf(wanted))?.clone()).find(Boolean),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function activeWorker(build: typeof old): Promise<Worker> {
  const worker = await startWorker(build)
  await worker.install()
  await worker.activate()
  return worker
}

describe("when a new build comes out", () => {
  test("the old worker shows the server's new page, and the whole old one without a network", async () => {
    const worker = await activeWorker(old)
    site = { ...sites.next }
    expect(await textOf(worker.fetch("/learn"))).toContain("portal-b.js")
    expect(await textOf(worker.fetch("/assets/portal-b.js", "cors"))).toBe("new code")
    isOnline = false
    expect(await textOf(worker.fetch("/learn/lesson"))).toContain("portal-a.js")
    expect(await textOf(worker.fetch("/assets/portal-a.js", "cors"))).toBe("old code")
  })

  test.each([
    ["a server still answers with the old page", { ...sites.next, "/learn": sites.old["/learn"] }],
    ["one of its files is not there yet", { "/learn": sites.next["/learn"], "/assets/portal-b.js": "new code" }],
    ["the page leads elsewhere", { ...sites.next, "/learn": "<p>We are back soon.</p>" }],
  ])("it is not kept by halves when %s, and the old one goes on", async (_, mixed) => {
    const worker = await activeWorker(old)
    site = mixed
    await expect((await startWorker(next)).install()).rejects.toThrow()
    expect([...kept.keys()]).toEqual(["learner-portal-old"])
    isOnline = false
    expect(await textOf(worker.fetch("/learn"))).toContain("portal-a.js")
  })

  test("the old one's files stay for tabs that show it, also once servers have them no more, until the next one but one", async () => {
    const before = await activeWorker(old)
    kept.set("somebody-elses", new Map())
    site = { ...sites.next }
    const worker = await startWorker(next)
    await worker.install()
    isOnline = false
    expect(await textOf(before.fetch("/assets/portal-a.js", "cors"))).toBe("old code")
    await worker.activate()
    expect(await textOf(worker.fetch("/assets/portal-a.js", "cors"))).toBe("old code")
    expect(await textOf(worker.fetch("/app"))).toContain("portal-b.js")
    expect(await textOf(worker.fetch("/learn/lesson"))).toContain("portal-b.js")
    expect(await textOf(worker.fetch("/assets/lesson-b.js", "cors"))).toBe("new lessons")
    isOnline = true
    await activeWorker({ ...next, version: "last" })
    expect([...kept.keys()]).toEqual(["somebody-elses", "learner-portal-next", "learner-portal-last"])
  })

  test("who has seen that there is a new one waits for it, however slow the line, and has the old one without a line", async () => {
    vi.useFakeTimers()
    const worker = await activeWorker(old)
    site = { ...sites.next }
    let release = (): void => {}
    const slow = vi.fn(async (wanted: Request) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return ask(wanted)
    })
    vi.stubGlobal("fetch", slow)
    const first = worker.fetch("/learn")
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await textOf(first)).toContain("portal-a.js")
    release()
    await Promise.all(background)
    const second = worker.fetch("/learn")
    await vi.advanceTimersByTimeAsync(20_000)
    release()
    expect(await textOf(second)).toContain("portal-b.js")
    vi.stubGlobal("fetch", ask)
    isOnline = false
    expect(await textOf(worker.fetch("/learn"))).toContain("portal-a.js")
  })
})

test("a server in trouble is no answer, and other pages are left alone", async () => {
  const worker = await activeWorker(old)
  vi.stubGlobal("fetch", async () => new Response("trouble", { status: 503 }))
  expect(await textOf(worker.fetch("/learn"))).toContain("portal-a.js")
  for (const path of ["/", "/pricing", "/operator", "/learning/lessons/one", "/learners"]) {
    expect(worker.fetch(path), path).toBeUndefined()
  }
})

test("files that the browser removed to make room are fetched anew with the next page", async () => {
  const worker = await activeWorker(old)
  kept.clear()
  site["/app"] = "the server's page"
  expect(await textOf(worker.fetch("/app"))).toBe("the server's page")
  await Promise.all(background)
  isOnline = false
  expect(await textOf(worker.fetch("/app"))).toContain("portal-a.js")
})
