import { afterEach, expect, test } from "vitest"
import { clearStoredData, hasStoredSession, restoreStoredSession, storeCountryCode } from "./stored-session.ts"

afterEach(() => localStorage.clear())

test.each([
  [null, false],
  ["", false],
  ["null", false],
  ["[]", false],
  [" [] ", false],
  ['{"a_session_aworan":"signed-in"}', true],
])("the stored fallback %j means a session: %j", (stored, expected) => {
  if (stored !== null) localStorage.setItem("cookieFallback", stored)
  expect(hasStoredSession()).toBe(expected)
})

test("restores a lost fallback without touching one that is there", () => {
  restoreStoredSession()
  expect(hasStoredSession()).toBe(true)
  localStorage.setItem("cookieFallback", '{"a_session_aworan":"other"}')
  restoreStoredSession()
  expect(localStorage.getItem("cookieFallback")).toBe('{"a_session_aworan":"other"}')
})

test("clearing forgets everything", () => {
  storeCountryCode("ng")
  sessionStorage.setItem("theme", "dark")
  clearStoredData()
  expect(localStorage.length + sessionStorage.length).toBe(0)
})
