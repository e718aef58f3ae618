// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** Connected regions of a mask. Label 0 is outside; regions count from 1, in order of their first pixel. */
export interface Regions {
  count: number
  labels: Int32Array
  /** Pixels per region; index 0 unused. */
  areas: Int32Array
  /** Pixels of the region on the picture's outermost ring. */
  borderPixels: Int32Array
}

/** Labels the connected regions of non-zero pixels (4- or 8-neighbours) by flood filling. */
export function findRegions(mask: Uint8Array, width: number, height: number, neighbours: 4 | 8): Regions {
  const size = width * height
  const labels = new Int32Array(size)
  const stack = new Int32Array(size)
  const areas = [0]
  const borderPixels = [0]
  let count = 0
  for (let start = 0; start < size; start++) {
    if (mask[start] === 0 || labels[start] !== 0) continue
    count++
    let area = 0
    let border = 0
    let top = 0
    stack[top++] = start
    labels[start] = count
    while (top > 0) {
      const p = stack[--top]!
      area++
      const x = p % width
      const y = (p - x) / width
      const [x0, x1] = [x > 0 ? -1 : 0, x < width - 1 ? 1 : 0]
      const [y0, y1] = [y > 0 ? -1 : 0, y < height - 1 ? 1 : 0]
      if (x0 === 0 || x1 === 0 || y0 === 0 || y1 === 0) border++
      for (let dy = y0; dy <= y1; dy++) {
        for (let dx = x0; dx <= x1; dx++) {
          if (neighbours === 4 && dx !== 0 && dy !== 0) continue
          const q = p + dy * width + dx
          if (mask[q] !== 0 && labels[q] === 0) {
            labels[q] = count
            stack[top++] = q
          }
        }
      }
    }
    areas.push(area)
    borderPixels.push(border)
  }
  return { count, labels, areas: Int32Array.from(areas), borderPixels: Int32Array.from(borderPixels) }
}

/** Largest region's area; 0 when there is none. */
export function largestArea(regions: Regions): number {
  return regions.areas.reduce((most, area) => Math.max(most, area), 0)
}
