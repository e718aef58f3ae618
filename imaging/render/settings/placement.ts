import { placeMesh } from "#imaging/render/mesh/mesh.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import { type Bounds, joinBounds, rotateY, scale, stretch, translate, type Vector3 } from "#imaging/render/sdf/shape.ts"

/** Where a model stands. */
export interface Placement {
  offset: Vector3
  /** Turn around y, radians, z toward x. */
  yaw: number
  scale: number
  /** Extra stretch in width and height, for "tall" and "wide". */
  wide?: number
  tall?: number
}

/** Moves a model's pieces into the scene; textures move along. */
export function place(pieces: readonly SceneObject[], to: Placement): SceneObject[] {
  const { offset, yaw, wide = 1, tall = 1 } = to
  const isStretched = wide !== 1 || tall !== 1
  return pieces.map((piece) => {
    const material = moved(piece.material, to)
    if (piece.geometry.kind === "mesh") {
      const mesh = placeMesh(piece.geometry.mesh, offset, yaw, to.scale)
      return { ...piece, material, geometry: { kind: "mesh", mesh } }
    }
    let { shape } = piece.geometry
    if (isStretched) shape = stretch(shape, [wide, tall, wide])
    if (to.scale !== 1) shape = scale(shape, to.scale)
    shape = translate(yaw === 0 ? shape : rotateY(shape, yaw), offset)
    return { ...piece, material, geometry: { kind: "field", shape } }
  })
}

function moved(material: Material, to: Placement): Material {
  const { texture, openings } = material
  const frame = frameIn(material, to)
  if (!texture && !openings) return { ...material, frame }
  const kx = 1 / (to.scale * (to.wide ?? 1))
  const ky = 1 / (to.scale * (to.tall ?? 1))
  if (kx === 1 && ky === 1) return { ...material, frame }
  const scaled: Material = { ...material, frame }
  if (texture) scaled.texture = (s, x, y, z, nx, ny, nz) => texture(s, x * kx, y * ky, z * kx, nx, ny, nz)
  if (openings) scaled.openings = (x, y, z) => openings(x * kx, y * ky, z * kx)
  return scaled
}

/** A piece may have a frame of its own inside its model. */
function frameIn(material: Material, to: Placement): { origin: Vector3; yaw: number } {
  const own = material.frame
  if (!own) return { origin: to.offset, yaw: to.yaw }
  const [x, y, z] = [
    own.origin[0] * to.scale * (to.wide ?? 1),
    own.origin[1] * to.scale * (to.tall ?? 1),
    own.origin[2] * to.scale * (to.wide ?? 1),
  ]
  const c = Math.cos(to.yaw)
  const s = Math.sin(to.yaw)
  return {
    origin: [to.offset[0] + x * c + z * s, to.offset[1] + y, to.offset[2] + z * c - x * s],
    yaw: to.yaw + own.yaw,
  }
}

/** Box around one object. */
export function boundsOf(object: SceneObject): Bounds {
  if (object.geometry.kind === "field") return object.geometry.shape.bounds
  const { positions } = object.geometry.mesh
  const min: [number, number, number] = [1e9, 1e9, 1e9]
  const max: [number, number, number] = [-1e9, -1e9, -1e9]
  for (let i = 0; i < positions.length; i += 1) {
    const axis = i % 3
    const value = positions[i] ?? 0
    if (value < (min[axis] ?? 0)) min[axis] = value
    if (value > (max[axis] ?? 0)) max[axis] = value
  }
  return { min, max }
}

/** Box around all. */
export const boundsOfAll = (objects: readonly SceneObject[]): Bounds => joinBounds(objects.map(boundsOf))
