/** Path came from the lens or a mirror-like bounce: it sees lights. */
export const sharpPath = 1
/** A diffuse bounce lies behind: what it sees is softened against specks. */
export const softPath = 2
/** Still on the way to the first thing that describes the pixel to the filter. */
export const firstPath = 4

/** A wave of light paths, one entry each; all travel one segment per round. */
export interface Paths {
  count: number
  readonly ox: Float32Array
  readonly oy: Float32Array
  readonly oz: Float32Array
  readonly dx: Float32Array
  readonly dy: Float32Array
  readonly dz: Float32Array
  /** What the light found ahead is multiplied by. */
  readonly red: Float32Array
  readonly green: Float32Array
  readonly blue: Float32Array
  /** Density with which a rough reflection was chosen, for weighing it against light sampling; 0: exact mirror. */
  readonly density: Float32Array
  /** Distance travelled before this segment. */
  readonly travelled: Float32Array
  /** Which sample of the wave the path belongs to. */
  readonly sample: Int32Array
  /** Objects of glass it is inside of, or -1: the one that counts, and one beneath it. */
  readonly inside: Int16Array
  readonly insideToo: Int16Array
  /** Bounces so far. */
  readonly depth: Uint8Array
  readonly flags: Uint8Array
}

/** Room for `capacity` paths. */
export function createPaths(capacity: number): Paths {
  const floats = (): Float32Array => new Float32Array(capacity)
  return {
    count: 0,
    ox: floats(),
    oy: floats(),
    oz: floats(),
    dx: floats(),
    dy: floats(),
    dz: floats(),
    red: floats(),
    green: floats(),
    blue: floats(),
    density: floats(),
    travelled: floats(),
    sample: new Int32Array(capacity),
    inside: new Int16Array(capacity),
    insideToo: new Int16Array(capacity),
    depth: new Uint8Array(capacity),
    flags: new Uint8Array(capacity),
  }
}
