import { expect, test } from "vitest"
import { readPrompt } from "#imaging/render/language/read-prompt.ts"
import { volumeOf } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { randomFrom } from "#imaging/render/settings/chance.ts"
import { paletteFor } from "#imaging/render/settings/palette.ts"
import { createKit } from "#imaging/render/subjects/kit/kit.ts"
import { subjects } from "#imaging/render/subjects/registry.ts"

/** What is built for a prompt. */
function piecesFor(prompt: string): SceneObject[] {
  const { subject, parts } = readPrompt(prompt)
  if (!subject) throw new Error(`${prompt} names nothing`)
  const { name, word, look } = subject
  const random = randomFrom("packs")
  const palette = paletteFor(null, null, 0, random)
  const { kit } = createKit({ look, word, count: 1, parts, absent: [], texts: [], palette, random })
  return subjects[name](kit).pieces
}

/** What light of each colour is lost in the drink; drinks that let none through have none. */
const lostIn = (prompt: string): readonly number[] | undefined =>
  piecesFor(prompt).find(({ material }) => material.glass?.priority === 1)?.material.glass?.absorption

test("a clear bottle shows its drink: zobo is red, oil is amber, water is clear, kunu lets no light through", () => {
  const [red = 0, green = 0, blue = 0] = lostIn("a bottle of zobo") ?? []
  expect(red * 2).toBeLessThan(Math.min(green, blue))
  const [first = 0, , last = 0] = lostIn("bottle of groundnut oil") ?? []
  expect(first * 3).toBeLessThan(last)
  expect(Math.max(...(lostIn("a bottle of water") ?? [9]))).toBeLessThan(0.1)
  expect(lostIn("bottle of kunu")).toBeUndefined()
})

test("a colour named with the drink is the drink's", () => {
  const [red = 0, green = 0] = lostIn("a bottle of green zobo") ?? []
  expect(green).toBeLessThan(red)
})

test.each(["a bottle of zobo", "sachet of pure water", "a cupcake"])("the skins of %s face out", (prompt) => {
  const closed = piecesFor(prompt).filter(({ material }) => material.glass || prompt.endsWith("cupcake"))
  for (const { geometry } of closed) if (geometry.kind === "mesh") expect(volumeOf(geometry.mesh)).toBeGreaterThan(0)
  expect(closed.some(({ geometry }) => geometry.kind === "mesh")).toBe(true)
})
