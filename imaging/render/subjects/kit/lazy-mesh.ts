import { type Mesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"

/** A mesh that takes long to build and is not needed to read a prompt: `build` runs when it is first looked at. */
export function lazyMesh(build: () => Mesh): SceneObject["geometry"] {
  let mesh: Mesh | undefined
  return {
    kind: "mesh",
    get mesh() {
      mesh ??= build()
      return mesh
    },
  }
}

/** A piece of a model, its mesh built when it is first looked at. */
export const meshPiece = (build: () => Mesh, material: Material): SceneObject => ({
  geometry: lazyMesh(build),
  material,
})

/** A piece of a mesh that is there, shaded smooth where it bends by less than `crease` degrees. */
export const meshed = (mesh: Mesh, material: Material, crease = 55): SceneObject => ({
  geometry: { kind: "mesh", mesh: smoothMesh(mesh, crease) },
  material,
})
