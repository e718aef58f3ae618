import type { Scene, SceneObject } from "#imaging/render/scene.ts"
import type { Mesh } from "./mesh.ts"
import { simplifyMesh } from "./simplify.ts"
import { meshShape } from "./surface-net.ts"

/** Cells over an object's longest side before it is simplified: fine enough for the wall of a mug. */
const cells = 24
/** Triangles of a thing one unit large; smaller things have fewer, as they had on old consoles. */
const trianglesPerUnit = 150
const fewest = 28
const most = 260

const sizeOf = (mesh: Mesh): number => {
  let size = 0
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (let i = axis; i < mesh.positions.length; i += 3) {
      low = Math.min(low, mesh.positions[i] ?? low)
      high = Math.max(high, mesh.positions[i] ?? high)
    }
    size = Math.max(size, high - low)
  }
  return size
}

function facetObject(object: SceneObject): SceneObject {
  const { geometry } = object
  const fine = geometry.kind === "field" ? meshShape(geometry.shape, cells) : geometry.mesh
  if (fine.triangles.length === 0) return object
  const target = Math.min(most, Math.max(fewest, Math.round(trianglesPerUnit * sizeOf(fine))))
  return { ...object, geometry: { kind: "mesh", mesh: simplifyMesh(fine, target) } }
}

/** Every object as a body of few flat triangles: the look of early consoles. Same scene, same bodies. */
export function facetScene(scene: Scene): Scene {
  return { ...scene, objects: scene.objects.map(facetObject) }
}
