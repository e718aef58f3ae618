// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

/** Running mean of `radius` to both sides along one line of `count` values, edges repeated. */
function blurLine(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
): void {
  const scale = 1 / (2 * radius + 1)
  const at = (i: number): number => from[start + Math.max(0, Math.min(count - 1, i)) * step]!
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += at(i)
  for (let i = 0; i < count; i++) {
    to[start + i * step] = sum * scale
    sum += at(i + radius + 1) - at(i - radius)
  }
}

/** Three box means of `radius`, close to a Gaussian, in place; `channels` values per pixel. */
export function blurPlane(data: Float32Array, width: number, height: number, channels: number, radius: number): void {
  const other = new Float32Array(data.length)
  for (let round = 0; round < 3; round++) {
    for (let y = 0; y < height; y++) {
      for (let c = 0; c < channels; c++) blurLine(data, other, y * width * channels + c, channels, width, radius)
    }
    for (let x = 0; x < width * channels; x++) blurLine(other, data, x, width * channels, height, radius)
  }
}
