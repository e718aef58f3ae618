import { expect, test } from "vitest"
import { endOf, startOf } from "./cut-text.ts"

test.each([
  ["ẹ".repeat(120), 200, "ẹ".repeat(66)],
  ["a photo.jpg", 200, "a photo.jpg"],
  ["👩🏾‍🌾.png", 10, ".png"],
  ["Ọ̀ṣun.png", 10, "ṣun.png"],
  ["ab\u0323\u0301", 5, "b\u0323\u0301"],
])("the end of %s in %i bytes is %s", (text, bytes, kept) => {
  expect(endOf(text, bytes)).toBe(kept)
  expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(bytes)
})

test.each([
  ["ẹ".repeat(120), 200, "ẹ".repeat(66)],
  ["a👩🏾‍🌾", 10, "a"],
  ["ab\u0323\u0301c", 4, "a"],
  ["ab\u0323\u0301c", 6, "ab\u0323\u0301"],
])("the start of %s in %i bytes is %s", (text, bytes, kept) => {
  expect(startOf(text, bytes)).toBe(kept)
})
