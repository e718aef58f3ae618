// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** Pixels around the visible part that get a colour: farther than the filters read from any visible pixel. */
export const hiddenReach = 8

/** Below this alpha (of 255) a pixel's own colour is not trusted. */
const leastAlpha = 8

/**
 * Gives see-through pixels near visible ones the mean colour of their coloured neighbours, ring by ring, so that
 * enlarging never mixes a hidden colour (often black) into a visible edge. Changes `data` (interleaved RGBA) in place.
 */
export function fillHiddenColours(data: Uint8Array, width: number, height: number): void {
  const isColoured = new Uint8Array(width * height)
  let waiting: number[] = []
  for (let i = 0; i < isColoured.length; i++) {
    if (data[i * 4 + 3]! >= leastAlpha) isColoured[i] = 1
    else waiting.push(i)
  }
  for (let ring = 0; ring < hiddenReach && waiting.length > 0; ring++) {
    const filled = waiting.filter((i) => takeNeighbourColour(data, isColoured, i, width, height))
    for (const i of filled) isColoured[i] = 1
    waiting = waiting.filter((i) => isColoured[i] === 0)
  }
}

function takeNeighbourColour(
  data: Uint8Array,
  isColoured: Uint8Array,
  i: number,
  width: number,
  height: number,
): boolean {
  const x = i % width
  const y = (i - x) / width
  let [red, green, blue, count] = [0, 0, 0, 0]
  for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
    for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
      const near = ny * width + nx
      if (isColoured[near] === 0) continue
      red += data[near * 4]!
      green += data[near * 4 + 1]!
      blue += data[near * 4 + 2]!
      count++
    }
  }
  if (count === 0) return false
  data[i * 4] = Math.round(red / count)
  data[i * 4 + 1] = Math.round(green / count)
  data[i * 4 + 2] = Math.round(blue / count)
  return true
}
