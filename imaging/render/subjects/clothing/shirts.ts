import { linear } from "#imaging/render/language/colours.ts"
import { joinMeshes } from "#imaging/render/mesh/mesh.ts"
import { type Kit, type Model, namedColour } from "#imaging/render/subjects/kit/kit.ts"
import { neckline } from "./garment.ts"
import { neckBinding, tailor } from "./pieces.ts"
import { hangs } from "./stands.ts"
import {
  buttons,
  collar,
  cuffed,
  knit,
  longArm,
  pocket,
  shirtCollar,
  shortArm,
  shortFold,
  shown,
  strip,
  topTrunk,
  wornArm,
} from "./tops.ts"

/** A button-down shirt with collar, placket, pocket and cuffs; short sleeves when the prompt says so. */
export function shirt(kit: Kit): Model {
  const words = [...kit.look.words, kit.word].join(" ")
  const isShort =
    /short|ankara|adire|hawaii|vintage|summer/.test(words) || /ankara|adire|floral/.test(kit.look.pattern ?? "")
  const isFlat = hangs(kit)
  const trunk = topTrunk(kit, isFlat, neckline(collar, 0.045), 0.075)
  const sew = tailor(kit, { kind: "fabric", color: namedColour(kit.look) ?? linear("#e8eaee"), scale: 1.9 })
  const fold = isShort ? shortFold(kit.random) : wornArm(kit.random)
  const arm = isShort ? shortArm(isFlat, 1.15) : longArm(isFlat)
  const low = trunk.hem(0) + 0.006
  const heights = [0, 1, 2, 3, 4, 5].map((i) => 1.86 - i * 0.25)
  return shown(
    kit,
    [
      sew.trunk(trunk),
      ...cuffed(sew, arm, fold, isShort ? { from: 0.88, lift: 0.007 } : { from: 0.87, folds: 0.25, lift: 0.012 }),
      sew.piece(() =>
        joinMeshes(strip(trunk, 0.048, low, 1.985), shirtCollar(trunk), pocket(trunk, 0.26, 1.46, 0.115)),
      ),
      buttons(trunk, sew, heights),
    ],
    isFlat,
  )
}

/** A polo shirt: a soft collar, a short placket with three buttons, ribbed sleeve ends. */
export function polo(kit: Kit): Model {
  const { isFlat, trunk, sew, pieces } = knit(kit, hangs(kit), neckline(collar, 0.05))
  return shown(
    kit,
    [
      ...pieces(0.86, 0.008),
      sew.piece(() => joinMeshes(strip(trunk, 0.05, 1.6, 1.985), shirtCollar(trunk, 0.85))),
      buttons(trunk, sew, [1.9, 1.79, 1.68]),
    ],
    isFlat,
  )
}

/** A T-shirt with a ribbed neck, its front printed with the prompt's text. */
export function tshirt(kit: Kit): Model {
  const neck = neckline(collar - 0.02, 0.12, 1.4)
  const { isFlat, trunk, sew, pieces } = knit(kit, hangs(kit) || kit.part("form") === null, neck)
  return shown(kit, [...pieces(0.93, 0.006), sew.piece(() => neckBinding(trunk, 0.022))], isFlat)
}
