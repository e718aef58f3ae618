/** The sRGB transfer curve (IEC 61966-2-1), both ways. Linear light is where blending, averaging and colour distances are right. */

/** One sRGB channel, 0 to 1, as linear light. */
export function srgbToLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Linear light as one sRGB channel; both 0 to 1, values outside are clamped. */
export function linearToSrgb(value: number): number {
  if (value <= 0) return 0
  if (value >= 1) return 1
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
}

/** Linear light of every sRGB byte: a table, because pictures ask millions of times. */
export const linearOfByte: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => srgbToLinear(byte / 255))

/** The nearest sRGB byte of a linear value. */
export function byteOfLinear(value: number): number {
  return Math.round(linearToSrgb(value) * 255)
}
