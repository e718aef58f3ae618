import type { Mesh } from "#imaging/render/mesh/mesh.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"

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
