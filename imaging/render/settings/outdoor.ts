import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { fractalNoise, noise, smoothStep } from "#imaging/render/trace/noise.ts"
import { gradient, set, skyStops } from "./skies.ts"
import { addBlobs, addTo, type Blob, blendTo, type Place, softBox, wallOf } from "./stage.ts"
import { surfaceMaterial } from "./surfaces.ts"

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
