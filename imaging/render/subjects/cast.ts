import { mostThings } from "#imaging/render/language/nouns.ts"
import type { Companion, Reading, Thing } from "#imaging/render/language/reading.ts"
import { noLook } from "#imaging/render/language/reading.ts"
import { realSize } from "#imaging/render/language/sizes.ts"
import type { SubjectWord } from "#imaging/render/language/vocabulary.ts"
import type { SceneObject } from "#imaging/render/scene/scene.ts"
import type { Bounds } from "#imaging/render/sdf/shape.ts"
import { randomFrom } from "#imaging/render/settings/chance.ts"
import { lieDown } from "#imaging/render/settings/lie-down.ts"
import { type Palette, paletteFor } from "#imaging/render/settings/palette.ts"
import { boundsOfAll } from "#imaging/render/settings/placement.ts"
import { canPrint } from "#imaging/render/text/outline.ts"
import { boundsOfMember, depthOf, join, type Member, piecesOf, widthOf } from "./company.ts"
import { createKit, type Model } from "./kit/kit.ts"
import { subjects } from "./registry.ts"
import { lettered } from "./signs.ts"
import { stillLife } from "./still-life.ts"

/** The things in the middle of the picture, ready to be put on a floor. */
export interface Cast {
  /** Name for the report. */
  name: string
  /** Text the thing has no room for: it stands beside it in letters of its own. */
  textBeside: string | null
  /** Words the builders had no use for. */
  ignored: string[]
  isLarge: boolean
  needsNoStand: boolean
  isLow: boolean
  elevation: number
  /** Camera height it needs in every place, radians. */
  leastElevation: number
  /** Radius of the footprint. */
  radius: number
  /** All pieces standing at this height. */
  arrange(floor: number): SceneObject[]
}

/** Builds the subject, its copies and its companions; for a prompt without a known thing a poster or a still life. */
export function castSubject(reading: Reading, palette: Palette, random: () => number): Cast {
  const subject = reading.subject ?? { name: "frame" as SubjectWord, word: "poster", look: noLook(), count: 1 }
  const stand = reading.subject ? null : standIn(reading, palette, random)
  const built = stand ?? build(reading, subject, palette, random)
  const { model } = built
  const others: Built[] = []
  const look = subject.look
  const yaw = (model.yaw ?? 0) + (random() - 0.5) * 2 * (model.sway ?? 0.3)
  const members: Member[] = []
  const at = { pieces: model.pieces, scale: 1, x: 0, y: 0, z: 0, wide: look.wide, tall: look.tall }
  const own = boundsOfMember({ ...at, yaw })
  const count = builtTogether.has(subject.name) ? 1 : Math.max(1, Math.min(mostThings, subject.count))
  for (const [i, { x, z }] of placesFor(count, own).entries()) {
    members.push({ ...at, x, z, yaw: yaw + (i === 0 ? 0 : (random() - 0.5) * 0.5) })
  }
  let isLarge = model.isLarge ?? false
  let elevation = Math.max(model.elevation ?? 0.18, count > mostInRow ? 0.34 : 0)
  let hasOther = false
  for (const thing of reading.companions) {
    // Tone on tone: a red cushion would not be seen on a sofa of the same red.
    const other = build(reading, thing, { ...palette, product: palette.deep }, random)
    const turn = (other.model.yaw ?? 0) + (random() - 0.5) * 0.4
    const ratio = realSize[thing.name] / realSize[subject.name]
    others.push(other)
    join(members, { name: thing.name, model: other.model, where: thing.where, ratio, yaw: turn, isLeft: hasOther })
    if (thing.where === "under" && other.model.isLarge) isLarge = true
    if (thing.where === "under" || thing.where === "around")
      elevation = Math.max(elevation, thing.name === "plate" ? 0.3 : 0.2)
    hasOther = true
  }
  const middle = (Math.min(...members.map((m) => m.x)) + Math.max(...members.map((m) => m.x))) / 2
  const arrange = (floor: number): SceneObject[] =>
    members.flatMap((m) => piecesOf({ ...m, x: m.x - middle, y: m.y + floor }))
  const all = boundsOfAll(arrange(0))
  return {
    name: stand ? stand.name : subject.name,
    textBeside: textBeside(reading, built.hasText),
    ignored: passedOver(reading, built, others),
    isLarge,
    needsNoStand: model.needsNoStand ?? false,
    isLow: model.isLow ?? false,
    elevation,
    leastElevation: model.leastElevation ?? 0,
    radius: Math.max(all.max[0], -all.min[0], all.max[2] * 0.9, 0.5),
    arrange,
  }
}

/** Things whose builders heap or stack as many as are wanted. */
const builtTogether: ReadonlySet<SubjectWord> = new Set(["yam", "fruit", "towels", "fish"])

/** More of one kind than these stand in two rows, the smaller one in front. */
const mostInRow = 5

/** Where so many of one kind stand. */
function placesFor(count: number, own: Bounds): { x: number; z: number }[] {
  const apart = widthOf(own) * 1.07
  const row = (among: number, z: number, wave: number, aside = 0): { x: number; z: number }[] =>
    Array.from({ length: among }, (_, i) => ({
      x: (i - (among - 1) / 2 + aside) * apart,
      z: z + (among === 1 ? 0 : i % 2 ? -wave : wave * 0.36),
    }))
  if (count <= mostInRow) return row(count, 0, 0.28)
  const front = Math.floor(count / 2)
  // Between those in front, also where both rows are as long.
  const aside = count % 2 === 0 ? 0.25 : 0
  const behind = -1.15 * Math.max(depthOf(own), 0.5 * widthOf(own))
  return [...row(front, 0, 0.1, -aside), ...row(count - front, behind, 0.1, aside)]
}

/**
 * Words the builders have no use for, as `Cast.ignored`, without setting anything up: which parts a thing has and where it
 * carries text does not depend on chance.
 */
export function readCast(reading: Reading): string[] {
  const palette = paletteFor(null, null, 0, () => 0.5)
  const random = randomFrom("reading")
  const built = reading.subject ? build(reading, reading.subject, palette, random) : standIn(reading, palette, random)
  return passedOver(
    reading,
    built,
    reading.companions.map((thing) => build(reading, thing, palette, random)),
  )
}

/** Words of the prompt that are not in the picture, although they are known. @param others as the companions stand */
function passedOver(reading: Reading, built: Built, others: readonly Built[]): string[] {
  const { subject, texts, companions, view } = reading
  const unseen = subject ? texts.slice(1) : []
  const lost = view === "top" && !built.hasText ? texts.slice(0, 1) : []
  const beside = companions.flatMap((thing, at) => (others[at]?.hasText ? [] : thing.texts))
  return [
    ...built.ignored,
    ...others.flatMap(({ ignored }) => ignored),
    ...[...unseen, ...lost, ...beside].map((text) => `the text “${text}”`),
  ]
}

/** Things that are laid on their backs for pictures from above. */
const liesFlat: ReadonlySet<SubjectWord> = new Set([
  ...(["perfume", "bottle", "dropper", "tube", "book", "phone", "pouch", "can", "watch", "frame", "clock"] as const),
  ...(["handbag", "tote", "backpack", "camera", "cushion", "wallet", "phonecase"] as const),
])

/** Things whose print shows from above although they stand. */
const readFromAbove: ReadonlySet<SubjectWord> = new Set(["soap"])

/** A phone or its case that lies down needs no rest behind it. */
function withoutRest(name: SubjectWord, model: Model): SceneObject[] {
  return name === "phone" || name === "phonecase" ? model.pieces.slice(0, -1) : model.pieces
}

interface Built {
  model: Model
  ignored: string[]
  /** True when the thing carries the prompt's text. */
  hasText: boolean
}

function build(reading: Reading, thing: Thing<SubjectWord> | Companion, palette: Palette, random: () => number): Built {
  const { texts, parts } = "texts" in thing ? thing : reading
  const { kit, honoured } = createKit({
    look: thing.look,
    word: thing.word,
    count: thing === reading.subject ? reading.subject.count : 1,
    bears: "where" in thing && (thing.where === "under" || thing.where === "around"),
    parts,
    absent: reading.absent,
    texts,
    palette,
    random,
  })
  const upright = subjects[thing.name](kit)
  const isFlat = reading.view === "top" && liesFlat.has(thing.name)
  const model = isFlat ? { ...upright, pieces: lieDown(withoutRest(thing.name, upright)), yaw: 0.12 } : upright
  const unseen = parts
    .filter((part) => !honoured.parts.has(part.name))
    .map((part) => [...part.look.words, part.word].join(" "))
  const kept = reading.absent
    .filter(({ name, isProp }) => !isProp && honoured.parts.has(name) && !honoured.absent.has(name))
    .map(({ phrase }) => phrase)
  const isSeen = reading.view !== "top" || isFlat || readFromAbove.has(thing.name)
  return { model, ignored: [...unseen, ...kept], hasText: honoured.text && texts.length > 0 && isSeen }
}

/** Never a wrong thing: the prompt's own words as a poster, or, when no letter of them can be set, plain forms. */
function standIn(reading: Reading, palette: Palette, random: () => number): Built & { name: string } {
  const words = reading.texts.length > 0 ? reading.texts.join(" ") : reading.tellingWords.slice(0, 9).join(" ")
  if (!canPrint(words)) return { model: stillLife(palette, random), ignored: [], hasText: false, name: "still life" }
  const { kit } = createKit({
    look: noLook(),
    word: "poster",
    count: 1,
    parts: [],
    absent: [],
    texts: [],
    palette,
    random,
  })
  const ignored = reading.absent.map(({ phrase }) => phrase)
  return { model: lettered(kit, words.slice(0, 90), false), ignored, hasText: true, name: "poster" }
}

/** Text for things without a place for it. Letters that stand before a thing are seen edge-on from above. */
function textBeside(reading: Reading, hasText: boolean): string | null {
  const text = reading.view === "top" ? null : (reading.texts[0] ?? null)
  return !hasText && text !== null && canPrint(text) ? text : null
}
