import type { Kit, Model } from "#imaging/render/subjects/kit/kit.ts"
import { type Cutting, cutOut } from "./edges.ts"
import { namedTrim, tailor } from "./pieces.ts"
import { hangs } from "./stands.ts"
import { printed, shown, topTrunk } from "./tops.ts"

/** A singlet: straps, a deep neck and armholes, all bound; its front printed with the prompt's text. */
export function singlet(kit: Kit): Model {
  const isFlat = hangs(kit)
  const trunk = topTrunk(kit, isFlat, () => 2.0)
  const sew = tailor(kit, { kind: "fabric", color: [0.86, 0.86, 0.85], scale: 1.9 })
  const inside: Cutting = (x, y, z) => {
    const deep = z > 0 ? 0.46 : 0.26
    const neck = (Math.hypot(x / 0.215, (y - 2.03) / deep) - 1) * 0.21
    const arm = Math.max(0, Math.min(1, (y - 1.36) / 0.5))
    const edge = y < 1.36 ? 9 : 0.56 - 0.235 * Math.sin((arm * Math.PI) / 2) ** 0.7
    return Math.min(y > 2.03 ? Math.abs(x) - 0.215 : neck, edge - Math.abs(x))
  }
  const body = printed(kit, sew, sew.trunk(trunk))
  return shown(kit, [{ ...body, material: cutOut(body.material, inside, 0.032, namedTrim(kit, sew.color)) }], isFlat)
}
