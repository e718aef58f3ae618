import { expect, test } from "vitest"
import { destinationAfterSignIn } from "./destination.ts"

test.each([
  [null, null, "/app"],
  [null, "fusion", "/app?ref=fusion"],
  [null, "a&b", "/app?ref=a%26b"],
  [{ from: "/photo-gallery" }, null, "/photo-gallery"],
  [{ from: "//evil.example" }, null, "/app"],
  [{ from: "https://evil.example" }, null, "/app"],
  [{ from: 7 }, null, "/app"],
])("from %j with ref %j leads to %s", (state, ref, expected) => {
  expect(destinationAfterSignIn(state, ref)).toBe(expected)
})
