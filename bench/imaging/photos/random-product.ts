import { type Chance, chanceOf } from "./chance.ts"
import { randomColour } from "./random-colour.ts"
import { randomPaint } from "./random-paint.ts"
import {
  box,
  cylinder,
  lyingRing,
  melt,
  type Part,
  type Rgb,
  rod,
  type Shape,
  sphere,
  standingRing,
  without,
} from "./shapes.ts"

/** The largest distance from the middle of the floor that a product may reach, in scene units. */
const reach = 1.15

/**
 * A product nobody has seen: bodies of turned, boxed and blown shapes with handles, legs, rings, lids and labels, thrown
 * together by chance, standing on y = 0 and about two units large. It resembles no product that the benches judge by.
 */
export function randomProduct(random: () => number, groundColour: Rgb): Part[] {
  const chance = chanceOf(random)
  const colours = [0, 1, 2].map(() => randomColour(chance, groundColour))
  const kind = chance.pick([turned, turned, boxed, blown, framed, framed, several, flat, ringed])
  const parts = kind(chance, (n) => finishOf(chance, colours[n % 3] ?? [0.5, 0.5, 0.5]))
  return resize(parts)
}

type Finish = Omit<Part, "shape">
type Finishes = (n: number) => Finish

function finishOf(chance: Chance, colour: Rgb): Finish {
  const gloss = chance.pick([0.1, 0.2, 0.3, 0.5, 0.7, 0.9])
  return chance.is(0.3) ? { colour, gloss, paint: randomPaint(chance, colour) } : { colour, gloss }
}

/** A stack of discs, bottles and bulbs about one axis, perhaps hollow, with a handle, a spout or a label. */
function turned(chance: Chance, finish: Finishes): Part[] {
  const parts: Part[] = []
  const bodies: Shape[] = []
  let y = 0
  let radius = chance.between(0.2, 0.8)
  const count = chance.whole(1, 4)
  for (let i = 0; i < count; i++) {
    const high = chance.between(0.15, 1.4 / Math.sqrt(count))
    bodies.push(
      chance.pick([
        () => cylinder(0, y, 0, radius, high, chance.between(0.01, Math.min(radius, high) * 0.5)),
        () => rod([0, y + 0.05, 0], [0, y + high, 0], radius, radius * chance.between(0.4, 1.3)),
        () => sphere(0, y + radius * 0.9, 0, radius),
      ])(),
    )
    y += high * chance.between(0.85, 1.05)
    radius = Math.max(0.08, radius * chance.between(0.35, 1.25))
  }
  if (chance.is(0.6)) {
    const whole = melt(chance.between(0.02, 0.25), ...bodies)
    const isHollow = chance.is(0.35)
    const bore = chance.between(0.15, 0.6)
    parts.push({ shape: isHollow ? without(whole, cylinder(0, 0.1, 0, bore, 3)) : whole, ...finish(0) })
  } else for (const [i, shape] of bodies.entries()) parts.push({ shape, ...finish(i) })
  if (chance.is(0.45)) {
    const [at, size] = [chance.between(0.2, 0.9) * Math.max(0.4, y), chance.between(0.15, 0.45)]
    parts.push({
      shape: standingRing(chance.side() * chance.between(0.3, 0.7), at, 0, size, chance.between(0.03, 0.09)),
      ...finish(chance.whole(0, 2)),
    })
  }
  if (chance.is(0.25)) {
    const from: Rgb = [0, chance.between(0.3, 0.8) * y, 0]
    const to: Rgb = [chance.side() * chance.between(0.6, 1.1), chance.between(0.4, 1.3) * y, chance.between(-0.3, 0.3)]
    parts.push({ shape: rod(from, to, chance.between(0.05, 0.16), chance.between(0.03, 0.1)), ...finish(0) })
  }
  if (chance.is(0.3)) {
    parts.push({
      shape: box(
        0,
        chance.between(0.3, 0.7) * y,
        chance.between(0.2, 0.7),
        chance.between(0.2, 0.8),
        chance.between(0.15, 0.5),
        0.1,
        0.02,
      ),
      ...finish(2),
    })
  }
  return parts
}

/** Boxes on, in and beside one another, with cuts, straps and knobs. */
function boxed(chance: Chance, finish: Finishes): Part[] {
  const [wide, high, deep] = [chance.between(0.4, 1.9), chance.between(0.2, 1.7), chance.between(0.15, 1)]
  const round = chance.between(0.01, 0.2) * Math.min(wide, high, deep)
  let body = box(0, high / 2, 0, wide, high, deep, round)
  if (chance.is(0.3))
    body = without(
      body,
      box(
        chance.between(-0.3, 0.3),
        high * chance.between(0.5, 1.1),
        chance.between(0, 0.4),
        wide * 0.6,
        high * 0.7,
        deep * chance.between(0.5, 1.6),
      ),
    )
  if (chance.is(0.25)) body = melt(0.2, body, rod([-wide / 3, high, 0], [wide / 3, high, 0], chance.between(0.1, 0.25)))
  const parts: Part[] = [{ shape: body, ...finish(0) }]
  if (chance.is(0.4))
    parts.push({ shape: standingRing(0, high, 0, chance.between(0.2, 0.6), chance.between(0.03, 0.07)), ...finish(1) })
  for (let i = chance.whole(0, 3); i > 0; i--) {
    const at: Rgb = [chance.between(-0.45, 0.45) * wide, chance.between(0.1, 0.95) * high, deep / 2]
    parts.push({
      shape: chance.is(0.5)
        ? sphere(...at, chance.between(0.06, 0.22))
        : box(...at, chance.between(0.1, 0.7), chance.between(0.08, 0.4), 0.08, 0.02),
      ...finish(i),
    })
  }
  if (chance.is(0.25)) {
    const lift = chance.between(0.15, 0.7)
    for (const part of parts) part.shape = lifted(part.shape, lift)
    for (const x of [-0.42, 0.42]) {
      for (const z of [-0.4, 0.4])
        parts.push({
          shape: rod([x * wide, 0.04, z * deep], [x * wide, lift + 0.05, z * deep], chance.between(0.03, 0.07)),
          ...finish(1),
        })
    }
  }
  return parts
}

/** Soft lumps melted together, some with a sole or a plate below. */
function blown(chance: Chance, finish: Finishes): Part[] {
  const lumps: Shape[] = []
  for (let i = chance.whole(2, 5); i > 0; i--) {
    const at: Rgb = [chance.between(-0.7, 0.7), chance.between(0.2, 1.1), chance.between(-0.3, 0.3)]
    lumps.push(
      chance.is(0.5)
        ? sphere(...at, chance.between(0.2, 0.5))
        : rod(
            at,
            [chance.between(-0.9, 0.9), chance.between(0.15, 1.3), chance.between(-0.3, 0.3)],
            chance.between(0.1, 0.35),
            chance.between(0.08, 0.3),
          ),
    )
  }
  const parts: Part[] = [{ shape: melt(chance.between(0.1, 0.35), ...lumps), ...finish(0) }]
  if (chance.is(0.5))
    parts.push({
      shape: box(0, 0.1, 0, chance.between(1.2, 2), chance.between(0.1, 0.25), chance.between(0.4, 0.8), 0.06),
      ...finish(1),
    })
  if (chance.is(0.4))
    parts.push({
      shape: sphere(chance.between(-0.5, 0.5), chance.between(0.5, 1.2), 0.3, chance.between(0.08, 0.25)),
      ...finish(2),
    })
  return parts
}

/** Thin things: legs, rails and seats, a board or a ball carried by rods. */
function framed(chance: Chance, finish: Finishes): Part[] {
  const parts: Part[] = []
  const thick = chance.between(0.025, 0.08)
  const [wide, high, deep] = [chance.between(0.5, 1.1), chance.between(0.5, 1.5), chance.between(0.2, 0.6)]
  const lean = chance.between(0, 0.3)
  const legs = chance.pick([1, 3, 4, 4])
  for (let i = 0; i < legs; i++) {
    const turn = (i / legs) * 2 * Math.PI + 0.6
    const [x, z] = legs === 1 ? [0, 0] : [wide * Math.cos(turn), deep * Math.sin(turn)]
    parts.push({ shape: rod([x * (1 + lean), 0.04, z * (1 + lean)], [x * 0.8, high, z * 0.8], thick), ...finish(1) })
  }
  parts.push(
    chance.pick([
      (): Part => ({ shape: box(0, high, 0, wide * 2, chance.between(0.06, 0.3), deep * 2, 0.04), ...finish(0) }),
      (): Part => ({
        shape: cylinder(0, high, 0, chance.between(0.3, 0.8), chance.between(0.06, 0.5), 0.03),
        ...finish(0),
      }),
      (): Part => ({ shape: sphere(0, high, 0, chance.between(0.2, 0.5)), ...finish(0) }),
      (): Part => ({
        shape: rod([0, high - 0.2, 0], [0, high + 0.4, 0], chance.between(0.2, 0.6), chance.between(0.1, 0.5)),
        ...finish(0),
      }),
    ])(),
  )
  if (legs === 1) parts.push({ shape: cylinder(0, 0, 0, chance.between(0.3, 0.6), 0.08), ...finish(1) })
  if (chance.is(0.4))
    parts.push({
      shape: box(0, high + 0.4, -deep * 0.8, wide * 1.8, chance.between(0.3, 0.8), 0.08, 0.03),
      ...finish(0),
    })
  if (chance.is(0.3))
    parts.push({ shape: lyingRing(0, high * chance.between(0.3, 0.7), 0, wide * 0.8, thick), ...finish(1) })
  return parts
}

/** Two to four simple things beside one another. */
function several(chance: Chance, finish: Finishes): Part[] {
  const count = chance.whole(2, 4)
  return Array.from({ length: count }, (_, i): Part => {
    const x = ((i + 0.5) / count - 0.5) * 2 + chance.between(-0.1, 0.1)
    const z = chance.between(-0.3, 0.3)
    const size = 0.85 / count + chance.between(-0.08, 0.08)
    const high = chance.between(0.3, 1.5)
    const shape = chance.pick([
      () => cylinder(x, 0, z, size, high, 0.05),
      () => box(x, high / 2, z, size * 1.8, high, size * 1.4, 0.05),
      () => sphere(x, size, z, size),
      () => rod([x, 0.1, z], [x, high, z], size, size * 0.5),
    ])()
    return { shape, ...finish(i) }
  })
}

/** Things that lie: plates, phones, books, cutlery, chains. */
function flat(chance: Chance, finish: Finishes): Part[] {
  const parts: Part[] = []
  if (chance.is(0.5))
    parts.push({
      shape: box(0, 0.08, 0, chance.between(0.6, 1.8), chance.between(0.06, 0.2), chance.between(0.4, 1.3), 0.03),
      ...finish(0),
    })
  else parts.push({ shape: cylinder(0, 0, 0, chance.between(0.4, 1), chance.between(0.05, 0.3), 0.03), ...finish(0) })
  for (let i = chance.whole(0, 4); i > 0; i--) {
    const at: Rgb = [chance.between(-0.9, 0.9), chance.between(0.1, 0.3), chance.between(-0.5, 0.6)]
    parts.push({
      shape: chance.pick([
        () => lyingRing(...at, chance.between(0.12, 0.5), chance.between(0.03, 0.08)),
        () => rod(at, [chance.between(-1, 1), 0.1, chance.between(-0.6, 0.6)], chance.between(0.03, 0.1)),
        () => sphere(...at, chance.between(0.08, 0.25)),
      ])(),
      ...finish(i),
    })
  }
  return parts
}

/** Rings, hoops and arches, alone or on something. */
function ringed(chance: Chance, finish: Finishes): Part[] {
  const parts: Part[] = []
  for (let i = chance.whole(1, 3); i > 0; i--) {
    const [size, thick] = [chance.between(0.25, 0.75), chance.between(0.04, 0.16)]
    const x = chance.between(-0.5, 0.5)
    const ring = chance.is(0.7)
      ? standingRing(x, size + thick * 0.8, chance.between(-0.4, 0.4), size, thick)
      : lyingRing(x, thick, chance.between(-0.4, 0.4), size, thick)
    const isArch = chance.is(0.2)
    parts.push({ shape: isArch ? without(ring, box(0, 0, 0, 4, size, 4)) : ring, ...finish(i) })
    if (isArch)
      for (const side of [-1, 1])
        parts.push({ shape: sphere(x + side * size, size * 0.5, 0, chance.between(0.12, 0.35)), ...finish(i + 1) })
  }
  if (chance.is(0.4))
    parts.push({ shape: box(0, 0.1, 0, chance.between(0.4, 1.4), 0.2, chance.between(0.3, 0.8), 0.04), ...finish(0) })
  if (chance.is(0.4))
    parts.push({
      shape: sphere(chance.between(-0.4, 0.4), chance.between(0.8, 1.3), 0, chance.between(0.08, 0.3)),
      ...finish(2),
    })
  return parts
}

function lifted(shape: Shape, by: number): Shape {
  return (x, y, z) => shape(x, y - by, z)
}

/** Makes parts that reach too far smaller, so that the camera sees them whole. */
function resize(parts: Part[]): Part[] {
  const covers = (x: number, y: number, z: number): boolean => parts.some((part) => part.shape(x, y, z) < 0)
  let [most, top] = [0, 0]
  for (let y = 0.02; y < 3; y += 0.07) {
    for (let x = -2; x <= 2; x += 0.1) {
      for (let z = -1.6; z <= 1.6; z += 0.1) {
        if (!covers(x, y, z)) continue
        most = Math.max(most, Math.hypot(x, z))
        top = y
      }
    }
  }
  const scale = Math.min(1, reach / (most || 1), 1.95 / (top || 1))
  if (scale >= 0.97) return parts
  return parts.map(({ shape, paint, ...rest }) => ({
    ...rest,
    shape: (x, y, z) => scale * shape(x / scale, y / scale, z / scale),
    ...(paint && { paint: (x: number, y: number, z: number) => paint(x / scale, y / scale, z / scale) }),
  }))
}
