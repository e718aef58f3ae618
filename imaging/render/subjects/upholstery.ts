import { linear, mix } from "#imaging/render/language/colours.ts"
import { joinMeshes, type Mesh, mapMesh, placeMesh, smoothMesh } from "#imaging/render/mesh/mesh.ts"
import { type Puff, piping, puff } from "#imaging/render/mesh/puff.ts"
import type { Material, SceneObject } from "#imaging/render/scene/scene.ts"
import { union } from "#imaging/render/sdf/combine.ts"
import { mirrorX, mirrorZ, type Vector3 } from "#imaging/render/sdf/shape.ts"
import { roundCone } from "#imaging/render/sdf/solids.ts"
import { type Kit, type Model, namedColour, solid } from "./kit/kit.ts"
import { meshPiece } from "./kit/lazy-mesh.ts"
import { pillow } from "./pillow.ts"

const cord = 0.011

/** Leans a mesh back by `lean` radians around x, then moves it. */
function leaned(mesh: Mesh, lean: number, [x, y, z]: Vector3): Mesh {
  const c = Math.cos(lean)
  const s = Math.sin(lean)
  const turn = ([px, py, pz]: Vector3): Vector3 => [px, py * c + pz * s, pz * c - py * s]
  const moved = mapMesh(mesh, (p) => {
    const [px, py, pz] = turn(p)
    return [px + x, py + y, pz + z]
  })
  const normals = mapMesh({ positions: mesh.normals ?? new Float32Array(), triangles: new Uint32Array() }, turn)
  return { ...moved, normals: normals.positions }
}

/** Several parts of one cloth. */
const sewn = (parts: readonly (() => Mesh)[], material: Material): SceneObject =>
  meshPiece(() => joinMeshes(...parts.map((part) => part())), material)

/** A seat of the given half width: base, arms, back, stuffed cushions with piping, tapered legs. */
function upholstered(kit: Kit, half: number, seats: number): Model {
  const color = namedColour(kit.look) ?? kit.palette.product
  const cloth = kit.body({ kind: "fabric", color }, { isSoft: true })
  const seam: SceneObject["material"] = { ...cloth, color: mix(color, [0, 0, 0], 0.34) }
  const frame: (() => Mesh)[] = []
  const cushions: (() => Mesh)[] = []
  const cords: (() => Mesh)[] = []
  const add = (to: (() => Mesh)[], block: Puff, lean: number, at: Vector3): void => {
    to.push(() => leaned(puff(block), lean, at))
  }
  add(frame, { half: [half - 0.1, 0.12, 0.6], rounding: 0.04, crown: [0, 0, 0.012] }, 0, [0, 0.37, 0])
  add(frame, { half: [half - 0.06, 0.46, 0.12], rounding: 0.09, crown: [0, 0.02, 0.02] }, 0.13, [0, 0.8, -0.56])
  for (const side of [-1, 1]) {
    const arm: Puff = { half: [0.145, 0.32, 0.64], rounding: 0.085, crown: [0.025, 0.03, 0.02] }
    const at: Vector3 = [side * (half - 0.05), 0.58, 0.01]
    add(frame, arm, 0, at)
    cords.push(() => leaned(piping(arm, 2, 1, cord), 0, at))
  }
  const room = (half - 0.21) / seats
  for (let i = 0; i < seats; i += 1) {
    const x = (i - (seats - 1) / 2) * room * 2
    const seat: Puff = { half: [room - 0.006, 0.125, 0.52], rounding: 0.075, crown: [0, 0.05, 0.025] }
    const back: Puff = { half: [room - 0.008, 0.33, 0.115], rounding: 0.09, crown: [0, 0.035, 0.085], sag: 0.35 }
    const [seatAt, backAt]: Vector3[] = [
      [x, 0.615, 0.1],
      [x, 1.05, -0.3],
    ]
    if (!seatAt || !backAt) continue
    add(cushions, seat, 0, seatAt)
    add(cushions, back, 0.2, backAt)
    for (const side of [-1, 1] as const) cords.push(() => leaned(piping(seat, 1, side, cord), 0, seatAt))
    cords.push(() => leaned(piping(back, 2, 1, cord), 0.2, backAt))
  }
  const legs = mirrorX(mirrorZ(roundCone([half - 0.2, 0.3, 0.44], [half - 0.14, 0.035, 0.49], 0.055, 0.03)))
  const wood = kit.of("legs", { kind: "wood", color: linear("#7d4f2e") }, { grain: 1 })
  return {
    pieces: [
      sewn(cushions, cloth),
      sewn(frame, cloth),
      sewn(cords, seam),
      ...throwPillows(kit, half, seats),
      solid(union(legs), wood),
    ],
    yaw: 0.34,
    sway: 0.14,
    isLarge: true,
    elevation: 0.17,
  }
}

/** Two pillows on a sofa, one on an armchair when the prompt names it. */
function throwPillows(kit: Kit, half: number, seats: number): SceneObject[] {
  if (seats === 1 && !kit.part("filling")) return []
  const material = kit.of("filling", { kind: "linen", color: kit.palette.pale }, { isSoft: true })
  const put = (x: number, turn: number): Mesh =>
    leaned(placeMesh(smoothMesh(pillow(0.31), 70), [0, 0, 0], turn), 0.42, [x, 1.0, -0.02])
  const places = seats === 1 ? [() => put(0, 0.08)] : [() => put(-half + 0.52, 0.3), () => put(half - 0.54, -0.26)]
  return [sewn(places, material)]
}

export const armchair = (kit: Kit): Model => upholstered(kit, 0.78, 1)
export const sofa = (kit: Kit): Model => upholstered(kit, 1.62, /love/.test(kit.word) ? 2 : 3)
