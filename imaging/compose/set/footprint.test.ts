import { expect, test } from "vitest"
import { prepareProduct } from "#imaging/compose/product/product.ts"
import { drawCutOut } from "#imaging/compose/product/sample-cut-out.ts"
import { traceFeet } from "./footprint.ts"
import { viewSet } from "./view.ts"

test("a rounded heel does not throw a hook far behind a sole", () => {
  const shoe = prepareProduct(
    drawCutOut(700, 300, [70, 70, 70], (x, y) => {
      const heel = 40 - Math.sqrt(Math.max(0, 40 ** 2 - Math.max(0, 90 - x) ** 2))
      return x > 50 && x < 650 && y > 100 && y < 250 - heel
    }),
  )
  const camera = viewSet(shoe, 0, { aspect: 1, fill: undefined, horizon: undefined })
  const [foot] = traceFeet(shoe, camera, 0)
  const front = foot?.slice(0, foot.length / 2).map(([, z]) => z) ?? []
  expect(front.length).toBeGreaterThan(10)
  expect(Math.max(...front) - Math.min(...front)).toBeLessThan(0.2 * shoe.wide)
})
