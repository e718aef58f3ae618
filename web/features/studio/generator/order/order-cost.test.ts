import { describe, expect, test } from "vitest"
import { findMode } from "#contract/catalogue/modes.ts"
import { generateLabel, totalFeeCredits } from "./order-cost.ts"

describe("totalFeeCredits", () => {
  test("counts each picture where the number can be chosen", () => {
    expect(totalFeeCredits(findMode("flux-dev-realism"), "4", 2)).toBe(8)
  })

  test("counts one picture where it cannot, whatever the form still holds", () => {
    expect(totalFeeCredits(findMode("flux1.1-ultra"), "4", 5)).toBe(5)
  })
})

test("words the button as specified, without a plural", () => {
  expect(generateLabel(findMode("ghibsky-style"), "2", 2)).toBe("Generate (4 credit)")
})
