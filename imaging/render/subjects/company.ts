import type { Where } from "#imaging/render/language/reading.ts"
import type { SubjectWord } from "#imaging/render/language/vocabulary.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import type { Bounds } from "#imaging/render/sdf/shape.ts"
import { lieDown } from "#imaging/render/settings/lie-down.ts"
import { boundsOfAll, place } from "#imaging/render/settings/placement.ts"
import type { Model } from "./kit/kit.ts"

/** One thing of the group in the middle of the picture. */
export interface Member {
  pieces: SceneObject[]
  x: number
  y: number
  z: number
  yaw: number
  scale: number
  wide: number
  tall: number
}

/** A further thing that joins the group. */
interface Joining {
  name: SubjectWord
  model: Model
  where: Where
  /** Its real size over that of the subject. */
  ratio: number
  yaw: number
  /** On the left, because the right is taken. */
  isLeft: boolean
}

/** All pieces of a member in place. */
export function piecesOf({ pieces, x, y, z, yaw, scale, wide, tall }: Member): SceneObject[] {
  return place(pieces, { offset: [x, y, z], yaw, scale, wide, tall })
}

export const boundsOfMember = (member: Member): Bounds => boundsOfAll(piecesOf(member))
export const widthOf = ({ min, max }: Bounds): number => max[0] - min[0]
export const depthOf = ({ min, max }: Bounds): number => max[2] - min[2]

/** Where things stand on seats and dishes, model units; others bear them on their top. */
const rests: Readonly<Partial<Record<SubjectWord, { y: number; z: number; radius: number }>>> = {
  plate: { y: 0.09, z: 0, radius: 0.62 },
  bowl: { y: 0.1, z: 0, radius: 0.5 },
  pan: { y: 0.08, z: 0, radius: 0.6 },
  chair: { y: 1.11, z: 0, radius: 0.42 },
  armchair: { y: 0.82, z: 0.14, radius: 0.5 },
  sofa: { y: 0.82, z: 0.14, radius: 0.5 },
  cushion: { y: 0.5, z: 0, radius: 0.6 },
}
/** Things that lie when others stand on them. */
const lying: ReadonlySet<SubjectWord> = new Set(["book", "phone", "cushion"])

/** Adds a thing to the group in its place; the group makes room. */
export function join(members: Member[], joining: Joining): void {
  const group = boundsOfAll(members.flatMap(piecesOf))
  const { where } = joining
  if (where === "under" || where === "around") putBelow(members, joining, group)
  else if (where === "behind" || where === "before") putInDepth(members, joining, group)
  else putBeside(members, joining, group)
}

function memberOf({ model, yaw }: Joining, scale: number): Member {
  return { pieces: model.pieces, x: 0, y: 0, z: 0, yaw, scale, wide: 1, tall: 1 }
}

const limit = (low: number, high: number, x: number): number => Math.min(high, Math.max(low, x))

function putBeside(members: Member[], joining: Joining, group: Bounds): void {
  const member = memberOf(joining, limit(0.32, 1.5, joining.ratio))
  const own = boundsOfMember(member)
  const x = joining.isLeft ? group.min[0] - own.max[0] - 0.12 : group.max[0] - own.min[0] + 0.12
  members.push({ ...member, x, z: 0.15 })
}

/** Behind or in front, and far enough aside to be seen, or not to hide the subject. */
function putInDepth(members: Member[], joining: Joining, group: Bounds): void {
  const isBehind = joining.where === "behind"
  const member = memberOf(joining, isBehind ? limit(0.5, 1.5, joining.ratio) : limit(0.32, 0.9, joining.ratio))
  const own = boundsOfMember(member)
  const aside = (widthOf(group) * 0.36 + widthOf(own) * 0.36) * (joining.isLeft ? -1 : 1)
  const z = isBehind ? group.min[2] - own.max[2] - 0.12 : group.max[2] - own.min[2] + 0.12
  members.push({ ...member, x: (group.min[0] + group.max[0]) / 2 + aside, z })
}

/** Furniture keeps its size and what stands on it gets smaller; dishes and books grow to bear the subject. */
function putBelow(members: Member[], joining: Joining, group: Bounds): void {
  const { name, model, ratio } = joining
  const pieces = lying.has(name) ? lieDown(name === "phone" ? model.pieces.slice(0, -1) : model.pieces) : model.pieces
  const own = boundsOfAll(pieces)
  const rest = rests[name] ?? { y: own.max[1], z: 0, radius: Math.min(widthOf(own), depthOf(own)) * 0.45 }
  const footprint = Math.max(widthOf(group), depthOf(group)) / 2
  const isFurniture = model.isLarge === true && ratio > 1.4
  const shrink = isFurniture ? limit(0.2, 1, 1 / ratio) : joining.where === "around" ? limit(0.25, 0.9, 0.9 / ratio) : 1
  const below =
    isFurniture || joining.where === "around"
      ? 1
      : limit(0.8, 2.2, Math.max(Math.min(1.3, ratio), (footprint * 0.9) / rest.radius))
  const fits = Math.min(shrink, joining.where === "around" ? (rest.radius * 0.95) / footprint : shrink)
  const yaw = lying.has(name) ? 0.35 : joining.yaw
  for (const member of members) {
    member.scale *= fits
    member.x *= fits
    member.y = member.y * fits + rest.y * below
    member.z = member.z * fits + rest.z * below
  }
  members.push({ ...memberOf(joining, below), pieces, yaw })
}
