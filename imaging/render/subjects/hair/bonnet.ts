import { linear } from "#imaging/render/language/colours.ts"
import { clothMesh, type Drape } from "#imaging/render/subjects/clothing/drape.ts"
import { displayHead, headAt, headLayout } from "#imaging/render/subjects/clothing/gele.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { meshPiece } from "#imaging/render/subjects/kit/lazy-mesh.ts"

/** A hair bonnet on a display head: a full cap of satin gathered into a band, with a frill around the face. */
export function bonnet(kit: Kit): Model {
  const color = namedColour(kit.look) ?? linear("#1a1a1e")
  const woven = kit.body({ kind: "silk", color }, { isSoft: true, fineness: 1.4, layout: headLayout })
  const satin = { ...woven, roughness: Math.max(woven.roughness, 0.4), specular: 0.07 }
  const [p, q] = [kit.random() * 6, kit.random() * 6]
  const gather = (a: number): number => Math.cos(a * 37 + 2 * Math.sin(a * 3 + p)) * 0.6 + Math.cos(a * 23 + q) * 0.4
  // The band runs low behind and high over the brow: everything else is measured from it.
  const band = (a: number, out: number, up: number): [number, number, number] => [
    Math.sin(a) * (0.372 + out),
    headAt[1] + 0.13 - 0.13 * (1 - Math.cos(a)) * 0.9 + up,
    headAt[2] - 0.03 + Math.cos(a) * (0.425 + out) - up * 0.25,
  ]
  const crown: Drape = (u, v) => {
    const a = (u - 0.5) * 2 * Math.PI
    const t = v * Math.PI * 0.5
    const full = Math.sin(Math.min(1, v * 3.2) * Math.PI * 0.5)
    const [x, y, z] = band(a, 0, 0)
    const wave = gather(a) * 0.03 * Math.exp(-v * 4.2) * full + 0.014 * Math.sin(a * 5 + p + v * 6) * (1 - v)
    const by = Math.cos(t) ** 0.72 * (1 + 0.42 * full * (1 - v * 0.3) + wave)
    const sag = 0.1 * full * (1 - v) * Math.max(0, -Math.cos(a))
    const low = y + (headAt[1] + 0.03 - y) * v ** 0.6
    return [
      x * by,
      low + 0.58 * Math.sin(t) ** 1.1 + 0.03 * full - sag + 0.02 * Math.sin(a * 3 + q) * v * (1 - v),
      z * by - 0.1 * full * (1 - v * 0.2),
    ]
  }
  const frill: Drape = (u, v) => {
    const a = (u - 0.5) * 2 * Math.PI
    const wave = Math.cos(a * 27 + 1.5 * Math.sin(a * 3 + q))
    const open = 1 - v
    return band(a, 0.014 + open * 0.05 + open ** 1.5 * 0.022 * wave, -open * 0.085 + 0.02)
  }
  const elastic: Drape = (u, v) => {
    const a = (u - 0.5) * 2 * Math.PI
    return band(a, 0.022 + 0.012 * Math.sin(v * Math.PI) + 0.004 * gather(a), (v - 0.5) * 0.085 + 0.02)
  }
  return {
    pieces: [
      meshPiece(() => clothMesh(crown, { across: 300, along: 70 }), satin),
      meshPiece(() => clothMesh(frill, { across: 300, along: 10 }), satin),
      meshPiece(() => clothMesh(elastic, { across: 220, along: 8 }), satin),
      ...displayHead(kit),
    ],
    yaw: 0.42,
    sway: 0.12,
    elevation: 0.06,
  }
}
