import { linear, luminance } from "#imaging/render/language/colours.ts"
import { loft, smoothSections } from "#imaging/render/mesh/loft.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { translate, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { ellipsoid } from "#imaging/render/sdf/solids.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"
import { blackInk, inkTexture, labelPrint, paper } from "./kit/label.ts"
import { meshed } from "./kit/lazy-mesh.ts"

/** Ring of points around the y axis: radii by angle. */
function ring(
  y: (a: number) => number,
  wide: (a: number) => number,
  deep: (a: number) => number,
  count = 48,
): Vector3[] {
  return Array.from({ length: count }, (_, i) => {
    const a = (i / count) * Math.PI * 2
    return [Math.cos(a) * wide(a), y(a), -Math.sin(a) * deep(a)] as Vector3
  })
}

const flat = (v: number) => (): number => v

/** A brimmed hat with a pinched crown and a band; straw, felt or bucket. */
export function hat(kit: Kit): Model {
  const isBucket = /bucket/.test(kit.word)
  const isStraw = /straw|sun|panama/.test(kit.word)
  const brim = isBucket ? 0.95 : /sun|wide/.test(kit.word) ? 1.3 : 1.12
  const droop = isBucket ? 0.34 : 0.05
  const curl = (a: number): number => (isBucket ? 0 : 0.09 * Math.cos(2 * a) ** 2 * Math.abs(Math.cos(a)))
  const deepOf = (r: number): number => r * 1.08
  const base = isBucket ? 0.4 : 0.16
  const sections = [
    ring((a) => base - droop + curl(a) - 0.02, flat(brim), flat(deepOf(brim)), 64),
    ring((a) => base - droop + curl(a) + 0.02, flat(brim + 0.01), flat(deepOf(brim + 0.01)), 64),
    ring(
      (a) => base - droop * 0.5 + 0.015 + curl(a) * 0.4,
      flat((brim + 0.58) / 2 + 0.05),
      flat(deepOf((brim + 0.58) / 2 + 0.05)),
      64,
    ),
    ring(flat(base + 0.02), flat(0.6), flat(0.68), 64),
    ring(flat(base + 0.06), flat(0.57), flat(0.65), 64),
    ring(flat(base + 0.45), flat(isBucket ? 0.52 : 0.53), flat(0.6), 64),
    ring((a) => base + 0.72 + (isBucket ? 0 : 0.04 * Math.sin(a)), flat(isBucket ? 0.47 : 0.46), flat(0.52), 64),
    ring(
      (a) => base + 0.82 - (isBucket ? 0 : 0.1 * Math.abs(Math.sin(a))),
      flat(isBucket ? 0.36 : 0.3),
      flat(0.36),
      64,
    ),
    ring((a) => base + (isBucket ? 0.85 : 0.72) - 0.02 * Math.abs(Math.sin(a)), flat(0.12), flat(0.14), 64),
  ]
  const cloth = kit.body(
    {
      kind: isStraw ? "rattan" : "fabric",
      color: namedColour(kit.look) ?? (isStraw ? linear("#d8b47a") : kit.palette.product),
    },
    { isSoft: true },
  )
  const band = kit.of("strap", { kind: "silk", color: linear("#201c1a") }, { isSoft: true })
  const pieces = [meshed(loft(smoothSections(sections, 3), { hasCaps: true }), cloth)]
  if (!isBucket) {
    const stripe = [base + 0.05, base + 0.09, base + 0.2, base + 0.24].map((y, i) =>
      ring(flat(y), flat(0.585 - i * 0.004), flat(0.665 - i * 0.004), 64),
    )
    pieces.push(meshed(loft(stripe, { hasCaps: false }), band))
  }
  return { pieces, yaw: 0.4, elevation: 0.24 }
}

/** A baseball cap with visor, seams and lettering. */
export function cap(kit: Kit): Model {
  const color = namedColour(kit.look) ?? kit.palette.product
  const cloth = kit.body({ kind: "fabric", color }, { isSoft: true })
  const crown: Vector3[][] = []
  for (let s = 0; s <= 9; s += 1) {
    const t = (s / 9) * Math.PI * 0.5
    const k = Math.cos(t) ** 0.72
    const y = 0.06 + Math.sin(t) * 0.84
    crown.push(
      ring(
        (a) => y + 0.02 * Math.max(0, -Math.sin(a)) * Math.sin(t * 2),
        flat(Math.max(0.01, 0.66 * k)),
        flat(Math.max(0.01, 0.74 * k)),
        48,
      ),
    )
  }
  const visor: Vector3[][] = [0, 0.25, 0.5, 0.75, 1].map((t) => {
    const reach = 0.66 + t * 0.62
    return Array.from({ length: 25 }, (_, i) => {
      const a = Math.PI * (0.06 + 0.88 * (i / 24))
      const x = Math.cos(a) * (0.66 + t * 0.04)
      const z = 0.74 * Math.sin(a) * (1 - t) + t * (0.25 + Math.sin(a) ** 0.8 * (reach - 0.25 + 0.14))
      return [
        x,
        0.12 + 0.12 * Math.sin(a) * (1 - t * 0.4) * 0.5 - 0.05 * t * t - 0.05 * Math.abs(Math.cos(a)) ** 2,
        z,
      ] as Vector3
    })
  })
  const under = visor.map((row) => row.map(([x, y, z]): Vector3 => [x, y - 0.035, z]))
  const closed = visor.map((row, s) => [...row, ...[...(under[s] ?? [])].reverse()])
  const area = { width: 0.74, height: 0.36, middle: 0.5 }
  const text = kit.text()
  const art = text
    ? inkTexture(
        labelPrint(text, area.width / area.height),
        area,
        luminance(color) > 0.3 ? blackInk : paper,
        cloth.texture,
      )
    : cloth.texture
  const panelled: NonNullable<SceneObject["material"]["texture"]> = (s, x, y, z, nx, ny, nz) => {
    art?.(s, x, y, z, nx, ny, nz)
    const a = Math.atan2(x, z) / (Math.PI / 3)
    const seam = Math.abs(a + 0.5 - Math.floor(a + 0.5) - 0.5) * Math.hypot(x, z)
    if (seam < 0.012) for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * 0.6
  }
  const brim = kit.part("shade") ? kit.of("shade", { kind: "fabric", color }, { isSoft: true }) : cloth
  return {
    pieces: [
      meshed(loft(crown), { ...cloth, texture: panelled }),
      meshed(loft([...closed].reverse()), brim),
      solid(translate(ellipsoid([0.07, 0.04, 0.07]), [0, 0.9, 0]), cloth),
    ],
    yaw: 0.5,
    sway: 0.15,
    elevation: 0.2,
  }
}
