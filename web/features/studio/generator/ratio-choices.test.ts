import { describe, expect, test } from "vitest"
import { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import { findMode } from "#contract/catalogue/modes.ts"
import { closedRatiosReason, firstRatio, isRatioOpen, ratioFacts } from "./ratio-choices.ts"

const dalle = findMode("dalle3")
const pro = findMode("flux1.1-pro")

test("opens every shape in a mode without limits, and gives no reason", () => {
  expect(AspectRatio.options.filter((ratio) => !isRatioOpen(pro, ratio))).toEqual([])
  expect(closedRatiosReason(pro)).toBeUndefined()
})

test("opens only the square in DALL-E 3, and says why", () => {
  expect(AspectRatio.options.filter((ratio) => isRatioOpen(dalle, ratio))).toEqual(["1:1"])
  expect(closedRatiosReason(dalle)).toContain("DALL-E 3 draws 1:1 only")
})

describe("firstRatio", () => {
  test("is the usual one where nothing is wished for", () => {
    expect(firstRatio(pro, undefined)).toBe("4:5")
    expect(firstRatio(dalle, undefined)).toBe("1:1")
  })

  test("keeps a wish the mode can draw, and drops one it cannot", () => {
    expect(firstRatio(pro, "9:16")).toBe("9:16")
    expect(firstRatio(dalle, "9:16")).toBe("1:1")
  })
})

test("names use, and the size of the file that the mode makes", () => {
  expect(ratioFacts(pro, "4:5")).toBe("Instagram, Jumia · 912 × 1136")
  expect(ratioFacts(findMode("flux1.1-ultra"), "4:5")).toBe("Instagram, Jumia · 1824 × 2272")
})
