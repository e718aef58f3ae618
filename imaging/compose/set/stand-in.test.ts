import { expect, test } from "vitest"
import { prepareProduct } from "#imaging/compose/product/product.ts"
import { drawCutOut } from "#imaging/compose/product/sample-cut-out.ts"
import { traceFeet } from "./footprint.ts"
import { buildStandIn } from "./stand-in.ts"
import { viewSet } from "./view.ts"

/** A box whose lower right corner is cut away: what hangs there must not darken the floor as if it stood on it. */
const cornered = prepareProduct(
  drawCutOut(400, 400, [150, 80, 30], (x, y) => x > 50 && x < 350 && y > 60 && y < 340 - Math.max(0, x - 260) * 1.1),
)

test("nothing hangs low beside the foot, and higher up the outline is followed", () => {
  const camera = viewSet(cornered, 0, { aspect: 1, fill: undefined, horizon: undefined })
  const feet = traceFeet(cornered, camera, 0)
  const { geometry } = buildStandIn(cornered, feet, 0)
  if (geometry.kind !== "mesh") throw new Error("no mesh")
  const { positions } = geometry.mesh
  const rightmost = (from: number, to: number): number => {
    let most = Number.NEGATIVE_INFINITY
    for (let i = 0; i < positions.length; i += 3) {
      const y = positions[i + 1] ?? 0
      if (y >= from * cornered.tall && y < to * cornered.tall) most = Math.max(most, positions[i] ?? 0)
    }
    return most
  }
  const foot = Math.max(...feet.flat().map(([x]) => x))
  expect(rightmost(0, 0.08)).toBeLessThan(foot + 0.03 * cornered.wide)
  expect(rightmost(0.5, 0.9)).toBeCloseTo(cornered.wide / 2, 1)
})
