import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { fractalNoise, noise, smoothStep } from "#imaging/render/trace/noise.ts"
import { addBlobs, addTo, type Blob, blendTo, type Place, softBox, wallOf } from "./stage.ts"
import { snowfield, surfaceMaterial, wetAsphalt } from "./surfaces.ts"

/** Gradient between colours at rising heights. */
function gradient(stops: readonly (readonly [number, Rgb])[], at: number): Rgb {
  for (let i = 0; i + 1 < stops.length; i += 1) {
    const [low, from] = stops[i] ?? [0, [0, 0, 0]]
    const [high, to] = stops[i + 1] ?? [1, from]
    if (at < high) return mix(from, to, Math.max(0, (at - low) / (high - low)))
  }
  return stops.at(-1)?.[1] ?? [0, 0, 0]
}

function set(out: [number, number, number], c: Rgb): void {
  out[0] = c[0]
  out[1] = c[1]
  out[2] = c[2]
}

/** Sky by light: sunset, day or night, bottom to top. */
function skyStops(light: string): readonly (readonly [number, Rgb])[] {
  if (light === "golden" || light === "candlelight") {
    return [
      [0, [1.15, 0.72, 0.46]],
      [0.16, [1.02, 0.66, 0.52]],
      [0.4, [0.6, 0.56, 0.68]],
      [0.9, [0.3, 0.4, 0.62]],
    ]
  }
  if (light === "moonlight" || light === "dramatic" || light === "neon") {
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

/** Sand, a turquoise sea with surf, a wide sky. */
export const beach: Place = ({ floor, light, side, random }) => {
  const stops = skyStops(light)
  const isWarm = light === "golden"
  const seed = random() * 40
  const deep: Rgb = isWarm ? [0.16, 0.3, 0.36] : [0.04, 0.3, 0.42]
  const near: Rgb = isWarm ? [0.5, 0.52, 0.46] : [0.3, 0.72, 0.7]
  const shore = -0.085
  return {
    ground: { material: floor ?? surfaceMaterial("sand", null, 1), fade: { from: 5.5, to: 12 } },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      const horizon = 0.035
      if (gy > horizon) {
        set(out, gradient(stops, gy - horizon))
        const cloud = smoothStep(0.5, 0.78, fractalNoise(gx * 2.2 + seed, gy * 9, 2, 5))
        blendTo(out, isWarm ? [1.15, 0.78, 0.62] : [1, 1, 1], cloud * 0.55 * smoothStep(0.02, 0.12, gy - horizon))
        const sun = Math.hypot(gx - side * 0.34, (gy - 0.13) * 1.05)
        if (isWarm) addTo(out, [1.3, 0.78, 0.38], Math.exp(-sun * sun * 26) * 0.8 + smoothStep(0.05, 0.035, sun) * 1.6)
      } else {
        const k = smoothStep(horizon, shore, gy)
        set(out, mix(deep, near, k * k))
        const ripple = noise(gx * 26 + seed, gy * 240, 1) - 0.5
        const glitter = isWarm ? Math.exp(-(((gx - side * 0.34) / 0.16) ** 2)) : 0.12
        addTo(out, isWarm ? [1, 0.62, 0.34] : [1, 1, 1], Math.max(0, ripple) * 0.9 * glitter)
        const edge = shore + 0.012 * (noise(gx * 5 + seed, 0.5, 3) - 0.5) + 0.006 * noise(gx * 19, 2, 4)
        blendTo(out, [0.95, 0.92, 0.88], smoothStep(0.013, 0.002, Math.abs(gy - edge)) * 0.9)
        const surf = edge + 0.045
        blendTo(
          out,
          [0.92, 0.92, 0.9],
          smoothStep(0.006, 0.001, Math.abs(gy - surf - 0.006 * noise(gx * 9, 1, 7))) * 0.5,
        )
        blendTo(out, isWarm ? [0.62, 0.44, 0.3] : [0.66, 0.54, 0.4], smoothStep(edge + 0.004, edge - 0.03, gy))
      }
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.75,
  }
}

/** Out-of-focus leaves with light breaking through, trunks far behind. */
export const forest: Place = ({ floor, light, random }) => {
  const gaps: Blob[] = []
  const greens: Rgb[] = [
    [0.4, 0.62, 0.16],
    [0.62, 0.78, 0.3],
    [0.22, 0.44, 0.12],
    [1, 0.97, 0.66],
  ]
  for (let i = 0; i < 110; i += 1) {
    gaps.push({
      x: (random() - 0.5) * 2.2,
      y: -0.04 + random() * 0.9,
      radius: 0.018 + random() ** 2 * 0.07,
      color: greens[Math.floor(random() * 4)] ?? [0.4, 0.6, 0.2],
      power: 0.12 + random() * 0.42,
    })
  }
  const trunks = Array.from({ length: 7 }, () => ({
    x: (random() - 0.5) * 1.9,
    w: 0.018 + random() * 0.04,
    d: random(),
  }))
  const warm = light === "golden" ? 1.25 : 1
  return {
    ground: { material: floor ?? mossGround(), fade: { from: 4, to: 9 } },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      const n = fractalNoise(gx * 2.4 + 5, gy * 2.4, 1, 4)
      const high = Math.max(0, Math.min(1, gy * 1.4))
      set(out, [(0.05 + 0.16 * n + 0.14 * high) * warm, 0.1 + 0.22 * n + 0.16 * high, 0.035 + 0.07 * n + 0.05 * high])
      for (const trunk of trunks) {
        const bend = 0.02 * Math.sin(gy * 4 + trunk.d * 9)
        const k = softBox(gx, gy, trunk.x + bend, 0.5, trunk.w * (1.1 - gy * 0.4), 0.6, 0.014)
        blendTo(out, mix([0.06, 0.05, 0.03], [0.14, 0.19, 0.1], trunk.d), k * 0.85)
      }
      addBlobs(out, gaps, gx, gy)
      blendTo(out, [0.1, 0.14, 0.05], smoothStep(0.03, -0.12, gy))
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.9,
  }
}

function mossGround() {
  const grass = surfaceMaterial("grass", null, 2)
  return { ...grass, color: linear("#2a3d1c") }
}

/** A sunny garden: lawn, blurred hedges with blossoms, bright sky. */
export const garden: Place = ({ floor, light, random }) => {
  const flowers: Blob[] = []
  const tones: Rgb[] = ["#e58aa4", "#f2d24a", "#f3efe6", "#c45a7a", "#b89ad0"].map(linear)
  for (let i = 0; i < 70; i += 1) {
    flowers.push({
      x: (random() - 0.5) * 2,
      y: 0.0 + random() * 0.2,
      radius: 0.012 + random() * 0.026,
      color: tones[Math.floor(random() * 5)] ?? [1, 1, 1],
      power: 0.35 + random() * 0.35,
    })
  }
  const stops = skyStops(light)
  return {
    ground: { material: floor ?? surfaceMaterial("grass", null, 1), fade: { from: 4.5, to: 10 } },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      const hedge = 0.24 + 0.12 * fractalNoise(gx * 2.2 + 4, 1, 5, 3)
      const n = fractalNoise(gx * 5, gy * 5, 3, 4)
      set(out, mix([0.06, 0.16, 0.035], [0.34, 0.52, 0.16], n * (0.5 + gy)))
      blendTo(out, gradient(stops, gy * 0.6), smoothStep(hedge - 0.05, hedge + 0.07, gy))
      addBlobs(out, flowers, gx, gy)
      blendTo(out, [0.17, 0.27, 0.07], smoothStep(0.03, -0.1, gy))
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.8,
  }
}

/** Dunes in layers under a clear warm sky. */
export const desert: Place = ({ floor, light, side, random }) => {
  const stops = skyStops(light)
  const seed = random() * 20
  const layers = [0.2, 0.13, 0.07, 0.02].map((base, i) => ({ base, phase: seed + i * 2.3, wave: 1.5 + i * 0.9 }))
  return {
    ground: {
      material:
        floor ??
        surfaceMaterial(
          "sand",
          { colours: [linear("#d39a5e")], materials: [], pattern: null, wide: 1, tall: 1, outline: null, words: [] },
          1,
        ),
      fade: { from: 5, to: 11 },
    },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      set(out, gradient(stops, gy))
      layers.forEach((layer, i) => {
        const ridge =
          layer.base +
          0.05 * Math.sin(gx * layer.wave + layer.phase) +
          0.02 * Math.sin(gx * layer.wave * 2.7 + layer.phase * 2)
        const slope = Math.cos(gx * layer.wave + layer.phase) * side
        const lit = mix([0.42, 0.2, 0.1], [0.92, 0.52, 0.26], 0.5 + 0.5 * slope)
        const hazy = mix(lit, [1, 0.72, 0.5], 0.42 - i * 0.12)
        blendTo(out, hazy, smoothStep(ridge + 0.006, ridge - 0.006, gy))
      })
      blendTo(out, [0.62, 0.36, 0.18], smoothStep(0.02, -0.1, gy))
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.75,
  }
}

/** A city at night on wet asphalt: lit windows, shop signs and headlights out of focus; by day a hazy street. */
export const city: Place = ({ floor, light, random }) => {
  const isDay = light === "soft" || light === "daylight" || light === "golden"
  const bokeh: Blob[] = []
  const tones: Rgb[] = [
    [1, 0.2, 0.5],
    [0.2, 0.6, 1],
    [1, 0.6, 0.2],
    [0.6, 0.3, 1],
    [0.3, 1, 0.9],
    [1, 0.85, 0.6],
  ]
  for (let i = 0; i < (isDay ? 14 : 95); i += 1) {
    bokeh.push({
      x: (random() - 0.5) * 2.2,
      y: -0.03 + random() * 0.6,
      radius: 0.014 + random() ** 2 * 0.055,
      color: tones[Math.floor(random() * 6)] ?? [1, 1, 1],
      power: (0.3 + random() * 1.6) * (isDay ? 0.25 : 1),
    })
  }
  const towers = Array.from({ length: 13 }, (_, i) => ({
    x: -1.1 + i * 0.18 + random() * 0.06,
    w: 0.06 + random() * 0.06,
    h: 0.25 + random() * 0.45,
    tone: random(),
  }))
  const stops = skyStops(light)
  return {
    ground: {
      material: floor ?? (isDay ? surfaceMaterial("stone", null, 4) : wetAsphalt()),
      fade: { from: 5.5, to: 13 },
    },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      if (isDay) set(out, gradient(stops, gy))
      else
        set(out, [
          0.05 + 0.1 * Math.max(0, 0.5 - gy),
          0.035 + 0.05 * Math.max(0, 0.5 - gy),
          0.11 + 0.16 * Math.max(0, 0.6 - gy),
        ])
      for (const tower of towers) {
        const k = softBox(gx, gy, tower.x, tower.h / 2 - 0.1, tower.w, tower.h / 2 + 0.1, 0.012)
        const window =
          Math.sin(gx * 190) > 0.2 && Math.sin(gy * 150 + tower.tone * 9) > 0.1 ? noise(gx * 60, gy * 48, 3) : 0
        const wallTone: Rgb = isDay ? mix([0.5, 0.53, 0.58], [0.72, 0.68, 0.62], tower.tone) : [0.03, 0.028, 0.06]
        const lit: Rgb = isDay ? [0.3, 0.35, 0.42] : [0.9, 0.62, 0.3]
        blendTo(out, mix(wallTone, lit, smoothStep(0.45, 0.75, window) * (isDay ? 0.35 : 0.6)), k * 0.92)
      }
      addBlobs(out, bokeh, gx, gy)
      blendTo(out, isDay ? [0.35, 0.34, 0.33] : [0.035, 0.03, 0.055], smoothStep(0.0, -0.12, gy) * 0.8)
    },
    objects: [],
    horizon: 0.075,
    ambient: isDay ? 0.7 : 1.1,
  }
}

/** Above the clouds. */
export const sky: Place = ({ floor, light, random }) => {
  const stops = skyStops(light)
  const seed = random() * 30
  const white: Rgb = light === "golden" ? [1.1, 0.84, 0.7] : [1, 1, 1]
  return {
    ground: {
      material: floor ?? { ...snowfield(), color: light === "golden" ? [0.9, 0.78, 0.7] : [0.86, 0.9, 0.95] },
      fade: { from: 2.6, to: 6.5 },
    },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      set(out, gradient(stops, gy * 0.7 + 0.05))
      const puffs = fractalNoise(gx * 2.4 + seed, gy * 3.6, 1, 5)
      const bank = smoothStep(0.3, -0.02, gy + (puffs - 0.5) * 0.42)
      const shade = 0.82 + 0.24 * fractalNoise(gx * 4 + seed, gy * 6 + 0.06, 2, 4)
      blendTo(
        out,
        [white[0] * shade, white[1] * shade, white[2] * Math.min(1, shade * 1.04)],
        Math.max(bank, smoothStep(0.58, 0.76, puffs) * 0.8),
      )
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.9,
  }
}

/** Snow, far mountains and firs. */
export const snow: Place = ({ floor, light, random }) => {
  const stops = skyStops(light)
  const seed = random() * 30
  const firs = Array.from({ length: 22 }, () => ({ x: (random() - 0.5) * 2.2, h: 0.05 + random() * 0.13 }))
  return {
    ground: { material: floor ?? snowfield(), fade: { from: 4.5, to: 10 } },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      set(out, mix(gradient(stops, gy), [0.85, 0.9, 0.96], 0.35))
      const ridge = 0.16 + 0.17 * fractalNoise(gx * 1.9 + seed, 3, 1, 5)
      const rock = fractalNoise(gx * 7 + seed, gy * 9, 2, 4)
      const face = mix([0.5, 0.58, 0.7], [0.9, 0.94, 1], smoothStep(0.4, 0.55, rock))
      blendTo(out, mix(face, [0.8, 0.87, 0.95], 0.35), smoothStep(ridge + 0.008, ridge - 0.008, gy))
      for (const fir of firs) {
        const up = (gy - 0.02) / fir.h
        if (up < 0 || up > 1) continue
        blendTo(out, [0.1, 0.17, 0.17], smoothStep(0.012, -0.004, Math.abs(gx - fir.x) - (1 - up) * fir.h * 0.3) * 0.8)
      }
      blendTo(out, [0.82, 0.86, 0.92], smoothStep(0.05, -0.02, gy))
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.85,
  }
}
