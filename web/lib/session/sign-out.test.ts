import { QueryClient } from "@tanstack/react-query"
import { afterEach, expect, test, vi } from "vitest"
import { isSignOutWaiting } from "#web/lib/calls/sign-out-flag.ts"
import { signOut } from "./sign-out.ts"
import { hasStoredSession, restoreStoredSession } from "./stored-session.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test("a sign-out without a connection waits from the moment in which nobody is stored here", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")))
  // A busy device takes its time over the lessons it kept.
  vi.stubGlobal("indexedDB", { open: () => ({}) })
  restoreStoredSession()
  void signOut(new QueryClient())
  await vi.waitFor(() => expect(hasStoredSession()).toBe(false))
  expect(isSignOutWaiting()).toBe(true)
})
