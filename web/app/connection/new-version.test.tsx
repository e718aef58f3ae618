import { cleanup, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { getBalance } from "#contract/money/credits.ts"
import { getStudio } from "#contract/studio/generations.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderApp } from "#web/testing/render-screen.tsx"
// Loaded here, so that no test waits for them.
import "#web/app/frames/lazy-studio.tsx"
import "./app-worker-part.tsx"

/** The page that each build is opened with, in the order in which the worker kept them. */
let builds: Map<string, string>
let workers: EventTarget
let look: ReturnType<typeof vi.fn<() => Promise<void>>>

const pageOf = (build: string): string => `<script type="module" src="/assets/index-${build}.js"></script>`
const generator = "/generations/flux?mode=flux1.1-pro"
const told = () => screen.findByText("There is a new version.")

beforeEach(() => {
  builds = new Map([["learner-portal-one", pageOf("one")]])
  look = vi.fn(async () => {})
  workers = Object.assign(new EventTarget(), { controller: {}, getRegistration: async () => ({ update: look }) })
  vi.spyOn(workers, "addEventListener")
  vi.stubGlobal("caches", {
    keys: async () => ["shared-with-us", ...builds.keys()],
    match: async (path: string, { cacheName }: { cacheName: string }) =>
      path === "/learn" ? new Response(builds.get(cacheName)) : undefined,
  })
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: workers })
  document.head.innerHTML = pageOf("one")
  const api = fakeApi()
  signedIn(api)
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: false, modes: {}, kinds: {} } })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker")
  document.head.innerHTML = ""
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The page hears of workers once its own parts are there. */
const untilWatched = () => waitFor(() => expect(workers.addEventListener).toHaveBeenCalled())

/** Another worker answers this page from now on. */
async function takeOver(build: string): Promise<void> {
  await untilWatched()
  builds.set(`learner-portal-${build}`, pageOf(build))
  workers.dispatchEvent(new Event("controllerchange"))
}

const prompt = () => screen.findByLabelText<HTMLTextAreaElement>("Prompt")

test("an outdated tab is told of a newer version, goes on as it is, and has what was typed after the reload", async () => {
  const user = renderApp(generator)
  await user.type(await prompt(), "a red jug")
  // The first worker of all, which opens what this page shows.
  await takeOver("one")
  await takeOver("two")
  await told()
  expect((await prompt()).value).toBe("a red jug")
  await user.click(screen.getByRole("button", { name: "Later" }))
  expect(screen.queryByText("There is a new version.")).toBeNull()
  await user.type(await prompt(), " of clay")
  await takeOver("three")
  await told()
  expect(screen.getByRole("button", { name: "Reload" })).toBeDefined()

  cleanup()
  document.head.innerHTML = pageOf("three")
  renderApp(generator)
  await waitFor(async () => expect((await prompt()).value).toBe("a red jug of clay"))
  await takeOver("three")
  expect(screen.queryByText("There is a new version.")).toBeNull()
})

test("whoever comes back to a page looks for a newer version, once an hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  renderApp(generator)
  await untilWatched()
  const comeBack = () => document.dispatchEvent(new Event("visibilitychange"))
  comeBack()
  vi.setSystemTime(Date.now() + 3_600_000)
  comeBack()
  comeBack()
  await waitFor(() => expect(look).toHaveBeenCalledOnce())
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")
  vi.setSystemTime(Date.now() + 3_600_000)
  comeBack()
  expect(look).toHaveBeenCalledOnce()
})
