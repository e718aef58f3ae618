import { type Mesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"

export const isSoft = true

export const meshed = (mesh: Mesh, material: SceneObject["material"]): SceneObject => ({
  geometry: { kind: "mesh", mesh: smoothMesh(mesh, 55) },
  material,
})
