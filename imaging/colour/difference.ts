/** A colour in CIE L*a*b* (D65). */
export type Lab = readonly [lightness: number, a: number, b: number]

/** Lab of an sRGB colour given as bytes. */
export function labOf(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [red, green, blue].map((byte) => {
    const v = byte / 255
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116)
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const radians = Math.PI / 180

/** CIEDE2000: about 1 is just noticeable. Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", 2005. */
export function colourDifference([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const meanChroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const shift = 0.5 * (1 - Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7)))
  const [x1, x2] = [a1 * (1 + shift), a2 * (1 + shift)]
  const [c1, c2] = [Math.hypot(x1, b1), Math.hypot(x2, b2)]
  const hue = (x: number, b: number): number => (x === 0 && b === 0 ? 0 : (Math.atan2(b, x) / radians + 360) % 360)
  const [h1, h2] = [hue(x1, b1), hue(x2, b2)]
  const isGrey = c1 * c2 === 0
  const turn = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180
  const deltaHue = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * radians)
  const meanHue = isGrey ? h1 + h2 : (h1 + turn / 2 + 360) % 360
  const [meanL, meanC] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const t =
    1 -
    0.17 * Math.cos((meanHue - 30) * radians) +
    0.24 * Math.cos(2 * meanHue * radians) +
    0.32 * Math.cos((3 * meanHue + 6) * radians) -
    0.2 * Math.cos((4 * meanHue - 63) * radians)
  const weightL = 1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2)
  const weightC = 1 + 0.045 * meanC
  const weightH = 1 + 0.015 * meanC * t
  const rotation =
    -2 *
    Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)) *
    Math.sin(60 * radians * Math.exp(-(((meanHue - 275) / 25) ** 2)))
  const [dl, dc, dh] = [(l2 - l1) / weightL, (c2 - c1) / weightC, deltaHue / weightH]
  return Math.sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh)
}
