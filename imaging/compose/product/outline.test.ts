import { expect, test } from "vitest"
import type { Picture } from "#imaging/pixels/picture.ts"
import { calmOutline } from "./outline.ts"
import { drawCutOut } from "./sample-cut-out.ts"

const box = { left: 100, right: 400, top: 100, bottom: 400 }

function isInBox(x: number, y: number, grown = 0): boolean {
  return x > box.left - grown && x < box.right + grown && y > box.top - grown && y < box.bottom + grown
}

/** Mean coverage of the columns just outside and just inside of the box's left side. */
function coverage({ data, width }: Picture, x: number): number[] {
  return Array.from({ length: 200 }, (_, i) => (data[((150 + i) * width + x) * 4 + 3] ?? 0) / 255)
}

test("evens teeth in the outline of a body", () => {
  const toothed = drawCutOut(500, 500, [200, 40, 30], (x, y) => isInBox(x, y, Math.floor(y / 2) % 3 === 0 ? 2 : 0))
  const before = coverage(toothed, 99)
  const after = coverage(calmOutline(toothed), 99)
  const spread = (values: number[]): number => Math.max(...values) - Math.min(...values)
  expect(spread(before)).toBe(1)
  expect(spread(after)).toBeLessThan(0.45)
})

test("takes the old ground's colour out of the edge, and no other colour", () => {
  const fringed = drawCutOut(500, 500, [200, 40, 30], isInBox)
  for (let y = box.top; y < box.bottom; y++) fringed.data.set([230, 220, 60], (y * 500 + box.left) * 4)
  const { data } = calmOutline(fringed)
  const [edge, middle] = [(250 * 500 + box.left) * 4, (250 * 500 + 250) * 4]
  expect(data[edge + 1]).toBeLessThan(70)
  expect([...data.subarray(middle, middle + 4)]).toEqual([200, 40, 30, 255])
})

test("leaves stems and fur as they are", () => {
  const stems = drawCutOut(500, 500, [30, 120, 40], (x, y) => y > 50 && y < 450 && x > 90 && x < 410 && x % 20 < 4)
  expect(calmOutline(stems).data).toEqual(Uint8ClampedArray.from(stems.data))
  const fur = drawCutOut(500, 500, [120, 80, 40], isInBox)
  for (let y = 0; y < 500; y++) {
    for (let x = 0; x < 500; x++) {
      const out = Math.max(box.left - x, x - box.right, box.top - y, y - box.bottom)
      if (out > 0 && out < 12) fur.data.set([120, 80, 40, ((x * 7 + y * 13) % 200) + 20], (y * 500 + x) * 4)
    }
  }
  const at = (250 * 500 + 95) * 4 + 3
  expect(calmOutline(fur).data[at]).toBe(fur.data[at])
})

test("leaves tiny cut-outs alone", () => {
  const tiny = drawCutOut(40, 40, [9, 9, 9], (x, y) => x > 10 && x < 30 && y > 10 && y < 30)
  expect(calmOutline(tiny)).toBe(tiny)
})
