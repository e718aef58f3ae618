import { linear } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { smoothUnion } from "#imaging/render/sdf/combine.ts"
import { rotateY, rotateZ, type Shape, translate } from "#imaging/render/sdf/shape.ts"
import { box, cylinder } from "#imaging/render/sdf/solids.ts"
import { finish } from "#imaging/render/settings/finishes.ts"
import { asoOke, printOf } from "#imaging/render/settings/patterns.ts"
import { yardage } from "./clothing/yardage.ts"
import { type Kit, type Model, solid } from "./kit/kit.ts"

/** Folded cloths in a stack, prints on every one. */
export function fabric(kit: Kit): Model {
  if (kit.look.pattern === "lace" || /lace|by the yard/.test(kit.word)) return yardage(kit)
  const isPrinted =
    /ankara|wax|adire|aso oke|african/.test([...kit.look.words, kit.word].join(" ")) || kit.look.pattern !== null
  const named = /adire/.test(kit.word) ? "adire" : kit.look.pattern
  const pattern = named && named !== "ribbed" ? named : "ankara"
  const own = kit.look.colours
  const isWoven = /aso oke/.test(kit.word)
  const sets = [
    [],
    ["#8e1f2a", "#f0b62e", "#f4e8cc"],
    ["#0f6a5a", "#f29a2c", "#f7e7b8"],
    ["#c4531c", "#1f4a8a", "#f6ead0"],
  ].map((set) => set.map(linear))
  const pieces: SceneObject[] = []
  for (let i = 0; i < 4; i += 1) {
    const y = 0.17 + i * 0.3
    const layers: Shape[] = []
    for (let k = 0; k < 3; k += 1)
      layers.push(translate(box([0.98 - k * 0.012, 0.052, 0.66 - k * 0.01], 0.05), [0, y - 0.098 + k * 0.098, 0]))
    layers.push(translate(rotateZ(cylinder(0.148, 0.98, 0.02), Math.PI / 2), [0, y, 0.56]))
    const turn = (kit.random() - 0.5) * 0.14
    const shape = rotateY(smoothUnion(0.02, ...layers), turn)
    const print = isWoven
      ? asoOke(own)
      : isPrinted
        ? printOf(pattern, i === 0 || own.length > 0 || pattern === "adire" ? rotated(own, i) : (sets[i] ?? []))
        : null
    const plain = kit.body({ kind: "linen", color: i % 2 ? kit.palette.pale : kit.palette.product }, { isSoft: true })
    pieces.push(
      solid(
        shape,
        print
          ? finish("linen", [1, 1, 1], { print: (u, v, out) => print(u * 0.9 + i * 0.37, v * 0.9 + i * 0.21, out) })
          : plain,
      ),
    )
  }
  return { pieces, yaw: 0.4, sway: 0.15, elevation: 0.26 }
}

function rotated<T>(list: readonly T[], by: number): T[] {
  return list.map((_, i) => list[(i + by) % list.length] as T)
}
