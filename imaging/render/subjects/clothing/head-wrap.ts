import { linear } from "#imaging/render/language/colours.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"
import { clothMesh, type Drape } from "./drape.ts"
import { displayHead, headAt, headLayout } from "./gele.ts"

/** A head wrap on a display head: cloth wound in laps that rise to a knot over the brow. */
export function headWrap(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#b5472b")
  const cloth = kit.body({ kind: "fabric", color }, { isSoft: true, layout: headLayout })
  const [p, q] = [kit.random() * 6, kit.random() * 6]
  const wound: Drape = (u, v) => {
    const a = (u - 0.5) * 2 * Math.PI
    const t = v * Math.PI * 0.5
    const step = v * 5.2 - 1.9 * Math.cos(a * 0.5) ** 2 * (0.4 + v * 0.6) + 0.12 * Math.sin(a * 2 + p) + 3
    const lap = (step - Math.floor(step)) ** 0.75
    const wave = 0.012 * Math.sin(a * 5 + p + v * 7) + 0.008 * Math.sin(a * 11 + q)
    const full = 1 + 0.26 * Math.sin(Math.min(1, v * 1.5) * Math.PI * 0.5) * (1 - v * 0.35)
    const by = Math.cos(t) ** 0.62 * full
    const out = (0.034 * (1 - lap) + wave) * Math.min(1, (1 - v) * 6)
    const low = headAt[1] + 0.13 - 0.12 * (1 - Math.cos(a)) * 0.9
    return [
      Math.sin(a) * (0.375 * by + out),
      low + (headAt[1] + 0.1 - low) * v ** 0.6 + 0.66 * Math.sin(t) + 0.018 * (1 - lap) * Math.sin(t),
      headAt[2] - 0.04 + Math.cos(a) * (0.43 * by + out) - 0.07 * v,
    ]
  }
  // Wound up to a rose: one lap that goes round and round toward its middle.
  const knot: Drape = (u, v) => {
    const a = u * 2 * Math.PI
    const far = 1 - v
    const round = far * 3.4 + u
    const lap = (round - Math.floor(round)) ** 0.7
    const reach = 0.245 * far * (1 + 0.05 * Math.sin(a * 3 + p))
    return [
      -Math.cos(a) * reach,
      headAt[1] + 0.37 + Math.sin(a) * reach * 0.86,
      headAt[2] + 0.4 + 0.13 * (1 - far ** 2.6) + 0.05 * lap * Math.min(1, far * 3),
    ]
  }
  return {
    pieces: [
      meshPiece(() => clothMesh(wound, { across: 260, along: 200 }), cloth),
      meshPiece(() => clothMesh(knot, { across: 160, along: 60 }), cloth),
      ...displayHead(kit),
    ],
    yaw: 0.36,
    sway: 0.12,
    elevation: 0.06,
  }
}
