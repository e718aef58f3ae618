import { mix, type Rgb } from "#imaging/render/language/colours.ts"
import { fractalNoise, noise, smoothStep } from "#imaging/render/trace/noise.ts"
import type { LightName } from "./lights.ts"
import { gradient, set, skyStops } from "./skies.ts"
import { addBlobs, type Blob, blendTo, type Place, softBox, wallOf } from "./stage.ts"
import { snowfield, surfaceMaterial, wetAsphalt } from "./surfaces.ts"

/** Whether a light is that of the day, in which no window and no sign shines. */
export function isLitByDay(light: LightName): boolean {
  return light === "soft" || light === "daylight" || light === "golden" || light === "harmattan"
}

/** A city at night on wet asphalt: lit windows, shop signs and headlights out of focus; by day a hazy street. */
export const city: Place = ({ floor, light, random }) => {
  const isDay = isLitByDay(light)
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
