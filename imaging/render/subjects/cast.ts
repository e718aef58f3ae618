import type { Reading, Thing } from "#imaging/render/language/reading.ts"
import { noLook } from "#imaging/render/language/reading.ts"
import type { SubjectWord } from "#imaging/render/language/vocabulary.ts"
import type { SceneObject } from "#imaging/render/scene.ts"
import { lieDown } from "#imaging/render/settings/lie-down.ts"
import type { Palette } from "#imaging/render/settings/palette.ts"
import { boundsOfAll, place } from "#imaging/render/settings/placement.ts"
import { canPrint } from "#imaging/render/text/outline.ts"
import { createKit, type Model } from "./kit.ts"
import { subjects } from "./registry.ts"
import { lettered } from "./signs.ts"
import { realSize } from "./sizes.ts"
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
  elevation: number
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
  const { model, ignored } = built
  const wanted = textBeside(reading, built.hasText)
  const look = subject.look
  const yaw = (model.yaw ?? 0) + (random() - 0.5) * 2 * (model.sway ?? 0.3)
  const main = { pieces: model.pieces, yaw, wide: look.wide, tall: look.tall, scale: 1 }
  const own = boundsOfAll(place(model.pieces, { offset: [0, 0, 0], yaw, scale: 1, wide: look.wide, tall: look.tall }))
  const half = (own.max[0] - own.min[0]) / 2
  const members: {
    pieces: SceneObject[]
    x: number
    z: number
    yaw: number
    scale: number
    wide: number
    tall: number
  }[] = []
  const count = subject.name === "fruit" ? 1 : Math.max(1, Math.min(5, subject.count))
  for (let i = 0; i < count; i += 1) {
    const x = (i - (count - 1) / 2) * half * 2.14
    const z = count === 1 ? 0 : i % 2 ? -0.28 : 0.1
    members.push({ ...main, x, z, yaw: yaw + (i === 0 ? 0 : (random() - 0.5) * 0.5) })
  }
  let edge = half * (1 + (count - 1) * 1.07)
  reading.companions.forEach((thing, i) => {
    const other = build(reading, thing, palette, random)
    const ratio = Math.min(1.5, Math.max(0.32, realSize[thing.name] / realSize[subject.name]))
    const turn = (other.model.yaw ?? 0) + (random() - 0.5) * 0.4
    const box = boundsOfAll(place(other.model.pieces, { offset: [0, 0, 0], yaw: turn, scale: ratio }))
    const wide = (box.max[0] - box.min[0]) / 2
    const side = i % 2 ? -1 : 1
    members.push({
      pieces: other.model.pieces,
      x: side * (edge + wide + 0.12),
      z: 0.15,
      yaw: turn,
      scale: ratio,
      wide: 1,
      tall: 1,
    })
    if (i % 2) edge += wide * 2
  })
  const middle = (Math.min(...members.map((m) => m.x)) + Math.max(...members.map((m) => m.x))) / 2
  const arrange = (floor: number): SceneObject[] =>
    members.flatMap((m) =>
      place(m.pieces, { offset: [m.x - middle, floor, m.z], yaw: m.yaw, scale: m.scale, wide: m.wide, tall: m.tall }),
    )
  const all = boundsOfAll(arrange(0))
  return {
    name: stand ? stand.name : subject.name,
    textBeside: wanted,
    ignored,
    isLarge: model.isLarge ?? false,
    needsNoStand: model.needsNoStand ?? false,
    elevation: model.elevation ?? 0.18,
    radius: Math.max(all.max[0], -all.min[0], all.max[2] * 0.9, 0.5),
    arrange,
  }
}

/** Things that are laid on their backs for pictures from above. */
const liesFlat: ReadonlySet<SubjectWord> = new Set([
  ...(["perfume", "bottle", "dropper", "tube", "book", "phone", "pouch", "can", "watch", "frame", "clock"] as const),
  ...(["handbag", "tote", "backpack", "camera", "cushion"] as const),
])

/** A phone that lies down needs no rest behind it. */
function withoutRest(name: SubjectWord, model: Model): SceneObject[] {
  return name === "phone" ? model.pieces.slice(0, -1) : model.pieces
}

interface Built {
  model: Model
  ignored: string[]
  /** True when the thing carries the prompt's text. */
  hasText: boolean
}

function build(reading: Reading, thing: Thing<SubjectWord>, palette: Palette, random: () => number): Built {
  const { kit, honoured } = createKit({
    look: thing.look,
    word: thing.word,
    count: thing === reading.subject ? reading.subject.count : 1,
    parts: reading.parts,
    absent: reading.absent,
    texts: reading.texts,
    palette,
    random,
  })
  const upright = subjects[thing.name](kit)
  const isFlat = reading.view === "top" && liesFlat.has(thing.name)
  const model = isFlat ? { ...upright, pieces: lieDown(withoutRest(thing.name, upright)), yaw: 0.12 } : upright
  const ignored = reading.parts
    .filter((part) => !honoured.parts.has(part.name))
    .map((part) => [...part.look.words, part.word].join(" "))
  return { model, ignored, hasText: honoured.text && reading.texts.length > 0 }
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
  return { model: lettered(kit, words.slice(0, 90), false), ignored: [], hasText: true, name: "poster" }
}

/** Text for things without a place for it. */
function textBeside(reading: Reading, hasText: boolean): string | null {
  const text = reading.texts[0] ?? null
  return !hasText && text !== null && canPrint(text) ? text : null
}
