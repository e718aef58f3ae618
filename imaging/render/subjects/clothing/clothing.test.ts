import { expect, test } from "vitest"
import { volumeOf } from "#imaging/render/mesh/mesh.ts"
import { randomFrom } from "#imaging/render/settings/chance.ts"
import { clothMesh, fallingFolds } from "./drape.ts"
import { onTrunk, type Trunk, trunkDrape } from "./garment.ts"
import { layOnTrunk } from "./print.ts"

const skirt = (depth: number): Trunk => ({
  rows: [
    [0, 0.5, 0.4],
    [1, 0.2, 0.16],
  ],
  square: 1,
  hem: () => 0,
  neck: () => 1,
  fold: fallingFolds(randomFrom("folds"), { from: 1, to: 0, depth, count: 12 }),
})

/** Length of printed cloth from the front to this angle at the hem. */
function clothTo(trunk: Trunk, angle: number): number {
  const out: [number, number] = [0, 0]
  const [x, y, z] = onTrunk(trunk, angle, 0.02)
  layOnTrunk(trunk, 1)(x, y, z, out)
  return out[0]
}

test("folded cloth takes its print along: more of it lies between front and side than on a smooth skirt", () => {
  expect(clothTo(skirt(0), 1.5)).toBeGreaterThan(0.6)
  expect(clothTo(skirt(0.08), 1.5)).toBeGreaterThan(clothTo(skirt(0), 1.5) * 1.15)
  expect(clothTo(skirt(0.08), -1.5)).toBeLessThan(-clothTo(skirt(0), 1.5))
})

test("folds begin at the waist and deepen toward the hem", () => {
  const { fold } = skirt(0.08)
  const deepest = (y: number): number =>
    Math.max(...Array.from({ length: 200 }, (_, i) => Math.abs(fold((i / 100 - 1) * Math.PI, y))))
  expect(deepest(1)).toBe(0)
  expect(deepest(0.1)).toBeGreaterThan(deepest(0.6) * 1.5)
})

test("a garment's outside is outside", () => {
  expect(volumeOf(clothMesh(trunkDrape(skirt(0.05)), { across: 96, along: 24 }))).toBeGreaterThan(0.1)
})
