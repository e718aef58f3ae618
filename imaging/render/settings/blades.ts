import { linear, mix } from "#imaging/render/language/colours.ts"
import type { Mesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"

const count = 2600
const reach = 2.9

/**
 * Blades of grass around a thing, so that lawns are more than a green floor: two bent triangles each, none inside the
 * footprint, short before the thing so that nothing is covered.
 */
export function grassBlades(footprint: number, random: () => number): SceneObject {
  const positions = new Float32Array(count * 15)
  const triangles = new Uint32Array(count * 9)
  for (let i = 0; i < count; i += 1) {
    const angle = random() * Math.PI * 2
    const r = footprint * 0.96 + (reach - footprint * 0.96) * Math.sqrt(random())
    const x = Math.sin(angle) * r
    const z = Math.cos(angle) * r
    const high = (0.07 + random() * 0.13) * (z > 0 ? 0.8 : 1.15)
    const turn = random() * Math.PI
    const [wx, wz] = [Math.cos(turn) * 0.014, Math.sin(turn) * 0.014]
    const [lx, lz] = [(random() - 0.5) * 0.16, (random() - 0.5) * 0.16]
    positions.set(
      [
        ...[x - wx, 0, z - wz, x + wx, 0, z + wz],
        ...[
          x - wx * 0.7 + lx * 0.35,
          high * 0.6,
          z - wz * 0.7 + lz * 0.35,
          x + wx * 0.7 + lx * 0.35,
          high * 0.6,
          z + wz * 0.7 + lz * 0.35,
        ],
        ...[x + lx, high, z + lz],
      ],
      i * 15,
    )
    const a = i * 5
    triangles.set([a, a + 1, a + 3, a, a + 3, a + 2, a + 2, a + 3, a + 4], i * 9)
  }
  const mesh: Mesh = { positions, triangles }
  const root = linear("#2c4a1c")
  const tip = linear("#9ab552")
  return {
    geometry: { kind: "mesh", mesh },
    material: {
      color: root,
      roughness: 0.7,
      specular: 0.03,
      texture: (s, x, y, z) => {
        const own = 0.8 + 0.3 * Math.abs(Math.sin(x * 37 + z * 53))
        const c = mix(root, tip, Math.min(1, y * 6))
        s.color[0] = c[0] * own
        s.color[1] = c[1] * own
        s.color[2] = c[2] * own
      },
    },
  }
}
