import { expect, test } from "vitest"
import { formatBytes } from "./byte-size.ts"

test.each([
  [0, ""],
  [300, "1 kB"],
  [182_345, "182 kB"],
  [3_412_000, "3.4 MB"],
])("writes %d bytes as %s", (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected)
})
