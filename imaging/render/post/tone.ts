/**
 * Khronos PBR Neutral tone mapping (specification of 2024), in place: colours of products stay as they
 * are up to 0.8, brighter ones are pressed toward white.
 */
export function toneNeutral(c: [number, number, number]): void {
  const low = Math.min(c[0], c[1], c[2])
  const offset = low < 0.08 ? low - 6.25 * low * low : 0.04
  c[0] -= offset
  c[1] -= offset
  c[2] -= offset
  const peak = Math.max(c[0], c[1], c[2])
  if (peak < 0.76) return
  const pressed = 1 - 0.0576 / (peak - 0.52)
  const scale = pressed / peak
  const toWhite = 1 - 1 / (0.15 * (peak - pressed) + 1)
  for (let k = 0; k < 3; k++) {
    const value = (c[k] ?? 0) * scale
    c[k] = value + (pressed - value) * toWhite
  }
}

/** Curve of cinema film: long shoulder, deep toe (fit by Narkowicz, 2016). */
export function toneFilm(x: number): number {
  const v = Math.max(0, x)
  return (v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14)
}

const steps = 4096

/** Table from linear 0 to 1 to display 0 to 255, with an S of contrast (0 is none). */
export function displayTable(contrast: number): Float32Array {
  const table = new Float32Array(steps + 2)
  for (let i = 0; i < table.length; i++) {
    const linear = Math.min(1, i / steps)
    const v = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
    const curved = v * v * (3 - 2 * v)
    table[i] = (v + (curved - v) * contrast * 2) * 255
  }
  return table
}

/** Reads a display table. */
export function toDisplay(table: Float32Array, linear: number): number {
  const at = Math.min(1, Math.max(0, linear)) * steps
  const i = at | 0
  const low = table[i] ?? 0
  return low + ((table[i + 1] ?? low) - low) * (at - i)
}
