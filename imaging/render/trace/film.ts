/** Pixels of margin on every side of a plane, so that filters may read beyond the picture. */
export const margin = 32

const planeNames = [
  // Sums over samples; means after the resolve pass.
  ...["red", "green", "blue", "albedoRed", "albedoGreen", "albedoBlue"],
  ...["normalX", "normalY", "normalZ", "depth"],
  // Samples that said what the pixel shows (some paths through glass never do).
  "described",
  // Statistics of the luminance per sample, number of samples, object number.
  ...["luminance", "luminanceSquared", "samples", "object"],
  // How fast depth changes from pixel to pixel, for the filter.
  "slope",
  // Two sets of working planes for the filters.
  ...["workRed", "workGreen", "workBlue", "workVariance"],
  ...["nextRed", "nextGreen", "nextBlue", "nextVariance"],
] as const

const figureCount = 16

export type PlaneName = (typeof planeNames)[number]

/** Everything known about a picture while it is drawn, in memory that several threads share. */
export interface Film {
  readonly width: number
  readonly height: number
  /** Entries per row of a plane, margins included. */
  readonly stride: number
  /** The WebAssembly memory that holds it all; hand it to `openFilm` on other threads. */
  readonly memory: object
  readonly planes: Readonly<Record<PlaneName, Float32Array>>
  /** Pixel numbers (y × width + x) that deserve extra samples; entry 0 is how many. */
  readonly noisy: Int32Array
  /** Numbers about the whole picture that one phase leaves for the next; see `post/measure.ts`. */
  readonly figures: Float32Array
  /** Glow of bright places, a quarter of the size, three numbers per place, then the same for the red halo of film. */
  readonly glow: Float32Array
  readonly glowWidth: number
  readonly glowHeight: number
  /** Finished picture, sRGB bytes, three per pixel. */
  readonly output: Uint8Array
}

/** Byte address of a plane inside the film's memory. */
export function planeAddress(width: number, height: number, name: PlaneName): number {
  const { stride, planeBytes } = layoutOf(width, height)
  return stride * 4 * margin + planeNames.indexOf(name) * planeBytes
}

function layoutOf(width: number, height: number) {
  const stride = (Math.ceil(width / 4) + 1) * 4 + margin * 2
  const planeBytes = stride * (height + margin * 2) * 4
  const planesEnd = stride * 4 * margin * 2 + planeNames.length * planeBytes
  const noisyAt = planesEnd
  const figuresAt = noisyAt + (width * height + 4) * 4
  const glowAt = figuresAt + figureCount * 4
  const glowWidth = Math.ceil(width / 4)
  const glowHeight = Math.ceil(height / 4)
  const outputAt = glowAt + glowWidth * glowHeight * 6 * 4
  const pages = Math.ceil((outputAt + width * height * 3) / 65536)
  return { stride, planeBytes, noisyAt, figuresAt, glowAt, glowWidth, glowHeight, outputAt, pages }
}

/** Pages of the film's memory, for modules that import it. */
export const filmPages = (width: number, height: number): number => layoutOf(width, height).pages

/** Place of a pixel inside every plane. */
export const planeIndex = (film: Film, x: number, y: number): number => (y + margin) * film.stride + x + margin

/** Views on a film that another thread made. */
export function openFilm(width: number, height: number, memory: object): Film {
  const { stride, planeBytes, noisyAt, figuresAt, glowAt, glowWidth, glowHeight, outputAt } = layoutOf(width, height)
  const { buffer } = memory as { buffer: SharedArrayBuffer }
  const planes = Object.fromEntries(
    planeNames.map((name) => [name, new Float32Array(buffer, planeAddress(width, height, name), planeBytes / 4)]),
  ) as Record<PlaneName, Float32Array>
  return {
    width,
    height,
    stride,
    memory,
    planes,
    noisy: new Int32Array(buffer, noisyAt, width * height + 4),
    figures: new Float32Array(buffer, figuresAt, figureCount),
    glow: new Float32Array(buffer, glowAt, glowWidth * glowHeight * 6),
    glowWidth,
    glowHeight,
    output: new Uint8Array(buffer, outputAt, width * height * 3),
  }
}

/** Memory for a film of this size; about 130 bytes per pixel. A larger one that is left over serves as well. */
export function createFilmMemory(width: number, height: number): object {
  const pages = filmPages(width, height)
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
}

/** A film that nobody else has. */
export const createFilm = (width: number, height: number): Film =>
  openFilm(width, height, createFilmMemory(width, height))

/** Planes, to be cleared one by one. */
export const planeCount = planeNames.length

/** Makes one plane black, margins included. */
export function clearPlane(film: Film, number: number): void {
  const name = planeNames[number]
  if (name) film.planes[name].fill(0)
}
