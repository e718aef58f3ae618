import { growTree, type MeshTree } from "#imaging/render/mesh/bvh.ts"
import type { Openings } from "#imaging/render/mesh/mesh.ts"
import type { Glass, Material, Scene } from "#imaging/render/scene/scene.ts"
import type { Field } from "#imaging/render/sdf/field.ts"
import { compileFields, type FieldProgram } from "#imaging/render/sdf/field-program.ts"
import { type Bounds, growBounds, joinBounds } from "#imaging/render/sdf/shape.ts"

/** Number that stands for the floor and for nothing in place of an object's number. */
export const groundObject = -2
export const noObject = -1

/** A meshed object of the scene. */
export interface StageMesh {
  id: number
  tree: MeshTree
  isGlass: boolean
  isProxy: boolean
}

/** A scene made ready for rays: fields compiled, trees grown. */
export interface Stage {
  readonly scene: Scene
  readonly program: FieldProgram
  readonly meshes: readonly StageMesh[]
  /** Box around all fields, or undefined when there are none. */
  readonly fieldBounds: Bounds | undefined
  readonly materials: readonly Material[]
  readonly hasGlass: boolean
  readonly hasGlassFields: boolean
  readonly hasProxies: boolean
  /** Colour of the light that passes straight through an object of glass, by object number. */
  readonly shadowTints: ReadonlyMap<number, readonly [number, number, number]>
}

/** Rays that one call of the field program takes. */
export const programCapacity = 8192

/** Light behind solid glass: what is absorbed on a typical way through, less what is mirrored. */
function shadowTintOf(glass: Glass, bounds: Bounds): [number, number, number] {
  const sides = [0, 1, 2].map((axis) => (bounds.max[axis] ?? 0) - (bounds.min[axis] ?? 0))
  const way = Math.min(...sides) * 0.6
  const pass = (k: number): number => Math.exp(-k * way) * 0.86
  return [pass(glass.absorption[0]), pass(glass.absorption[1]), pass(glass.absorption[2])]
}

/** A material's openings by world place. */
function openingsOf({ openings, frame }: Material): Openings | undefined {
  if (!openings || !frame) return openings
  const [ox, oy, oz] = frame.origin
  const [c, s] = [Math.cos(frame.yaw), Math.sin(frame.yaw)]
  return (x, y, z) => openings((x - ox) * c - (z - oz) * s, y - oy, (z - oz) * c + (x - ox) * s)
}

/** Compiles a scene for drawing; some tens of milliseconds. */
export function buildStage(scene: Scene): Stage {
  const fields: Field[] = []
  const meshes: StageMesh[] = []
  const shadowTints = new Map<number, [number, number, number]>()
  scene.objects.forEach(({ geometry, material, isProxy = false }, id) => {
    const isGlass = material.glass !== undefined
    let bounds: Bounds
    if (geometry.kind === "field") {
      fields.push({ shape: geometry.shape, id, isGlass, isProxy })
      bounds = geometry.shape.bounds
    } else {
      const tree = growTree(geometry.mesh, openingsOf(material))
      meshes.push({ id, tree, isGlass, isProxy })
      bounds = { min: tree.min, max: tree.max }
    }
    if (material.glass) shadowTints.set(id, shadowTintOf(material.glass, bounds))
  })
  return {
    scene,
    program: compileFields(fields, programCapacity),
    meshes,
    fieldBounds: fields.length > 0 ? growBounds(joinBounds(fields.map((f) => f.shape.bounds)), 0.01) : undefined,
    materials: scene.objects.map((o) => o.material),
    hasGlass: shadowTints.size > 0,
    hasGlassFields: fields.some((f) => f.isGlass),
    hasProxies: scene.objects.some((o) => o.isProxy),
    shadowTints,
  }
}
