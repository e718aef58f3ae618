import { expect, test } from "vitest"
import { type AspectRatio, aspectRatios, pictureSize } from "./aspect-ratios.ts"

const labels = Object.keys(aspectRatios) as AspectRatio[]

test.each(labels)("a large picture of %s has its shape and four megapixels at most", (ratio) => {
  const usual = pictureSize({}, ratio)
  const large = pictureSize({ isLarge: true }, ratio)
  expect(large.width / large.height).toBeCloseTo(usual.width / usual.height, 2)
  expect(large.width * large.height).toBeGreaterThan(4_100_000)
  expect(large.width * large.height).toBeLessThanOrEqual(2 ** 22)
})
