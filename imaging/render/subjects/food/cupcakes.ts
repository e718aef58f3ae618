import { linear, mix, type Rgb } from "#imaging/render/language/colours.ts"
import { lathe } from "#imaging/render/mesh/lathe.ts"
import { loft } from "#imaging/render/mesh/loft.ts"
import { type Mesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import type { Vector3 } from "#imaging/render/sdf/shape.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { lazyMesh } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { fractalTable } from "#imaging/render/trace/noise.ts"

const rim = 0.72

/** A paper case with its pleats. */
function paperCase(): Mesh {
  const around = 144
  const ring = (radius: number, y: number): Vector3[] =>
    Array.from({ length: around }, (_, i) => {
      const a = (i / around) * Math.PI * 2
      const r = radius + 0.016 * Math.cos(a * 36) * Math.min(1, y / 0.2 + 0.4)
      return [Math.cos(a) * r, y, -Math.sin(a) * r]
    })
  return smoothMesh(loft([ring(0.42, 0), ring(0.43, 0.02), ring(0.5, 0.3), ring(0.565, rim)]), 60)
}

/** Icing piped through a star nozzle: a rope that winds upward in smaller and smaller rounds. */
function swirl(): Mesh {
  const [steps, around] = [190, 30]
  const turns = 3.3
  const sections = Array.from({ length: steps + 1 }, (_, j) => {
    const t = j / steps
    const a = t * turns * Math.PI * 2
    const far = 0.4 * (1 - t) ** 0.8
    const y = rim + 0.14 + 0.66 * t ** 0.9
    const thick = 0.215 * (1 - 0.5 * t) * Math.min(1, 0.3 + t * 14) * Math.min(1, (1 - t) * 7 + 0.03)
    return Array.from({ length: around }, (_, i): Vector3 => {
      const b = (i / around) * Math.PI * 2
      const star = thick * (1 + 0.13 * Math.cos(b * 6 + a * 0.9))
      const out = far + Math.cos(b) * star
      return [Math.cos(a) * out, y - Math.sin(b) * star * 0.92, -Math.sin(a) * out]
    })
  })
  return smoothMesh(loft(sections), 80)
}

/** A cupcake in its pleated paper case, with piped icing. */
export function cupcake(kit: Kit): Model {
  const words = [kit.word, ...kit.look.words].join(" ")
  const isChocolate = /chocolate/.test(words)
  const own = namedColour(kit.look)
  const icing = kit.part("filling")
  const cream: Rgb =
    (icing && namedColour(icing.look)) ??
    own ??
    linear(isChocolate ? "#4a2513" : /red velvet/.test(words) ? "#f6efe4" : "#f3dfc0")
  const crumb = linear(isChocolate ? "#3a1d10" : /red velvet/.test(words) ? "#8a1c20" : "#d9a860")
  const paper = isChocolate ? linear("#5a3420") : mix(cream, linear("#f5ead6"), 0.55)
  return {
    pieces: [
      { geometry: lazyMesh(paperCase), material: { color: paper, roughness: 0.8, specular: 0.03 } },
      {
        geometry: lazyMesh(() =>
          lathe(
            [
              [0.55, rim - 0.02],
              [0.6, rim + 0.03],
              [0.58, rim + 0.1],
              [0.4, rim + 0.2],
              [0.05, rim + 0.24],
            ],
            64,
          ),
        ),
        material: {
          color: crumb,
          roughness: 0.9,
          texture: (s, x, y, z) => {
            const k = fractalTable(5, 1).at(x * 9 + y * 5, z * 9) - 0.5
            for (let i = 0; i < 3; i += 1) s.color[i] = (s.color[i] ?? 0) * (1 + k * 0.6)
            s.bump[0] += k * 0.8
          },
        },
      },
      { geometry: lazyMesh(swirl), material: { color: cream, roughness: 0.38, specular: 0.045 } },
    ],
    elevation: 0.26,
  }
}
