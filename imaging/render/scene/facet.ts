import { faceNormal, type Mesh, volumeOf } from "#imaging/render/mesh/mesh.ts"
import { simplifyMesh } from "#imaging/render/mesh/simplify.ts"
import { meshShape } from "#imaging/render/mesh/surface-net.ts"
import { evaluate } from "#imaging/render/sdf/evaluate.ts"
import { fieldOf } from "#imaging/render/sdf/gradient.ts"
import type { Bounds, Shape } from "#imaging/render/sdf/shape.ts"
import type { Scene, SceneObject } from "./scene.ts"

/**
 * Fineness of the grid over an object's longest side and of the result, tried in turn: a vase is well with
 * the first, the wall of a mug needs the second.
 */
const attempts = [
  { cells: 22, detail: 1, smallest: 0 },
  { cells: 38, detail: 2, smallest: 0.6 },
] as const
/** Triangles of a thing one unit large; smaller things have fewer, as they had on old consoles. */
const trianglesPerUnit = 130
const fewest = 28
const most = 240
/** How far triangles may lie from the real surface, as a share of the object's size. */
const tolerance = 0.045
/** Share of the volume that may be lost. */
const volumeTolerance = 0.2
/** The same for what is a mesh already: standing letters must stay readable. */
const meshTolerance = 0.03

function sizeOf({ min, max }: Bounds): number {
  return Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2])
}

function boundsOf(mesh: Mesh): Bounds {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  mesh.positions.forEach((v, i) => {
    const axis = i % 3
    min[axis] = Math.min(min[axis] ?? v, v)
    max[axis] = Math.max(max[axis] ?? v, v)
  })
  return { min, max }
}

const targetFor = (size: number, detail: number): number =>
  Math.min(most, Math.max(fewest, Math.round(trianglesPerUnit * size))) * detail

/** Few flat triangles for a field, or undefined where they would spoil it: stems, print, thin walls. */
function facetShape(shape: Shape): Mesh | undefined {
  const size = sizeOf(shape.bounds)
  const distance = evaluate(fieldOf(shape))
  for (const { cells, detail, smallest } of attempts) {
    if (size < smallest) break
    const fine = meshShape(shape, cells)
    if (fine.triangles.length < fewest * 3 || !isThick(fine, distance, size / cells)) continue
    const few = simplifyMesh(fine, targetFor(size, detail))
    const volume = volumeOf(fine)
    if (Math.abs(volumeOf(few) - volume) > volume * volumeTolerance) continue
    if (largestMiss(few, distance) < size * tolerance) return few
  }
  return undefined
}

/** Whether walls are thicker than the grid can overlook: just below almost every triangle there is matter. */
function isThick(mesh: Mesh, distance: (x: number, y: number, z: number) => number, cell: number): boolean {
  const { positions: p, triangles: t } = mesh
  const n: [number, number, number] = [0, 0, 0]
  let thin = 0
  for (let i = 0; i < t.length; i += 3) {
    faceNormal(mesh, i / 3, n)
    const size = Math.hypot(...n) || 1
    const below = (axis: 0 | 1 | 2): number => (p[(t[i] ?? 0) * 3 + axis] ?? 0) - (n[axis] / size) * cell * 0.9
    if (distance(below(0), below(1), below(2)) > 0) thin++
  }
  return thin < (t.length / 3) * 0.02
}

function largestMiss(mesh: Mesh, distance: (x: number, y: number, z: number) => number): number {
  const { positions: p, triangles: t } = mesh
  const middle = (i: number, axis: number): number =>
    ((p[(t[i] ?? 0) * 3 + axis] ?? 0) + (p[(t[i + 1] ?? 0) * 3 + axis] ?? 0) + (p[(t[i + 2] ?? 0) * 3 + axis] ?? 0)) / 3
  let largest = 0
  for (let i = 0; i < t.length; i += 3) {
    largest = Math.max(largest, Math.abs(distance(middle(i, 0), middle(i, 1), middle(i, 2))))
  }
  return largest
}

/** As few flat triangles as keep the volume, at most four times the usual number. */
function facetMesh(mesh: Mesh): Mesh {
  const target = targetFor(sizeOf(boundsOf(mesh)), 1)
  const volume = volumeOf(mesh)
  const few = simplifyMesh(mesh, target)
  const isKept = (other: Mesh): boolean => Math.abs(volumeOf(other) - volume) <= Math.abs(volume) * meshTolerance
  if (isKept(few)) return few
  const more = simplifyMesh(mesh, target * 2)
  return isKept(more) ? more : simplifyMesh(mesh, target * 4)
}

function facetObject(object: SceneObject): SceneObject {
  const { geometry } = object
  if (geometry.kind === "mesh") return { ...object, geometry: { kind: "mesh", mesh: facetMesh(geometry.mesh) } }
  const mesh = facetShape(geometry.shape)
  return mesh ? { ...object, geometry: { kind: "mesh", mesh } } : object
}

/** Every object as a body of few flat triangles: the look of early consoles. Same scene, same bodies. */
export function facetScene(scene: Scene): Scene {
  return { ...scene, objects: scene.objects.map(facetObject) }
}
