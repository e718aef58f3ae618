import { describe, expect, test } from "vitest"
import { linearToOklab } from "#imaging/colour/oklab.ts"
import { linearOfByte } from "#imaging/colour/srgb.ts"
import { prepareProduct } from "#imaging/compose/product/product.ts"
import { drawCutOut, drawTin } from "#imaging/compose/product/sample-cut-out.ts"
import { traceFeet } from "#imaging/compose/set/footprint.ts"
import { buildSet, type ShotRequest } from "#imaging/compose/set/set.ts"
import type { Picture } from "#imaging/pixels/picture.ts"
import { drawPhases } from "#imaging/render/draw.ts"
import { linear } from "#imaging/render/language/colours.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import { boundsOf } from "#imaging/render/settings/placement.ts"
import { project } from "#imaging/render/trace/lens.ts"
import { type Card, hiddenBy, placeCard } from "./card.ts"
import { findTemplate, type SetColours, type Template, templates } from "./set/templates.ts"
import { prepareShot, UnknownTemplate } from "./shot.ts"

const tin = prepareProduct(drawTin(18))
const shoe = prepareProduct(drawCutOut(400, 220, [60, 60, 66], (x, y) => x > 20 && x < 380 && y > 90 && y < 180))

function requestOf(name: string, seed = 1, side = 256): ShotRequest {
  const template = findTemplate(name)
  if (!template) throw new Error(`no template ${name}`)
  return { template, seed, width: side, height: side }
}

/** Share of the card's area that an object's box may cover, seen from the lens. */
function overlapOf(object: SceneObject, card: Card, set: ReturnType<typeof buildSet>, side: number): number {
  const { min, max } = boundsOf(object)
  const corners = [min[0], max[0]].flatMap((x) =>
    [min[1], max[1]].flatMap((y) => [min[2], max[2]].map((z) => project(set.scene.camera, side, side, [x, y, z]))),
  )
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const wide = Math.min(Math.max(...xs), card.left + card.picture.width) - Math.max(Math.min(...xs), card.left)
  const high = Math.min(Math.max(...ys), card.top + card.picture.height) - Math.max(Math.min(...ys), card.top)
  return (Math.max(0, wide) * Math.max(0, high)) / (card.picture.width * card.picture.height)
}

describe("a product set", () => {
  test("traces feet exactly along the visible lower edge", () => {
    const request = requestOf("catalogue-grey", 1, 600)
    const set = buildSet(tin, request)
    const card = placeCard(tin, set, request)
    const [foot] = traceFeet(tin, set.scene.camera, set.floor)
    // At the very ends the outline is steep, and a pixel to the side is many pixels up.
    const front = foot?.slice(1, foot.length / 2 - 1) ?? []
    expect(front.length).toBeGreaterThan(10)
    for (const [x, z] of front) {
      const [px, py] = project(set.scene.camera, 600, 600, [x, set.floor, z])
      const column = Math.round(px - card.left)
      let lowest = 0
      for (let y = 0; y < card.picture.height; y++) {
        if ((card.picture.data[(y * card.picture.width + column) * 4 + 3] ?? 0) > 110) lowest = y
      }
      expect(Math.abs(py - card.top - lowest)).toBeLessThan(4)
    }
  })

  test.each(templates.map(({ name }) => name))("keeps everything of %s out of the product's way", (name) => {
    for (const product of [tin, shoe]) {
      for (const seed of [1, 2, 3, 4]) {
        const request = requestOf(name, seed)
        const set = buildSet(product, request)
        const card = placeCard(product, set, request)
        const nearer = set.scene.objects.filter(
          (object) =>
            object.isProxy !== true && boundsOf(object).min[2] > 0 && boundsOf(object).min[1] >= set.floor - 0.01,
        )
        for (const object of nearer) expect(overlapOf(object, card, set, 256)).toBeLessThan(0.02)
      }
    }
  })

  test("makes stands wide enough for what stands on them", () => {
    const set = buildSet(shoe, requestOf("brand-tone"))
    const stand = set.scene.objects[1]
    if (!stand) throw new Error("no stand")
    expect(boundsOf(stand).max[0]).toBeGreaterThan(shoe.wide / 2)
    expect(boundsOf(stand).max[1]).toBeCloseTo(set.floor, 2)
  })

  test("is drawn coarsely only well inside of the product", () => {
    const request = requestOf("catalogue-grey", 1, 256)
    const card = placeCard(tin, buildSet(tin, request), request)
    const hidden = hiddenBy(card, 256, 256)
    const alphaAt = (x: number, y: number): number =>
      card.picture.data[((y - card.top) * card.picture.width + x - card.left) * 4 + 3] ?? 0
    const [solid, covered] = [
      [...card.picture.data].filter((v, i) => i % 4 === 3 && v === 255),
      [...hidden].filter(Boolean),
    ]
    expect(covered.length).toBeGreaterThan(solid.length * 0.6)
    for (const [i, isHidden] of hidden.entries()) {
      if (isHidden === 0) continue
      for (const [dx, dy] of [
        [0, 0],
        [-4, 0],
        [4, 0],
        [0, -4],
        [0, 4],
      ] as const) {
        expect(alphaAt((i % 256) + dx, Math.floor(i / 256) + dy)).toBe(255)
      }
    }
  })

  test("differs by seed and is the same for the same one", () => {
    const [first, again, other] = [1, 1, 9].map((seed) => buildSet(tin, requestOf("launch-podium", seed)).scene)
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
    expect(JSON.stringify(other)).not.toBe(JSON.stringify(first))
  })
})

function shoot(template: string | Template, side: number, cutOut = drawTin(18)): Picture {
  const order = { cutOut, template, seed: 1, width: side, height: side, quality: "preview" } as const
  const shot = prepareShot(order)
  drawPhases(shot)
  return { width: side, height: side, channels: 3, data: shot.film.output }
}

describe("prepareShot", () => {
  test("gives the same bytes every time, shadow below, true colour above", () => {
    const shot = shoot("catalogue-grey", 128)
    expect(shoot("catalogue-grey", 128).data).toEqual(shot.data)
    const request = requestOf("catalogue-grey", 1, 128)
    const { left, top, picture } = placeCard(tin, buildSet(tin, request), request)
    const middle = Math.round(left + picture.width / 2)
    const below = Array.from(
      { length: 24 },
      (_, i) => shot.data[((top + picture.height + i - 2) * 128 + middle) * 3 + 1] ?? 0,
    )
    expect(Math.min(...below.slice(0, 5))).toBeLessThan((below.at(-1) ?? 0) - 15)
    const at = (Math.round(top + picture.height / 2) * 128 + middle) * 3
    const difference = [180, 60, 40].map((value, c) => Math.abs(value - (shot.data[at + c] ?? 0)))
    expect(Math.max(...difference)).toBeLessThan(16)
  })

  test("refuses unknown templates", () => {
    expect(() => shoot("moon-landing", 64)).toThrow(UnknownTemplate)
  })
})

describe("a set in a seller's own colours", () => {
  const kits: SetColours[] = [
    { wall: "#33249c", accent: "#d9962e" },
    { wall: "#e0001b", accent: "#101010" },
    { wall: "#00a651", accent: "#ffe600" },
    { wall: "#0b0b0f", accent: "#f4e9d8" },
  ]
  const shades: [number, number, number][] = [
    [24, 24, 28],
    [180, 60, 40],
    [60, 70, 190],
    [246, 244, 240],
  ]
  const named = templates.filter(({ takesColours }) => takesColours)
  const inColours = (template: Template, colours: SetColours): Template => ({ ...template, colours })
  const oklabOf = (hex: string): [number, number, number] => linearToOklab(...linear(hex))

  test.each(named.map((template) => [template.name, template] as const))(
    "keeps %s apart from every product",
    (_, template) => {
      expect(template.place).toBeUndefined()
      for (const colours of kits) {
        for (const shade of shades) {
          const product = prepareProduct(drawCutOut(120, 160, shade, (x, y) => x > 20 && x < 100 && y > 20 && y < 140))
          const request = { template: inColours(template, colours), seed: 1, width: 64, height: 64 }
          const { scene } = buildSet(product, request)
          const wall = linearToOklab(...(scene.ground?.material.color ?? [0, 0, 0]))
          const seen = linearToOklab(...product.colour)
          expect(Math.hypot(...wall.map((value, i) => value - (seen[i] ?? 0)))).toBeGreaterThan(0.1)
          // As far around the wheel as the wanted colour, where it has one.
          const [, a, b] = oklabOf(colours.wall)
          if (Math.hypot(a, b) < 0.03) expect(Math.hypot(wall[1], wall[2])).toBeLessThan(0.03)
          else expect(Math.cos(Math.atan2(b, a) - Math.atan2(wall[2], wall[1]))).toBeGreaterThan(0.97)
        }
      }
    },
  )

  test("shows wall and stand in them, and leaves the product as it is", () => {
    const side = 128
    const template = findTemplate("gallery-plinth")
    const [colours] = kits
    if (!template || !colours) throw new Error("no set")
    const [usual, own] = [shoot(template, side), shoot(inColours(template, colours), side)]
    const request = { template, seed: 1, width: side, height: side }
    const product = prepareProduct(drawTin(18))
    const set = buildSet(product, request)
    const hidden = hiddenBy(placeCard(product, set, request), side, side)
    const hueAt = (x: number, y: number): number => {
      const part = (c: number): number => linearOfByte[own.data[(y * side + x) * 3 + c] ?? 0] ?? 0
      const [, a, b] = linearToOklab(part(0), part(1), part(2))
      return Math.atan2(b, a)
    }
    const [, a, b] = oklabOf(colours.wall)
    expect(Math.cos(hueAt(6, 6) - Math.atan2(b, a))).toBeGreaterThan(0.95)
    const [, accentA, accentB] = oklabOf(colours.accent)
    const [x, y] = project(set.scene.camera, side, side, [0, set.floor * 0.5, 0.6]).map(Math.round)
    expect(Math.cos(hueAt(x ?? 0, y ?? 0) - Math.atan2(accentB, accentA))).toBeGreaterThan(0.95)
    let furthest = 0
    for (const [i, isHidden] of hidden.entries()) {
      for (let c = 0; isHidden === 1 && c < 3; c++)
        furthest = Math.max(furthest, Math.abs((usual.data[i * 3 + c] ?? 0) - (own.data[i * 3 + c] ?? 0)))
    }
    expect(hidden.filter(Boolean).length).toBeGreaterThan(1_000)
    expect(furthest).toBeLessThan(3)
  })
})
