/** Triangles, counted from outside against the clock. */
export interface Mesh {
  /** x, y, z per corner point, world units. */
  positions: Float32Array
  /** Three corner numbers per triangle. */
  triangles: Uint32Array
  /** x, y, z per corner point for smooth shading; absent: every triangle is flat. */
  normals?: Float32Array
}
