import { expect, test } from "vitest"
import { creditPlans } from "#contract/catalogue/plans.ts"
import { planFor } from "./plan-for.ts"

test.each([
  [1, "Basic", 1, 4],
  [200, "Basic", 1, 4],
  [201, "Basic", 2, 8],
  [800, "Pro", 1, 14],
  [801, "Max", 1, 18],
  [1501, "Pro", 2, 28],
])("%i credits are cheapest as %s, %i times", (credits, plan, times, price) => {
  expect(planFor(credits, creditPlans, "USD")).toMatchObject({ plan: { plan }, times, price })
})

test("counts in the currency that was asked for", () => {
  expect(planFor(150, creditPlans, "NGN")?.price).toBe(6000)
})
