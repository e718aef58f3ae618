import { linear, luminance, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { type Mesh, mapMesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import { puff } from "#imaging/render/mesh/puff.ts"
import type { Surface, Texture } from "#imaging/render/scene/scene.ts"
import { cut, union } from "#imaging/render/sdf/combine.ts"
import { translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { box } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { type Kit, type Model, namedColour, solid } from "#imaging/render/subjects/kit/kit.ts"
import { labelPrint } from "#imaging/render/subjects/kit/label.ts"
import { fractalTable } from "#imaging/render/trace/noise.ts"

const creases = () => fractalTable(4, 0)
const white = linear("#f6f5f1")
const film = { kind: "glossy" as const, color: white }

/** The film's colours: its ground, the wave that crosses it, and letters that are read on the ground. */
function inksOf(kit: Kit): { ground: Rgb; wave: Rgb; letters: Rgb } {
  const ground = namedColour(kit.look) ?? mix(kit.palette.product, white, 0.12)
  const second = kit.look.colours.find((color) => color !== ground)
  const isPale = luminance(ground) > 0.45
  return {
    ground,
    wave: second ?? (isPale ? kit.palette.product : mix(ground, white, 0.8)),
    letters: isPale ? mix(kit.palette.deep, [0, 0, 0.02], 0.5) : white,
  }
}

const put = (s: Surface, color: Rgb): void => {
  for (let i = 0; i < 3; i += 1) s.color[i] = color[i] ?? 0
}

/** Whether a place, in units of its half width, is on a diaper seen from the front; 2 is its elastic, 3 a tape. */
function onDiaper(u: number, v: number): 0 | 1 | 2 | 3 {
  const x = Math.abs(u)
  if (x > 0.9 || v < -0.62 || v > 0.55 + 0.07 * u * u) return 0
  const leg = Math.hypot(x - 1.05, v + 0.62)
  if (leg < 0.64) return 0
  if (leg < 0.7 || (v > 0.44 + 0.07 * u * u && v < 0.47 + 0.07 * u * u)) return 2
  return x > 0.5 && x < 0.82 && v > 0.2 && v < 0.36 ? 3 : 1
}

/** A plump pack of diapers: film around a pressed stack, a sealed edge with a hole to carry it by, a diaper printed on its front. */
export function diapers(kit: Kit): Model {
  const { ground, wave, letters } = inksOf(kit)
  const text = kit.text()
  const art = text ? labelPrint(text, 3.4, 0.9) : null
  const skin = kit.body({ ...film, color: ground })
  const [wide, tall, deep] = [0.86, 0.62, 0.4]
  const disc = luminance(ground) > 0.45 ? mix(wave, white, 0.45) : mix(ground, white, 0.3)
  const low = art ? 0.48 : 0.64
  const print: Texture = (s, x, y, z, nx, ny, nz) => {
    skin.texture?.(s, x, y, z, nx, ny, nz)
    // The pressed stack shows through, and film pulls into creases toward the edges.
    s.bump[0] += 0.06 * Math.sin(x * 40)
    s.bump[2] += 0.06 * Math.sin(z * 40)
    const edge = Math.max(0, Math.abs(x) / wide - 0.62) + Math.max(0, Math.abs(y - tall) / tall - 0.7)
    s.bump[1] += edge * 0.9 * (creases().at(x * 1.2, y * 4.6) - 0.5)
    s.bump[0] += edge * 0.9 * (creases().at(x * 4.6 + 4, y * 1.3) - 0.5)
    const crest = 0.26 + 0.09 * Math.sin(x * 2.3 + 0.6)
    if (y < crest && nz > -0.5) put(s, wave)
    else if (y < crest + 0.035 && nz > -0.5) put(s, mix(ground, white, 0.75))
    if (nz < 0.35) return
    const [u, v] = [x / 0.4, (y - low) / 0.4]
    if (Math.hypot(u, v + 0.02) < 1.06) put(s, disc)
    const on = onDiaper(u, v)
    if (on > 0) put(s, on === 1 ? white : on === 2 ? mix(white, ground, 0.35) : mix(wave, ground, 0.4))
    const ink = art?.at(x / 1.24 + 0.5, (y - 1.02) / 0.365 + 0.5) ?? 0
    if (ink > 0) put(s, mix(ground, letters, ink))
  }
  const block = mapMesh(
    puff({ half: [wide, tall, deep], rounding: 0.13, crown: [0.02, 0.04, 0.07] }),
    ([x, y, z]): Vector3 => [
      x + 0.012 * Math.sin(y * 9),
      Math.max(0.004, y + tall + 0.01),
      z * (1 - 0.12 * Math.max(0, y / tall) ** 3),
    ],
  )
  const strip = cut(box([wide - 0.06, 0.1, 0.014], 0.012), translate(box([0.2, 0.036, 0.1], 0.035), [0, 0.03, 0]))
  return {
    pieces: [
      {
        geometry: { kind: "mesh", mesh: smoothMesh(block, 75) },
        material: { ...skin, roughness: Math.max(0.2, skin.roughness), texture: print },
      },
      solid(translate(strip, [0, tall * 2 + 0.08, 0]), finish("glossy", ground)),
    ],
    yaw: 0.34,
    sway: 0.14,
    elevation: 0.14,
  }
}

/** A pillow pack that stands on its long side: plump in the middle, flat crimped seams at both ends. */
function pillowPack([wide, tall, deep]: Vector3): Mesh {
  const around = 48
  const section = (x: number, y: number, z: number, isTooth = false): Vector3[] =>
    Array.from({ length: around }, (_, i) => {
      const a = (i / around) * Math.PI * 2
      const [c, s] = [Math.cos(a), Math.sin(a)]
      const crease = 1 + 0.05 * Math.sin(a * 14) * Math.max(0, Math.abs(x) / wide - 0.72) * 3
      return [
        x + (isTooth && i % 2 ? 0.018 * Math.sign(x) : 0),
        tall + Math.sign(c) * Math.abs(c) ** 0.55 * y,
        Math.sign(s) * Math.abs(s) ** 0.8 * z * crease,
      ]
    })
  const rows = 26
  const sections = Array.from({ length: rows + 1 }, (_, i) => {
    const t = Math.sin(((i / rows) * 2 - 1) * (Math.PI / 2))
    const swell = (1 - Math.abs(t) ** 5) ** 0.6
    return section(t * wide, tall * (0.97 - 0.05 * swell), 0.012 + deep * swell)
  })
  const end = wide + 0.1
  const mesh = loft([section(-end, tall * 0.97, 0.008, true), ...sections, section(end, tall * 0.97, 0.008, true)])
  const low = Math.min(...mesh.positions.filter((_, i) => i % 3 === 1))
  return smoothMesh(
    mapMesh(mesh, ([x, y, z]) => [x, y - low, z]),
    60,
  )
}

/** A pack of wipes: a pillow of film with crimped ends and a lid that snaps shut on its front. */
export function wipes(kit: Kit): Model {
  const { ground, wave, letters } = inksOf(kit)
  const text = kit.text()
  const art = text ? labelPrint(text, 4.6, 0.9) : null
  const skin = kit.body({ ...film, color: ground })
  const [wide, tall, deep] = [0.98, 0.6, 0.27]
  const print: Texture = (s, x, y, z, nx, ny, nz) => {
    skin.texture?.(s, x, y, z, nx, ny, nz)
    if (Math.abs(x) > wide) s.bump[1] += 0.35 * Math.sign(Math.sin(y * 90))
    const near = Math.max(0, Math.abs(x) / wide - 0.6)
    s.bump[1] += near * 1.1 * (creases().at(x * 0.9, y * 4.2) - 0.5)
    const crest = 0.3 + 0.09 * Math.sin(x * 2.6 - 0.5)
    if (y < crest) put(s, wave)
    else if (y < crest + 0.03) put(s, mix(ground, white, 0.75))
    if (nz < 0.35) return
    const ink = art?.at(x / 1.3 + 0.5, (y - 0.99) / 0.283 + 0.5) ?? 0
    if (ink > 0) put(s, mix(ground, letters, ink))
  }
  const at: Vector3 = [0, 0.55, deep]
  const lid = kit.of("cap", { kind: "plastic", color: white })
  return {
    pieces: [
      {
        geometry: { kind: "mesh", mesh: pillowPack([wide, tall, deep]) },
        material: { ...skin, roughness: Math.max(0.2, skin.roughness), texture: print },
      },
      solid(translate(box([0.52, 0.29, 0.035], 0.03), at), lid),
      solid(
        translate(union(box([0.44, 0.22, 0.03], 0.028), translate(box([0.12, 0.03, 0.02], 0.018), [0, -0.235, 0])), [
          at[0],
          at[1],
          at[2] + 0.035,
        ]),
        lid,
      ),
    ],
    yaw: 0.26,
    sway: 0.12,
    elevation: 0.12,
  }
}
