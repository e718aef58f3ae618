import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Bidi } from "bidi-js"
import { create, type Font, type GlyphRun } from "fontkit"

export type TextWeight = "regular" | "bold"
const weights: Readonly<Record<TextWeight, number>> = { regular: 400, bold: 700 }

/** Files of letters, in the order in which they are asked. A text that ours can write whole is in ours alone. */
const ours = ["instrument-sans/files/instrument-sans-latin", "instrument-sans/files/instrument-sans-latin-ext"]
const others = [
  ...["latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"].map(
    (script) => `noto-sans/files/noto-sans-${script}`,
  ),
  ...["arabic", "symbols", "math"].map((script) => `noto-sans-arabic/files/noto-sans-arabic-${script}`),
  ...Array.from({ length: 11 }, (_, part) => `noto-emoji/files/noto-emoji-${part}`),
]

const require = createRequire(import.meta.url)

// Its types say that the function is a default of the module, which it is not for Node.
const createBidi: () => Bidi = require("bidi-js")
const bidi = createBidi()
const opened = new Map<string, Font>()

function fontOf(file: string, weight: TextWeight): Font {
  const name = `@fontsource/${file}-${weights[weight]}-normal.woff`
  const known = opened.get(name)
  if (known) return known
  const font = create(readFileSync(require.resolve(name)))
  if (!("layout" in font)) throw new Error(`${name} is a collection of fonts.`)
  opened.set(name, font)
  return font
}

const signs = new Intl.Segmenter("en", { granularity: "grapheme" })

/** A stretch of a text in one file of letters and one direction. */
interface Run {
  file: string
  text: string
  level: number
}

/** A stretch as it is drawn: its letters shaped, its width in shares of the letters' size. */
interface Shaped {
  level: number
  width: number
  run: GlyphRun
  unit: number
}

/** Letters shaped and in the order in which they stand from left to right; width in shares of their size. */
interface ShapedText {
  parts: readonly Shaped[]
  width: number
}

function hasLetters(font: Font, text: string): boolean {
  return [...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
}

/** Which file can write a sign, and as what: without its joiners or marks where none has all of it. */
function writable(sign: string, files: readonly string[], weight: TextWeight): { file: string; text: string } | null {
  const ways = [sign, sign.replace(/\u200c|\u200d|[\ufe00-\ufe0f]/g, ""), sign.normalize("NFD").replace(/\p{M}+/gu, "")]
  for (const text of ways) {
    if (text === "") continue
    const file = files.find((one) => hasLetters(fontOf(one, weight), text))
    if (file !== undefined) return { file, text }
  }
  return null
}

/** Marks of one sign: with more of them it would stand outside of its line. */
const moreMarks = /(\p{M}{3})\p{M}+/gu

/** What of a text can be drawn; signs that no file has are left out. */
export function drawableText(text: string): string {
  const drawn = [...signs.segment(text.normalize("NFC"))].map(({ segment }) =>
    /\s/.test(segment) ? " " : (writable(segment.replace(moreMarks, "$1"), others, "bold")?.text ?? ""),
  )
  return drawn.join("").replace(/ +/g, " ").trim()
}

type Direction = "ltr" | "rtl"

/** How a text is written: all its lines in the same letters and one direction. */
interface Hand {
  files: readonly string[]
  weight: TextWeight
  direction: Direction
}

function handOf(text: string, weight: TextWeight): Hand {
  // Ours have marks, and do not say where these stand on m, and on others that no sign of Unicode has them with.
  const isOurs = [...signs.segment(text)].every(
    ({ segment }) => !/\p{M}/u.test(segment) && ours.some((file) => hasLetters(fontOf(file, weight), segment)),
  )
  const direction = (bidi.getEmbeddingLevels(text, "auto").paragraphs[0]?.level ?? 0) % 2 === 1 ? "rtl" : "ltr"
  return { files: isOurs ? ours : others, weight, direction }
}

function shape(text: string, { files, weight, direction }: Hand): ShapedText {
  const { levels } = bidi.getEmbeddingLevels(text, direction)
  const runs: Run[] = []
  for (const { segment, index } of signs.segment(text)) {
    const level = levels[index] ?? 0
    const last = runs.at(-1)
    // A blank joins the words beside it, but those of pictures are as wide as a picture.
    const joins = segment === " " && last !== undefined && !last.file.includes("emoji")
    const found = joins ? { file: last.file, text: " " } : writable(segment, files, weight)
    if (!found) continue
    const mirrored = level % 2 === 1 ? (bidi.getMirroredCharacter(found.text) ?? found.text) : found.text
    if (last?.file === found.file && last.level === level) last.text += mirrored
    else runs.push({ file: found.file, text: mirrored, level })
  }
  const shaped = runs.map(({ file, text: letters_, level }): Shaped => {
    const font = fontOf(file, weight)
    const run = font.layout(letters_, undefined, undefined, undefined, level % 2 === 1 ? "rtl" : "ltr")
    return { level, run, unit: 1 / font.unitsPerEm, width: run.advanceWidth / font.unitsPerEm }
  })
  return { parts: inOrder(shaped), width: shaped.reduce((sum, { width }) => sum + width, 0) }
}

/** Stretches from left to right, as the Unicode algorithm turns them by their levels. */
function inOrder(runs: readonly Shaped[]): Shaped[] {
  const turned = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < turned.length; from++) {
      let to = from
      while (to < turned.length && (turned[to]?.level ?? 0) >= level) to++
      if (to > from) {
        turned.splice(from, to - from, ...turned.slice(from, to).reverse())
        from = to
      }
    }
  }
  return turned
}

/** A text to be drawn, and its room; lengths in pixels. */
export interface TextRoom {
  text: string
  weight: TextWeight
  /** The room that it has at most. */
  width: number
  height: number
  /** Most and usual least size of its letters: below the least only so that nothing is cut. */
  most: number
  least: number
}

/** A text as it was laid: its lines and the size of its letters, in pixels. */
export interface LaidText {
  lines: readonly ShapedText[]
  size: number
  lineHeight: number
  /** Of all lines together, and of the longest. */
  height: number
  width: number
}

/** Height of a line, in shares of the letters' size: room for two marks above one another and one below. */
const lineShare = 1.28

/** Lays a text in its room: in as few lines as its letters allow, smaller where they are too many, never cut. */
export function layText({ text, weight, width, height, most, least }: TextRoom): LaidText {
  const words = drawableText(text).normalize("NFC").split(" ").filter(Boolean)
  if (words.length === 0) return { lines: [], size: most, lineHeight: most * lineShare, height: 0, width: 0 }
  const hand = handOf(words.join(" "), weight)
  const measured = createMeasure(hand)
  for (let size = most; ; size *= 0.95) {
    const room = width / size
    const lines = breakLines(words, room, measured, size <= least)
    const isFitting = lines !== null && lines.length * size * lineShare <= height
    if (!isFitting && size > 4) continue
    const shown = (lines === null ? words : balanced(words, lines, room, measured)).map((line) => shape(line, hand))
    const longest = Math.max(...shown.map((line) => line.width))
    if (longest > room && size > 4) continue
    return {
      lines: shown,
      size,
      lineHeight: size * lineShare,
      height: shown.length * size * lineShare,
      width: longest * size,
    }
  }
}

type Measure = (text: string) => number

function createMeasure(hand: Hand): Measure {
  const known = new Map<string, number>()
  return (text) => {
    const width = known.get(text) ?? shape(text, hand).width
    known.set(text, width)
    return width
  }
}

/** @returns lines of words; null where a word is longer than a line and may not be broken */
function breakLines(words: readonly string[], room: number, measured: Measure, mayBreak: boolean): string[] | null {
  const lines: string[] = []
  const blank = measured("a a") - 2 * measured("a")
  let [line, used] = ["", 0]
  for (const word of words) {
    const pieces = measured(word) <= room ? [word] : mayBreak ? broken(word, room, measured) : null
    if (pieces === null) return null
    for (const piece of pieces) {
      const width = measured(piece)
      if (line !== "" && used + blank + width <= room && piece === pieces[0]) {
        line += ` ${piece}`
        used += blank + width
      } else {
        if (line !== "") lines.push(line)
        line = piece
        used = width
      }
    }
  }
  return [...lines, line]
}

/** A word in pieces that fit a line. */
function broken(word: string, room: number, measured: Measure): string[] {
  const pieces: string[] = []
  for (const { segment } of signs.segment(word)) {
    const last = pieces.at(-1)
    if (last !== undefined && measured(last + segment) <= room) pieces[pieces.length - 1] = last + segment
    else pieces.push(segment)
  }
  return pieces
}

/** The same number of lines, as equally long as they can be. */
function balanced(words: readonly string[], lines: readonly string[], room: number, measured: Measure): string[] {
  let best = [...lines]
  if (lines.length < 2) return best
  for (let share = 0.95; share > 0.4; share -= 0.05) {
    const narrower = breakLines(words, room * share, measured, false)
    if (narrower === null || narrower.length > lines.length) break
    best = narrower
  }
  return best
}

/** One letter as it is drawn: its outline in units of its own, y upwards, and where it stands. */
export interface PlacedGlyph {
  outline: string
  x: number
  y: number
  /** Pixels of one of its units. */
  scale: number
}

type Anchor = "left" | "middle" | "right"

const shareBefore: Readonly<Record<Anchor, number>> = { left: 0, middle: 0.5, right: 1 }

/**
 * The letters of a laid text in their places.
 * @param at its top and its left, middle or right, by `anchor`, in pixels
 */
export function placeGlyphs(
  { lines, size, lineHeight }: LaidText,
  { x, top, anchor }: { x: number; top: number; anchor: Anchor },
): PlacedGlyph[] {
  return lines.flatMap((line, index) => {
    const y = top + index * lineHeight + size * 0.98
    let left = x - line.width * size * shareBefore[anchor]
    return line.parts.flatMap(({ run, unit, width }) => {
      const scale = size * unit
      const start = left
      left += width * size
      let pen = 0
      return run.glyphs.flatMap((glyph, place) => {
        const { xOffset = 0, yOffset = 0, xAdvance = 0 } = run.positions[place] ?? {}
        const outline = glyph.path.toSVG()
        const placed = { outline, x: start + (pen + xOffset) * scale, y: y - yOffset * scale, scale }
        pen += xAdvance
        return outline === "" ? [] : [placed]
      })
    })
  })
}

/** A laid text as paths of an SVG. */
export function drawText(laid: LaidText, at: { x: number; top: number; anchor: Anchor; ink: string }): string {
  const paths = placeGlyphs(laid, at).map(
    ({ outline, x, y, scale }) =>
      `<path transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(6)} ${(-scale).toFixed(6)})" d="${outline}"/>`,
  )
  return `<g fill="${at.ink}">${paths.join("")}</g>`
}
