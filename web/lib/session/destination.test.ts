import { expect, test } from "vitest"
import { destinationAfterSignIn, signUpAddress } from "./destination.ts"

test.each([
  [null, "", "/app"],
  [null, "ref=fusion", "/app?ref=fusion"],
  [null, "ref=a%26b", "/app?ref=a%26b"],
  [{ from: "/photo-gallery" }, "", "/photo-gallery"],
  [{ from: "//evil.example" }, "", "/app"],
  [{ from: "https://evil.example" }, "", "/app"],
  [{ from: 7 }, "", "/app"],
  [null, "to=%2Fbilling%3Fprogram%3Dx", "/billing?program=x"],
  [null, "to=%2F%5Cevil.example", "/app"],
  [null, "to=https://evil.example", "/app"],
])("from %j with %s leads to %s", (state, search, expected) => {
  expect(destinationAfterSignIn(state, new URLSearchParams(search))).toBe(expected)
})

test("the way to an account carries the whole address", () => {
  const path = "/generations/flux?mode=dalle3&prompt=a red bag"
  const { searchParams } = new URL(signUpAddress(path), "http://page.invalid")
  expect(destinationAfterSignIn(null, searchParams)).toBe(path)
})
