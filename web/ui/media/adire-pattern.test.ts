import { expect, test } from "vitest"
import { drawAdire } from "./adire-pattern.ts"

test("the same seed draws the same cloth and another seed another one", () => {
  expect(drawAdire(7, 5, 6)).toEqual(drawAdire(7, 5, 6))
  expect(drawAdire(8, 5, 6)).not.toEqual(drawAdire(7, 5, 6))
})

test("exactly one cell is warm, and no neighbours are alike", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const cloth = drawAdire(seed, 5, 6)
    expect(cloth.filter((cell) => cell.isWarm)).toHaveLength(1)
    cloth.forEach((cell, index) => {
      const right = index % 5 === 4 ? undefined : cloth[index + 1]
      for (const other of [right, cloth[index + 5]]) {
        expect(other && other.strokes === cell.strokes && other.dots === cell.dots).not.toBe(true)
      }
    })
  }
})
