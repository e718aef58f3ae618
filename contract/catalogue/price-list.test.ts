import { expect, test } from "vitest"
import { driftLimit, priceList } from "./price-list.ts"

test("the two prices of every plan belong together, and only those of the promotion drifted apart", () => {
  const drifted = priceList().filter(({ drift }) => Math.abs(drift) > driftLimit)
  expect(drifted.map(({ name, naira, dollars }) => [name, naira, dollars])).toEqual([
    ["Pro Studio, promotion", 6_600, 7],
  ])
  expect(drifted[0]?.drift).toBeCloseTo(-0.394, 2)
})
