// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds
import type { Camera, Sky } from "#imaging/render/scene/scene.ts"
import type { LensFrame } from "./lens.ts"

/** A table over a square of coordinates, filled where it is first asked and read smoothly. */
function lazyTable(width: number, height: number, fill: (x: number, y: number, out: [number, number, number]) => void) {
  const cells = new Float32Array(width * height * 3).fill(Number.NaN)
  const value: [number, number, number] = [0, 0, 0]
  const cell = (x: number, y: number): number => {
    const at = (y * width + x) * 3
    if (!Number.isNaN(cells[at]!)) return at
    value[0] = value[1] = value[2] = 0
    fill(x, y, value)
    cells[at] = value[0]
    cells[at + 1] = value[1]
    cells[at + 2] = value[2]
    return at
  }
  /** Smooth value at cell coordinates. */
  return (sx: number, sy: number, out: [number, number, number]): void => {
    const fx = Math.floor(sx)
    const fy = Math.floor(sy)
    const u = sx - fx
    const v = sy - fy
    const x0 = Math.max(0, Math.min(width - 1, fx))
    const x1 = Math.max(0, Math.min(width - 1, fx + 1))
    const y0 = Math.max(0, Math.min(height - 1, fy))
    const y1 = Math.max(0, Math.min(height - 1, fy + 1))
    const a = cell(x0, y0)
    const b = cell(x1, y0)
    const c = cell(x0, y1)
    const d = cell(x1, y1)
    const wa = (1 - u) * (1 - v)
    const wb = u * (1 - v)
    const wc = (1 - u) * v
    const wd = u * v
    out[0] = cells[a]! * wa + cells[b]! * wb + cells[c]! * wc + cells[d]! * wd
    out[1] = cells[a + 1]! * wa + cells[b + 1]! * wb + cells[c + 1]! * wc + cells[d + 1]! * wd
    out[2] = cells[a + 2]! * wa + cells[b + 2]! * wb + cells[c + 2]! * wc + cells[d + 2]! * wd
  }
}

const environmentCells = 224

/**
 * The environment as a table over directions: any function costs the same, about 15 ns. Directions are
 * folded onto a square (octahedral map, Meyer et al. 2010), so that no angles need to be worked out.
 */
export function tabulateEnvironment(sky: Sky): Sky {
  const table = lazyTable(environmentCells, environmentCells, (i, j, out) => {
    let x = ((i + 0.5) / environmentCells) * 2 - 1
    let z = ((j + 0.5) / environmentCells) * 2 - 1
    const y = 1 - Math.abs(x) - Math.abs(z)
    if (y < 0) {
      const folded = (1 - Math.abs(z)) * (x < 0 ? -1 : 1)
      z = (1 - Math.abs(x)) * (z < 0 ? -1 : 1)
      x = folded
    }
    const size = 1 / Math.hypot(x, y, z)
    sky(x * size, y * size, z * size, out)
  })
  const half = environmentCells / 2
  return (x, y, z, out) => {
    const scale = 1 / (Math.abs(x) + Math.abs(y) + Math.abs(z))
    let u = x * scale
    let v = z * scale
    if (y < 0) {
      const folded = (1 - Math.abs(v)) * (u < 0 ? -1 : 1)
      v = (1 - Math.abs(u)) * (v < 0 ? -1 : 1)
      u = folded
    }
    table((u + 1) * half - 0.5, (v + 1) * half - 0.5, out)
  }
}

const backdropCells = 640
/** How far beyond the frame the backdrop's table reaches: lens and refraction look a little past it. */
const backdropReach = 1.3

/** The backdrop as a table over the frame; directions outside it are asked directly. */
export function tabulateBackdrop(sky: Sky, camera: Camera, frame: LensFrame): Sky {
  const half = Math.tan((camera.fov * Math.PI) / 360) * backdropReach
  const { forward: f, right: r, up: u } = frame
  const table = lazyTable(backdropCells, backdropCells, (i, j, out) => {
    const sx = (((i + 0.5) / backdropCells) * 2 - 1) * half
    const sy = (((j + 0.5) / backdropCells) * 2 - 1) * half
    const x = f[0] + r[0] * sx + u[0] * sy
    const y = f[1] + r[1] * sx + u[1] * sy
    const z = f[2] + r[2] * sx + u[2] * sy
    const size = 1 / Math.hypot(x, y, z)
    sky(x * size, y * size, z * size, out)
  })
  return (x, y, z, out) => {
    const ahead = x * f[0] + y * f[1] + z * f[2]
    const sx = (x * r[0] + y * r[1] + z * r[2]) / ahead / half
    const sy = (x * u[0] + y * u[1] + z * u[2]) / ahead / half
    if (ahead < 0.05 || Math.abs(sx) > 1 || Math.abs(sy) > 1) sky(x, y, z, out)
    else table((sx * 0.5 + 0.5) * backdropCells - 0.5, (sy * 0.5 + 0.5) * backdropCells - 0.5, out)
  }
}
