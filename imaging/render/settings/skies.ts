import { mix, type Rgb } from "#imaging/render/language/colours.ts"

/** Gradient between colours at rising heights. */
export function gradient(stops: readonly (readonly [number, Rgb])[], at: number): Rgb {
  for (let i = 0; i + 1 < stops.length; i += 1) {
    const [low, from] = stops[i] ?? [0, [0, 0, 0]]
    const [high, to] = stops[i + 1] ?? [1, from]
    if (at < high) return mix(from, to, Math.max(0, (at - low) / (high - low)))
  }
  return stops.at(-1)?.[1] ?? [0, 0, 0]
}

export function set(out: [number, number, number], c: Rgb): void {
  out[0] = c[0]
  out[1] = c[1]
  out[2] = c[2]
}

/** Sky by light: sunset, dust, day or night, bottom to top. */
export function skyStops(light: string): readonly (readonly [number, Rgb])[] {
  if (light === "golden" || light === "candlelight") {
    return [
      [0, [1.15, 0.72, 0.46]],
      [0.16, [1.02, 0.66, 0.52]],
      [0.4, [0.6, 0.56, 0.68]],
      [0.9, [0.3, 0.4, 0.62]],
    ]
  }
  // Dust from the desert hides the blue; the far end of a street fades into it.
  if (light === "harmattan") {
    return [
      [0, [0.93, 0.84, 0.7]],
      [0.3, [0.88, 0.79, 0.66]],
      [0.9, [0.74, 0.69, 0.62]],
    ]
  }
  if (light === "moonlight" || light === "dramatic" || light === "neon" || light === "street") {
    return [
      [0, [0.5, 0.5, 0.62]],
      [0.25, [0.26, 0.3, 0.46]],
      [0.9, [0.08, 0.1, 0.2]],
    ]
  }
  return [
    [0, [0.86, 0.93, 0.98]],
    [0.2, [0.62, 0.8, 0.96]],
    [0.9, [0.22, 0.44, 0.82]],
  ]
}
