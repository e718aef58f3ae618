import { linear, mix } from "#imaging/render/language/colours.ts"
import { smoothUnion, union } from "#imaging/render/sdf/combine.ts"
import { polygon, revolve, smoothCurve, type Vector2 } from "#imaging/render/sdf/profiles.ts"
import { translate } from "#imaging/render/sdf/shape.ts"
import { box, capsule, cylinder } from "#imaging/render/sdf/solids.ts"
import { type Kit, type Model, namedColour, solid, trimOf } from "./kit/kit.ts"
import { blackInk, inkTexture, labelPrint, labelTexture, paper } from "./kit/label.ts"
import { drinkBottle, drinkIn } from "./packs/drinks.ts"

/** Bottles by the word for them: wine and oil in glass with a long neck, pumps for lotion, else a cosmetics bottle. */
export function bottle(kit: Kit): Model {
  const drink = kit.look.materials.includes("glass") ? null : drinkIn(kit)
  if (drink) return drinkBottle(kit, drink)
  if (/wine|beer|oil|juice|sauce|zobo/.test(kit.word)) return longNeck(kit)
  if (/lotion|shampoo|conditioner|wash|pump|sanitizer/.test(kit.word)) return pump(kit)
  if (/water/.test(kit.word)) return flask(kit)
  return cosmetics(kit)
}

function cosmetics(kit: Kit): Model {
  const { random } = kit
  const half = 0.62 + random() * 0.1
  const radius = 0.44
  const shape = smoothUnion(
    0.24,
    translate(cylinder(radius, half, 0.09), [0, half, 0]),
    translate(cylinder(0.15, 0.24, 0.03), [0, half * 2 + 0.14, 0]),
  )
  const material = kit.body({ kind: "plastic", color: kit.palette.product })
  const capHalf = 0.17 + random() * 0.06
  const cap = kit.of("cap", { kind: random() < 0.6 ? trimOf(kit.look) : "plastic", color: linear("#1a1a1b") })
  return {
    pieces: [
      ...labelled(kit, solid(shape, material), radius, half, half * 0.95),
      solid(translate(cylinder(0.185, capHalf, 0.03), [0, half * 2 + 0.3 + capHalf, 0]), cap),
    ],
    yaw: 0,
    sway: 0.12,
  }
}

/** Puts a label on a round body: printed into opaque ones, as a band around glass ones. */
function labelled(kit: Kit, body: ReturnType<typeof solid>, radius: number, middle: number, height: number) {
  if (kit.without("label")) return [body]
  const width = radius * 1.75
  const art = labelPrint(kit.text(), width / height)
  const named = kit.part("label")
  const color = named ? (namedColour(named.look) ?? paper) : paper
  const area = { width, height, middle, radius }
  if (body.material.glass) {
    const band = translate(cylinder(radius + 0.006, height / 2, 0.002), [0, middle, 0])
    return [body, solid(band, { color, roughness: 0.6, texture: inkTexture(art, area, blackInk) })]
  }
  const under = body.material.texture
  const label = labelTexture(art, area, color, blackInk)
  const material = {
    ...body.material,
    texture: ((s, x, y, z, nx, ny, nz) => {
      under?.(s, x, y, z, nx, ny, nz)
      label(s, x, y, z, nx, ny, nz)
    }) satisfies NonNullable<typeof under>,
  }
  return [{ ...body, material }]
}

function longNeck(kit: Kit): Model {
  const isOil = /oil|juice|sauce|zobo/.test(kit.word)
  const shoulders: Vector2[] = isOil
    ? [
        [0.4, 0.06],
        [0.41, 0.5],
        [0.4, 1.0],
        [0.3, 1.28],
        [0.16, 1.48],
        [0.14, 1.72],
        [0.15, 1.78],
      ]
    : [
        [0.36, 0.06],
        [0.37, 0.6],
        [0.37, 1.12],
        [0.33, 1.34],
        [0.15, 1.6],
        [0.13, 1.98],
        [0.14, 2.08],
      ]
  const tip = shoulders.at(-1) ?? [0.14, 2]
  const outline = smoothCurve(shoulders, 3)
  const glass = revolve(polygon([[0, 0.0], [0.34, 0.0], ...outline, [0, tip[1]]]))
  const color =
    namedColour(kit.look) ??
    (isOil
      ? linear(/zobo/.test(kit.word) ? "#8a1838" : /palm/.test(kit.word) ? "#c4481c" : "#b9892a")
      : linear("#16321f"))
  const material = kit.body({ kind: "glass", color }, { depth: 0.5 })
  const cork = /oil/.test(kit.word) ? linear("#b98d5e") : mix(kit.palette.product, [0.05, 0.04, 0.04], 0.4)
  const capHigh = isOil ? 0.1 : 0.24
  return {
    pieces: [
      ...labelled(kit, solid(glass, material), isOil ? 0.412 : 0.374, isOil ? 0.62 : 0.68, 0.62),
      solid(
        translate(cylinder(isOil ? 0.12 : 0.15, capHigh, 0.015), [0, tip[1] + (isOil ? 0.06 : -0.12), 0]),
        kit.of("cap", { kind: isOil ? "paper" : "plastic", color: cork }),
      ),
    ],
    yaw: 0,
    sway: 0.1,
  }
}

function pump(kit: Kit): Model {
  const half = 0.72
  const radius = 0.42
  const shape = smoothUnion(
    0.16,
    translate(cylinder(radius, half, 0.1), [0, half, 0]),
    translate(cylinder(0.14, 0.14, 0.02), [0, half * 2 + 0.06, 0]),
  )
  const head = union(
    translate(cylinder(0.19, 0.09, 0.02), [0, half * 2 + 0.22, 0]),
    translate(cylinder(0.055, 0.16, 0.01), [0, half * 2 + 0.42, 0]),
    translate(box([0.15, 0.065, 0.11], 0.05), [0, half * 2 + 0.6, 0]),
    capsule([0, half * 2 + 0.61, 0], [0.4, half * 2 + 0.55, 0], 0.05),
  )
  const cap = kit.of("cap", { kind: "plastic", color: linear("#1c1c1d") })
  const material = kit.body({ kind: "plastic", color: kit.palette.product })
  return {
    pieces: [...labelled(kit, solid(shape, material), radius, half, half * 0.95), solid(head, cap)],
    yaw: 0.1,
    sway: 0.15,
  }
}

function flask(kit: Kit): Model {
  const half = 0.78
  const radius = 0.36
  const shape = smoothUnion(
    0.2,
    translate(cylinder(radius, half, 0.08), [0, half, 0]),
    translate(cylinder(0.22, 0.16, 0.03), [0, half * 2 + 0.04, 0]),
  )
  const material = kit.body({ kind: "matte", color: kit.palette.product })
  const text = kit.text()
  const area = { width: 0.62, height: 0.69, middle: half, radius }
  const texture = text === null ? material.texture : inkTexture(labelPrint(text, 0.9), area, paper, material.texture)
  return {
    pieces: [
      solid(shape, texture && !material.glass ? { ...material, texture } : material),
      solid(
        translate(cylinder(0.24, 0.15, 0.04), [0, half * 2 + 0.3, 0]),
        kit.of("cap", { kind: "steel", color: paper }),
      ),
    ],
  }
}
