import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { getAccount } from "#contract/identity/account.ts"
import { getBalance } from "#contract/money/credits.ts"
import { listOpenOrders } from "#contract/studio/generations.ts"
import { askEarly } from "#web/lib/session/early-session.ts"
import { buildAccount, signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { answerWith } from "#web/testing/network.ts"
import { expectAddress, renderApp, renderScreen } from "#web/testing/render-screen.tsx"
import { loadPart } from "#web/ui/overlay/load-error.ts"
import { LoadTroubleBar } from "./load-error-bar.tsx"
import { OfflineBar } from "./offline-bar.tsx"

afterEach(() => vi.restoreAllMocks())

test("trouble on the server keeps the shell, and the page opens by itself when it is over", async () => {
  const api = fakeApi()
  signedIn(api)
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  api.answer(listOpenOrders, { data: [] })
  api.refuse(getAccount, "general_unknown", "Something went wrong on our side.")
  const user = renderApp("/app")
  await screen.findByText("Aworan cannot be reached. Trying again…")
  expect(screen.getByRole("navigation", { name: "Studio" })).toBeDefined()
  await expectAddress("/app")

  api.answer(getAccount, buildAccount())
  const again = screen.queryByRole("button", { name: "Try now" })
  if (again && !again.hasAttribute("disabled")) await user.click(again)
  await screen.findByRole("heading", { name: "Welcome Obi" })
  expect(screen.queryByText(/cannot be reached/)).toBeNull()
})

test.each([
  ["asked by the page", () => undefined],
  ["asked while the code was loading", () => askEarly(false)],
])("a line that stalls is told of after 30 seconds: %s", async (_, ask) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const api = fakeApi()
    signedIn(api)
    api.answer(getBalance, { data: { credits: 20, held: 0 } })
    api.answer(listOpenOrders, { data: [] })
    const answer = api.hold(getAccount)
    ask()
    renderApp("/app")
    await screen.findByRole("status")
    await act(() => vi.advanceTimersByTimeAsync(25_000))
    expect(screen.queryByText(/cannot be reached/)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(5_500))
    await screen.findByText("Aworan cannot be reached. Trying again…")
    await expectAddress("/app")

    answer()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    await screen.findByRole("heading", { name: "Welcome Obi" })
  } finally {
    vi.useRealTimers()
  }
})

test("a device without a network is told so, and stays signed in", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false)
  const api = fakeApi()
  signedIn(api)
  api.answer(getBalance, { data: { credits: 20, held: 0 } })
  api.answer(listOpenOrders, { data: [] })
  renderApp("/app")
  await screen.findByText("You are offline. What you typed is kept on this device.")
  await expectAddress("/app")
})

test.each([
  ["/generations-image?mode=bag", "You are offline. What you typed is kept on this device."],
  ["/photo-gallery", "You are offline."],
  ["/shelf", "You are offline."],
  ["/shelf/new", "You are offline. What you order or save here is sent once you are online."],
  ["/training", "You are offline. Sending photos and training a model need a connection."],
  ["/shelf/shop", "You are offline. Keep this page open: what you type here is not saved."],
  ["/account", "You are offline. Keep this page open: what you type here is not saved."],
  ["/sign-in", "You are offline. Keep this page open: what you type here is not saved."],
  ["/sign-up", "You are offline. Keep this page open: what you type here is not saved."],
])("a device without a network is told at %s what becomes of what was typed", async (at, words) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false)
  fakeApi()
  renderScreen(<OfflineBar />, { at })
  await screen.findByText(words)
})

const failsOnce = (name: string) =>
  vi.fn().mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValueOnce(name)

test("a part that cannot be fetched is asked for again by itself, and the screen stays", async () => {
  answerWith(() => ({ status: 200, body: { status: "ok" } }))
  renderScreen(
    <>
      <p>The screen before</p>
      <LoadTroubleBar wantedAddress={() => "/photo-gallery"} />
    </>,
  )
  const load = failsOnce("the part")
  const part = loadPart<string>(load)
  await screen.findByRole("alert")
  expect(await part).toBe("the part")
  expect(load).toHaveBeenCalledTimes(2)
  expect(screen.getByText("The screen before")).toBeDefined()
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull())
})

test("without a network it waits for the connection, or a press, and is asked for once that is back", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false)
  answerWith(() => ({ status: 200, body: { status: "ok" } }))
  const user = renderScreen(<LoadTroubleBar wantedAddress={() => undefined} />)
  const pressed = loadPart<string>(failsOnce("pressed"))
  const bar = within(await screen.findByRole("alert"))
  bar.getByText("You are offline. It goes on by itself when the connection is back.")
  expect(bar.getByRole("button", { name: "Reload" })).toBeDefined()
  await user.click(bar.getByRole("button", { name: "Retry" }))
  expect(await pressed).toBe("pressed")
  const heard = loadPart<string>(failsOnce("heard"))
  await screen.findByRole("alert")
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event("online")))
  expect(await heard).toBe("heard")
})

test("while the server does not answer it is asked for more and more rarely, and not without end", async () => {
  vi.useFakeTimers()
  try {
    const asked = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("", { status: 503 }))
    const load = vi.fn().mockResolvedValue("the part").mockRejectedValueOnce(new TypeError("Failed to fetch"))
    renderScreen(<LoadTroubleBar wantedAddress={() => undefined} />)
    const part = loadPart<string>(load)
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(asked).toHaveBeenCalledTimes(3)
    await act(() => vi.advanceTimersByTimeAsync(3_600_000))
    expect(asked).toHaveBeenCalledTimes(10)
    expect(load).toHaveBeenCalledTimes(1)
    asked.mockImplementation(async () => new Response(""))
    fireEvent.click(screen.getByRole("button", { name: "Retry" }))
    expect(await part).toBe("the part")
  } finally {
    vi.useRealTimers()
  }
})

test("parts that fail together are asked for together, and none is forgotten", async () => {
  answerWith(() => ({ status: 200, body: { status: "ok" } }))
  renderScreen(<LoadTroubleBar wantedAddress={() => undefined} />)
  const parts = ["page", "menu"].map((name) => loadPart<string>(failsOnce(name)))
  await screen.findByRole("alert")
  expect(await Promise.all(parts)).toEqual(["page", "menu"])
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull())
})

test("a part that fails where no screen stands is told to who asked", async () => {
  await expect(loadPart(() => Promise.reject(new TypeError("Failed to fetch")))).rejects.toThrow("Failed to fetch")
})
