import { expect, test } from "vitest"
import { readPrompt } from "#imaging/render/language/read-prompt.ts"
import { traits } from "#imaging/render/language/traits.ts"
import { volumeOf } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { randomFrom } from "#imaging/render/settings/chance.ts"
import { paletteFor } from "#imaging/render/settings/palette.ts"
import { createKit } from "#imaging/render/subjects/kit/kit.ts"
import { subjects } from "#imaging/render/subjects/registry.ts"
import { clothMesh, fallingFolds } from "./drape.ts"
import { onTrunk, type Trunk, trunkDrape } from "./garment.ts"
import { layOnTrunk } from "./print.ts"

/** What is built for a prompt. */
function piecesFor(prompt: string): SceneObject[] {
  const { subject, parts } = readPrompt(prompt)
  if (!subject) throw new Error(`${prompt} names nothing`)
  const { name, word, look } = subject
  const random = randomFrom("clothes")
  const palette = paletteFor(null, null, 0, random)
  const { kit } = createKit({ look, word, count: 1, parts, absent: [], texts: [], palette, random })
  return subjects[name](kit).pieces
}

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

const lacy = Object.entries(traits).filter(([, { isLacy }]) => isLacy)

test.each(lacy.map(([name]) => `lace ${name}`))("light passes through a %s where it has holes", (prompt) => {
  const share = (pieces: SceneObject[]): number[] =>
    pieces.flatMap(({ geometry, material: { openings } }) => {
      if (geometry.kind !== "mesh" || !openings) return []
      const { positions } = geometry.mesh
      const spots = Array.from({ length: positions.length / 3 }, (_, i) => positions.subarray(i * 3, i * 3 + 3))
      return [spots.filter(([x = 0, y = 0, z = 0]) => openings(x, y, z)).length / spots.length]
    })
  // A skirt is lined down to its scalloped edge.
  expect(Math.max(...share(piecesFor(prompt)))).toBeGreaterThan(prompt === "lace skirt" ? 0.01 : 0.15)
  expect(Math.max(...share(piecesFor(prompt)))).toBeLessThan(0.75)
  expect(share(piecesFor(prompt.replace("lace ", "")))).toEqual([])
})

test.each(
  "dress kaftan senator agbada skirt shirt polo hoodie t-shirt singlet blouse suit blazer pinafore romper jeans gele bonnet sofa armchair".split(
    " ",
  ),
)("no triangle of a %s is made before it is drawn", (prompt) => {
  const meshes = piecesFor(prompt).flatMap(({ geometry }) => (geometry.kind === "mesh" ? [geometry] : []))
  const made = meshes.filter((geometry) => Object.getOwnPropertyDescriptor(geometry, "mesh")?.get === undefined)
  expect([meshes.length > 0, made]).toEqual([true, []])
})
