/** One channel of a picture as numbers on the 0 to 255 scale, rows from the top. Values may leave the scale on the way. */
export interface Plane {
  width: number
  height: number
  data: Float32Array
}

/** An empty plane. */
export function createPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) }
}

/** The plane without `margin` pixels on every side. */
export function trimPlane(plane: Plane, margin: number): Plane {
  if (margin === 0) return plane
  const trimmed = createPlane(plane.width - 2 * margin, plane.height - 2 * margin)
  for (let y = 0; y < trimmed.height; y++) {
    const from = (y + margin) * plane.width + margin
    trimmed.data.set(plane.data.subarray(from, from + trimmed.width), y * trimmed.width)
  }
  return trimmed
}
