// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/**
 * Minimum barrier distance of one channel from the picture's border: the smallest (highest minus lowest value) along
 * any path, by alternating raster scans. Zhang et al., "Minimum Barrier Salient Object Detection at 80 FPS", ICCV 2015.
 */
export function minimumBarrier(plane: Float32Array, width: number, height: number, passes: number): Float32Array {
  const distance = new Float32Array(plane.length).fill(1e9)
  const highest = Float32Array.from(plane)
  const lowest = Float32Array.from(plane)
  distance.fill(0, 0, width)
  distance.fill(0, (height - 1) * width)
  for (let y = 0; y < height; y++) {
    distance[y * width] = 0
    distance[y * width + width - 1] = 0
  }
  const relax = (p: number, from: number): void => {
    const value = plane[p]!
    const high = Math.max(highest[from]!, value)
    const low = Math.min(lowest[from]!, value)
    if (high - low >= distance[p]!) return
    distance[p] = high - low
    highest[p] = high
    lowest[p] = low
  }
  for (let pass = 0; pass < passes; pass++) {
    const step = pass % 2 === 0 ? 1 : -1
    const firstY = step === 1 ? 1 : height - 2
    const firstX = step === 1 ? 1 : width - 2
    for (let y = firstY; y >= 1 && y <= height - 2; y += step) {
      for (let x = firstX; x >= 1 && x <= width - 2; x += step) {
        const p = y * width + x
        relax(p, p - step)
        relax(p, p - step * width)
      }
    }
  }
  return distance
}
