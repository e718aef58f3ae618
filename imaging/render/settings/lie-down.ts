import type { Mesh } from "#imaging/render/mesh/mesh.ts"
import type { Material, SceneObject, Texture } from "#imaging/render/scene/scene.ts"
import { rotateX, translate } from "#imaging/render/sdf/shape.ts"
import { boundsOfAll } from "./placement.ts"

/** Lays a standing model on its back, its front upward, for pictures from above (flat lays). */
export function lieDown(pieces: readonly SceneObject[]): SceneObject[] {
  const { min, max } = boundsOfAll(pieces)
  const rise = -min[2]
  const back = (max[1] + min[1]) / 2
  return pieces.map((piece) => {
    const material = turnedBack(piece.material, rise, back)
    if (piece.geometry.kind === "mesh") {
      return { ...piece, material, geometry: { kind: "mesh", mesh: turnedMesh(piece.geometry.mesh, rise, back) } }
    }
    const shape = translate(rotateX(piece.geometry.shape, -Math.PI / 2), [0, rise, back])
    return { ...piece, material, geometry: { kind: "field", shape } }
  })
}

function turnedMesh(mesh: Mesh, rise: number, back: number): Mesh {
  const turn = (source: Float32Array, up: number, along: number): Float32Array => {
    const result = new Float32Array(source.length)
    for (let i = 0; i < source.length; i += 3) {
      result[i] = source[i] ?? 0
      result[i + 1] = (source[i + 2] ?? 0) + up
      result[i + 2] = -(source[i + 1] ?? 0) + along
    }
    return result
  }
  const turned: Mesh = { positions: turn(mesh.positions, rise, back), triangles: mesh.triangles }
  if (mesh.normals) turned.normals = turn(mesh.normals, 0, 0)
  return turned
}

function turnedBack(material: Material, rise: number, back: number): Material {
  const { texture } = material
  if (!texture) return material
  const turned: Texture = (s, x, y, z, nx, ny, nz) => {
    texture(s, x, back - z, y - rise, nx, -nz, ny)
    const [, up, out] = s.bump
    s.bump[1] = out
    s.bump[2] = -up
  }
  return { ...material, texture: turned }
}
