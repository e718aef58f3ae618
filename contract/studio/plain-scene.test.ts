import { expect, test } from "vitest"
import { fitInside, placeProduct } from "./plain-scene.ts"

test.each([
  [
    { width: 400, height: 200 },
    { width: 100, height: 100 },
    { width: 100, height: 50 },
  ],
  [
    { width: 200, height: 400 },
    { width: 100, height: 100 },
    { width: 50, height: 100 },
  ],
  [
    { width: 10, height: 5 },
    { width: 100, height: 30 },
    { width: 60, height: 30 },
  ],
  [
    { width: 9_000, height: 1 },
    { width: 100, height: 100 },
    { width: 100, height: 1 },
  ],
])("%o fits %o as %o", (shape, room, wanted) => expect(fitInside(shape, room)).toEqual(wanted))

test("a product stands in the middle, within the padding and no higher than it may be", () => {
  const product = { width: 300, height: 300 }
  const frame = { width: 1_000, height: 500, padding: 10 }
  expect(placeProduct(product, frame)).toEqual({ left: 300, top: 50, width: 400, height: 400 })
  expect(placeProduct(product, { ...frame, productHeight: 20 })).toEqual({
    left: 450,
    top: 200,
    width: 100,
    height: 100,
  })
})
