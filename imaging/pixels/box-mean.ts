// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** Mean over a (2r+1)² window, in time independent of r; at the border over the part inside the picture. */
export function boxMean(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const across = new Float32Array(plane.length)
  for (let y = 0; y < height; y++) meanAlongRow(plane, across, y * width, width, radius)
  const out = new Float32Array(plane.length)
  const sums = new Float64Array(width)
  let count = 0
  for (let y = 0; y < Math.min(height, radius); y++, count++) addRow(across, sums, y * width, 1)
  for (let y = 0; y < height; y++) {
    if (y + radius < height) {
      addRow(across, sums, (y + radius) * width, 1)
      count++
    }
    if (y - radius - 1 >= 0) {
      addRow(across, sums, (y - radius - 1) * width, -1)
      count--
    }
    const row = y * width
    for (let x = 0; x < width; x++) out[row + x] = sums[x]! / count
  }
  return out
}

/** Two box means: close to a Gaussian with sigma about 0.8 r + 0.4. */
export function smooth(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  return boxMean(boxMean(plane, width, height, radius), width, height, radius)
}

function meanAlongRow(from: Float32Array, to: Float32Array, start: number, width: number, radius: number): void {
  let sum = 0
  let count = 0
  for (let x = 0; x < Math.min(width, radius); x++, count++) sum += from[start + x]!
  for (let x = 0; x < width; x++) {
    if (x + radius < width) {
      sum += from[start + x + radius]!
      count++
    }
    if (x - radius - 1 >= 0) {
      sum -= from[start + x - radius - 1]!
      count--
    }
    to[start + x] = sum / count
  }
}

function addRow(plane: Float32Array, sums: Float64Array, start: number, sign: 1 | -1): void {
  for (let x = 0; x < sums.length; x++) sums[x] = sums[x]! + sign * plane[start + x]!
}
