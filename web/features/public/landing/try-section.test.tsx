import { screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { getTry, startTry, type Try } from "#contract/studio/guest-trial.ts"
import { hasTry } from "#web/lib/session/guest-trial-mark.ts"
import { restoreStoredSession } from "#web/lib/session/stored-session.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { bringAllIntoView } from "#web/testing/in-view.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { TrySection } from "./try-section.tsx"

let api: FakeApi
/** What the server knows of this browser's picture. */
let current: Try | null
let isOffered: boolean

beforeEach(() => {
  bringAllIntoView()
  api = fakeApi()
  current = null
  isOffered = true
  api.answer(getTry, () => ({ data: { isOffered, try: current } }))
})
afterEach(() => vi.unstubAllGlobals())

const waiting: Try = { id: "t1", prompt: "a clay pot", status: "waiting", progress: 0, picture: null }

test("draws one picture while it is watched, and leads to an account that keeps it", async () => {
  api.answer(startTry, ({ body }) => {
    current = { ...waiting, prompt: body.prompt }
    return { data: current }
  })
  const user = renderScreen(<TrySection />)
  await user.type(screen.getByLabelText("What do you sell?"), "a clay pot")
  await user.click(screen.getByRole("button", { name: "Draw it, free" }))
  await screen.findByText("Waiting for a free place")
  expect(hasTry()).toBe(true)

  current = { ...waiting, status: "drawing", progress: 0.5, picture: "/tries/t1/preview" }
  expect((await screen.findByAltText("Preview: a clay pot")).getAttribute("src")).toBe("/tries/t1/preview")
  current = { ...waiting, status: "ready", progress: 1, picture: "/tries/t1/picture" }
  expect((await screen.findByAltText("a clay pot")).getAttribute("src")).toBe("/tries/t1/picture")
  const keep = screen.getByRole("link", { name: "Keep it: create your account" })
  expect(keep.getAttribute("href")).toBe(`/sign-up?to=${encodeURIComponent("/photo-gallery")}`)
  expect(api.callsOf(startTry)).toHaveLength(1)
})

test("finds the picture of an earlier visit again", async () => {
  current = { ...waiting, status: "ready", progress: 1, picture: "/tries/t1/picture" }
  renderScreen(<TrySection />)
  expect(await screen.findByAltText("a clay pot")).toBeDefined()
  expect(screen.queryByLabelText("What do you sell?")).toBeNull()
})

test("takes an example over, and keeps the words when the server says no", async () => {
  api.refuse(startTry, "general_rate_limit_exceeded", "Too many requests.")
  const user = renderScreen(<TrySection />)
  await user.click(screen.getByRole("button", { name: /brown leather sandals/ }))
  await user.click(screen.getByRole("button", { name: "Draw it, free" }))
  expect((await screen.findByRole("alert")).textContent).toBe("Too many requests.")
  expect(screen.getByDisplayValue(/brown leather sandals/)).toBeDefined()
})

test("asks for words before it asks the server", async () => {
  const user = renderScreen(<TrySection />)
  await user.click(screen.getByRole("button", { name: "Draw it, free" }))
  expect(await screen.findByText("Prompt too short")).toBeDefined()
  expect(api.callsOf(startTry)).toEqual([])
})

test("is not there where no free picture is drawn, nor for people who signed in here", async () => {
  isOffered = false
  renderScreen(<TrySection />)
  await vi.waitFor(() => expect(screen.queryByLabelText("What do you sell?")).toBeNull())
  restoreStoredSession()
  renderScreen(<TrySection />)
  expect(screen.queryByLabelText("What do you sell?")).toBeNull()
})
