import { expect, test } from "vitest"
import { ownColours } from "./own-colours.ts"

test("names the colours of what is solid, the most of it first, and shades of one as one", () => {
  const [width, height] = [60, 40]
  const data = new Uint8Array(width * height * 4)
  for (let p = 0; p < width * height; p++) {
    const column = p % width
    // Clear, then two shades of brown, then blue.
    const colour =
      column < 10
        ? [0, 255, 0, 0]
        : column < 25
          ? [120, 70, 40, 255]
          : column < 45
            ? [128, 76, 44, 255]
            : [20, 40, 200, 255]
    data.set(colour, p * 4)
  }
  const colours = ownColours({ width, height, channels: 4, data }, 5)
  expect(colours).toHaveLength(2)
  expect(colours[0]).toMatch(/^#7[b-f]4[8-b]2[8-c]$/)
  expect(colours[1]).toBe("#1428c8")
})

test("has nothing to say of a picture without anything in it", () => {
  expect(ownColours({ width: 4, height: 4, channels: 4, data: new Uint8Array(64) }, 5)).toEqual([])
})
