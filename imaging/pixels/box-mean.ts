// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** Mean over a (2r+1)² window, in time independent of r; at the border over the part inside the picture. */
export function boxMean(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(plane.length)
  meanInto(plane, out, new Float32Array(plane.length), width, height, radius)
  return out
}

/** Two box means: close to a Gaussian with sigma about 0.8 r + 0.4. */
export function smooth(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(plane.length)
  const across = new Float32Array(plane.length)
  meanInto(plane, out, across, width, height, radius)
  meanInto(out, out, across, width, height, radius)
  return out
}

/** @param to may be `from`. @param across room for the means along rows */
function meanInto(
  from: Float32Array,
  to: Float32Array,
  across: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  for (let y = 0; y < height; y++) meanAlongRow(from, across, y * width, width, radius)
  const sums = new Float64Array(width)
  let count = 0
  for (let y = 0; y < Math.min(height, radius); y++, count++) {
    for (let x = 0; x < width; x++) sums[x] = sums[x]! + across[y * width + x]!
  }
  for (let y = 0; y < height; y++) {
    if (y + radius < height) {
      const row = (y + radius) * width
      for (let x = 0; x < width; x++) sums[x] = sums[x]! + across[row + x]!
      count++
    }
    if (y - radius - 1 >= 0) {
      const row = (y - radius - 1) * width
      for (let x = 0; x < width; x++) sums[x] = sums[x]! - across[row + x]!
      count--
    }
    const row = y * width
    for (let x = 0; x < width; x++) to[row + x] = sums[x]! / count
  }
}

function meanAlongRow(from: Float32Array, to: Float32Array, start: number, width: number, radius: number): void {
  let sum = 0
  let count = 0
  for (let x = 0; x < Math.min(width, radius); x++, count++) sum += from[start + x]!
  // Where the whole window is inside, nothing needs to be asked: nearly everywhere.
  const inside = Math.min(radius + 1, Math.max(0, width - radius))
  let x = 0
  for (; x < inside; x++) {
    sum += from[start + x + radius]!
    to[start + x] = sum / ++count
  }
  for (; x + radius < width; x++) {
    sum += from[start + x + radius]!
    sum -= from[start + x - radius - 1]!
    to[start + x] = sum / count
  }
  for (; x < width; x++) {
    if (x - radius - 1 >= 0) {
      sum -= from[start + x - radius - 1]!
      count--
    }
    to[start + x] = sum / count
  }
}
