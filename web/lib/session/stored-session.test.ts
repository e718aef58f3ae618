import { afterEach, describe, expect, test } from "vitest"
import {
  clearStoredData,
  hasStoredSession,
  preferredCurrency,
  restoreStoredSession,
  storeCountryCode,
} from "./stored-session.ts"

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

describe("the currency shown first", () => {
  test.each([
    ["ng", "", "NGN"],
    ["NG", "Ghana", "NGN"],
    ["gb", "Nigeria", "USD"],
    ["--", "Nigeria", "NGN"],
    ["--", "Ghana", "USD"],
    [null, "", "USD"],
  ])("session country %j and profile country %j give %s", (code, country, expected) => {
    if (code !== null) storeCountryCode(code)
    expect(preferredCurrency(country)).toBe(expected)
  })
})

test("clearing forgets everything", () => {
  storeCountryCode("ng")
  sessionStorage.setItem("theme", "dark")
  clearStoredData()
  expect(localStorage.length + sessionStorage.length).toBe(0)
})
