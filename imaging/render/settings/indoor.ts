import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { fractalNoise, smoothStep } from "#imaging/render/trace/noise.ts"
import { addBlobs, addTo, type Blob, blendTo, type Place, softBox, wallOf } from "./stage.ts"
import { plainFloor, surfaceMaterial, tiles } from "./surfaces.ts"

/** Where a painted room's floor and table melt away. */
const fade = { from: 4.2, to: 9 }

/** Below the horizon the painted room continues the floor's tone, so that floor and picture meet softly. */
function below(out: [number, number, number], gy: number, color: Rgb): void {
  blendTo(out, color, smoothStep(0.015, -0.12, gy))
}

/** A bright kitchen: tiles, a window, a shelf with jars, all out of focus. */
export const kitchen: Place = ({ floor, side, random, light }) => {
  const wallColor = linear("#d9d5cb")
  const jars: { x: number; w: number; h: number; c: Rgb }[] = []
  const tones = ["#b8673f", "#7d8a6a", "#e4ddd0", "#c79a55", "#5b6a70", "#efe9df"].map(linear)
  for (let i = 0; i < 9; i += 1) {
    jars.push({
      x: -side * (0.08 + i * 0.085),
      w: 0.022 + random() * 0.016,
      h: 0.035 + random() * 0.045,
      c: tones[Math.floor(random() * 6)] ?? wallColor,
    })
  }
  return {
    ground: { material: floor ?? surfaceMaterial("wood", null, 3), fade },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      const tileX = Math.abs((gx * 9) % 1) < 0.05 || Math.abs((gy * 14) % 1) < 0.06 ? 0.94 : 1
      for (let i = 0; i < 3; i += 1) out[i] = (wallColor[i] ?? 0) * (0.62 + gy * 0.25) * tileX
      const window = softBox(gx, gy, side * 0.36, 0.28, 0.17, 0.2, 0.025)
      const bars = 1 - softBox(gx, gy, side * 0.36, 0.28, 0.008, 0.3, 0.012) * 0.7
      addTo(out, light === "moonlight" ? [0.2, 0.3, 0.6] : [1.25, 1.22, 1.12], window * bars)
      blendTo(out, linear("#8a5c38"), softBox(gx, gy, -side * 0.42, 0.145, 0.42, 0.008, 0.008))
      for (const jar of jars) blendTo(out, jar.c, softBox(gx, gy, jar.x, 0.155 + jar.h, jar.w, jar.h, 0.01) * 0.92)
      below(out, gy, [0.2, 0.13, 0.085])
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.6,
  }
}

/** A quiet living room: plaster wall, picture, window light, a plant. */
export const livingRoom: Place = ({ floor, side, palette, random, look }) => {
  const wallColor = look?.colours[0] ?? mix(palette.pale, linear("#d8c8b4"), 0.55)
  const leaf: Blob[] = []
  for (let i = 0; i < 26; i += 1) {
    leaf.push({
      x: -side * (0.44 + (random() - 0.5) * 0.2),
      y: 0.1 + random() * 0.3,
      radius: 0.03 + random() * 0.04,
      color: linear("#3d5a34"),
      power: 1,
    })
  }
  const art = mix(palette.deep, linear("#b8673f"), 0.4)
  return {
    ground: { material: floor ?? surfaceMaterial("wood", null, 7), fade: { from: 5, to: 11 } },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      const sun = softBox(gx + gy * 0.35 * side, gy, side * 0.12, 0.24, 0.16, 0.16, 0.03)
      for (let i = 0; i < 3; i += 1) out[i] = (wallColor[i] ?? 0) * (0.72 + 0.12 * gy + sun * 0.3)
      const frame = softBox(gx, gy, -side * 0.08, 0.27, 0.105, 0.13, 0.006)
      blendTo(out, linear("#8a6a48"), frame)
      blendTo(out, linear("#efe8da"), softBox(gx, gy, -side * 0.08, 0.27, 0.097, 0.122, 0.006))
      blendTo(out, art, smoothStep(0.055, 0.045, Math.hypot(gx + side * 0.08, gy - 0.285)))
      for (const blob of leaf) {
        const r = Math.hypot(gx - blob.x, (gy - blob.y) * 0.7) / blob.radius
        blendTo(out, blob.color, smoothStep(1.1, 0.7, r) * 0.7)
      }
      blendTo(out, linear("#efe9df"), softBox(gx, gy, 0, 0.03, 3, 0.014, 0.006) * 0.8)
      below(out, gy - 0.016, [0.2, 0.12, 0.07])
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.6,
  }
}

/** A spa bathroom: pale tiles, steam-soft window, leaves. */
export const bathroom: Place = ({ floor, side, random }) => {
  const tile = linear("#c6d3cb")
  const leaf: Blob[] = []
  for (let i = 0; i < 18; i += 1)
    leaf.push({
      x: -side * (0.4 + random() * 0.25),
      y: 0.12 + random() * 0.36,
      radius: 0.04 + random() * 0.05,
      color: linear("#5f8458"),
      power: 1,
    })
  return {
    ground: { material: floor ?? tiles(linear("#b4c2ba"), linear("#8f9a94"), 0.62), fade },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      const joint = Math.abs((gx * 7 + 50) % 1) < 0.045 || Math.abs((gy * 7 + 50) % 1) < 0.045 ? 0.93 : 1
      const lit = softBox(gx, gy, side * 0.4, 0.3, 0.2, 0.26, 0.12)
      for (let i = 0; i < 3; i += 1) out[i] = (tile[i] ?? 0) * (0.85 + 0.2 * gy) * 0.8 * joint + lit * 0.45
      for (const blob of leaf)
        blendTo(out, blob.color, smoothStep(1.15, 0.6, Math.hypot(gx - blob.x, gy - blob.y) / blob.radius) * 0.55)
      below(out, gy, [0.55, 0.6, 0.56])
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.7,
  }
}

/** A café in the evening: dark wood, strings of warm lamps out of focus. */
export const cafe: Place = ({ floor, random }) => {
  const lamps: Blob[] = []
  for (let i = 0; i < 34; i += 1) {
    lamps.push({
      x: (random() - 0.5) * 1.8,
      y: 0.02 + random() * 0.55,
      radius: 0.02 + random() ** 2 * 0.055,
      color: [1, 0.62 + random() * 0.2, 0.28],
      power: 0.5 + random() * 1.3,
    })
  }
  return {
    ground: { material: floor ?? surfaceMaterial("wood", null, 11), fade },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      const n = fractalNoise(gx * 3 + 8, gy * 3, 2, 3)
      out[0] = 0.19 + 0.18 * n
      out[1] = 0.11 + 0.12 * n
      out[2] = 0.06 + 0.08 * n
      addBlobs(out, lamps, gx, gy)
      below(out, gy, [0.16, 0.085, 0.045])
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.8,
  }
}

/** A light office: window grid, grey wall, screens and shelves as soft shapes. */
export const office: Place = ({ floor, side, random }) => {
  const shelves: Rgb[] = ["#7a8790", "#c9a66b", "#e8e4dc", "#4a565e", "#b8673f"].map(linear)
  const books = Array.from({ length: 16 }, () => ({
    w: 0.008 + random() * 0.012,
    h: 0.03 + random() * 0.025,
    c: shelves[Math.floor(random() * 5)] ?? linear("#888888"),
  }))
  return {
    ground: {
      material:
        floor ??
        surfaceMaterial(
          "wood",
          { colours: [linear("#b48a5e")], materials: [], pattern: null, wide: 1, tall: 1, outline: null, words: [] },
          5,
        ),
      fade,
    },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      for (let i = 0; i < 3; i += 1) out[i] = [0.62, 0.63, 0.64][i] ?? 0
      const pane = (cx: number): number => softBox(gx, gy, cx, 0.3, 0.11, 0.22, 0.012)
      addTo(out, [0.75, 0.8, 0.85], pane(side * 0.25) + pane(side * 0.5))
      let left = -side * 0.14
      for (const row of [0.13, 0.26]) {
        blendTo(out, linear("#a9825a"), softBox(gx, gy, -side * 0.38, row, 0.28, 0.007, 0.006))
        left = -side * 0.12
        for (const book of books) {
          left -= side * (book.w * 2 + 0.006)
          blendTo(out, book.c, softBox(gx, gy, left, row + book.h, book.w, book.h, 0.007) * 0.9)
        }
      }
      below(out, gy, [0.36, 0.25, 0.16])
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.7,
  }
}

/** A gym: dark wall, light strips, rubber floor. */
export const gym: Place = ({ floor, random }) => {
  const racks = Array.from({ length: 9 }, (_, i) => ({
    x: -0.8 + i * 0.2 + random() * 0.06,
    h: 0.05 + random() * 0.05,
  }))
  const rubber = plainFloor(linear("#5a5b60"))
  return {
    ground: {
      material: floor ?? {
        ...rubber,
        texture: (s, x, _y, z) => {
          const fleck = fractalNoise(x * 22, 0, z * 22, 1)
          const amount = fleck > 0.74 ? 0.5 : 0
          for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 + amount)
        },
      },
      fade: { from: 5, to: 12 },
    },
    paint: (x, y, z, out) => {
      const [gx, gy] = wallOf(x, y, z)
      const tone = 0.24 + 0.1 * gy
      out[0] = tone
      out[1] = tone * 1.02
      out[2] = tone * 1.08
      for (const lift of [0.36, 0.5])
        addTo(out, [1.5, 1.45, 1.35], softBox(gx, gy - gx * 0.08, 0, lift, 0.62, 0.008, 0.012))
      for (const rack of racks) {
        blendTo(
          out,
          [0.03, 0.03, 0.034],
          smoothStep(1.1, 0.85, Math.hypot((gx - rack.x) / 0.05, (gy - 0.1) / rack.h)) * 0.9,
        )
      }
      blendTo(out, [0.05, 0.05, 0.055], softBox(gx, gy, 0, 0.045, 1, 0.01, 0.008))
      below(out, gy, [0.05, 0.05, 0.055])
    },
    objects: [],
    horizon: 0.075,
    ambient: 0.9,
  }
}
