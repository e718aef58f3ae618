import { glyphs } from "./glyphs.ts"
import { otherLetters } from "./other-letters.ts"

/** Typeface of the glyph table. */
export type Face = keyof typeof glyphs

/** Straight pieces of outlines: x0, y0, x1, y1 again and again, in em units (1 = font size). */
export type Edges = number[]

const curveSteps = 5
const edgesOf = new Map<string, { width: number; edges: Edges }>()

/** A text's letters, each with the marks over and below it: Yoruba has letters like Ọ̀ that Unicode has no single sign for. */
export function lettersOf(text: string): string[] {
  return text.normalize("NFC").match(/\P{M}\p{M}*|\p{M}/gsu) ?? []
}

/** Outline of one letter; letters that no table has become their base letter, or an empty half-em space. */
export function letterOf(face: Face, letter: string): { width: number; edges: Edges } {
  const key = face + letter
  const known = edgesOf.get(key)
  if (known) return known
  const find = (one: string) => glyphs[face][one] ?? otherLetters[one]
  const [first = ""] = letter
  const [base = "", ...marks] = find(first) ? letter : letter.normalize("NFD")
  const entry = find(base) ?? [/^\p{M}/u.test(base) ? 0 : 400, ""]
  const made = { width: entry[0] / 1000, edges: flatten(entry[1]) }
  for (const mark of marks) made.edges.push(...markEdges(face, mark, base, made))
  edgesOf.set(key, made)
  return made
}

/** Letters of the table that end with the outline of a mark, large and small. */
const carriers: Readonly<Record<string, readonly [string, string]>> = {
  "\u0300": ["À", "à"],
  "\u0301": ["Á", "á"],
  "\u0302": ["Â", "â"],
  "\u0303": ["Ã", "ã"],
  "\u0304": ["Ā", "ā"],
  "\u0307": ["Ṅ", "ṅ"],
  "\u0308": ["Ä", "ä"],
  "\u030c": ["Š", "š"],
  "\u0323": ["Ẹ", "ẹ"],
  // Older texts of Yoruba write a short line where newer ones have a dot.
  "\u0329": ["Ẹ", "ẹ"],
}

/** Marks that are a line below, which no letter of the table carries. */
const lineBelow = /[\u0320\u0331\u0332]/
const [halfLine, lineTop, lineBottom] = [0.14, -0.11, -0.17]

/** A mark in its place on a letter: in the middle, and as far above (or below the line) as on the letter it is taken from. */
function markEdges(face: Face, mark: string, base: string, on: { width: number; edges: Edges }): Edges {
  const isSmall = base === base.toLowerCase()
  if (lineBelow.test(mark)) {
    const [left, right] = [on.width / 2 - halfLine, on.width / 2 + halfLine]
    const top = lineTop + Math.min(0, ...heights(on.edges))
    const bottom = top + lineBottom - lineTop
    const corners = [left, bottom, left, top, left, top, right, top]
    return [...corners, right, top, right, bottom, right, bottom, left, bottom]
  }
  const carrier = carriers[mark]?.[isSmall ? 1 : 0]
  if (carrier === undefined) return []
  const bare = letterOf(face, carrier.normalize("NFD")[0] ?? "")
  const own = letterOf(face, carrier).edges.slice(bare.edges.length)
  const right = (on.width - bare.width) / 2
  const up = Math.min(...heights(own)) < 0 ? 0 : Math.max(0, ...heights(on.edges)) - Math.max(...heights(bare.edges))
  return own.map((value, i) => value + (i % 2 ? up : right))
}

const heights = (edges: Edges): number[] => edges.filter((_, i) => i % 2)

/** True when at least one letter of the text can be drawn. */
export function canPrint(text: string): boolean {
  return lettersOf(text).some((letter) => letter.trim() !== "" && letterOf("sans", letter).edges.length > 0)
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** A text without what no table has an outline for, such as emoji and signs of other scripts, and those. */
export function withoutUnknown(text: string): { text: string; leftOut: string[] } {
  const leftOut: string[] = []
  const parts = Array.from(graphemes.segment(text), ({ segment }) => {
    if (segment.trim() === "" || canPrint(segment)) return segment
    leftOut.push(segment)
    return ""
  })
  return { text: parts.join("").replace(/\s+/g, " ").trim(), leftOut }
}

function flatten(path: string): Edges {
  const edges: Edges = []
  let x = 0
  let y = 0
  let startX = 0
  let startY = 0
  const line = (toX: number, toY: number): void => {
    if (toX !== x || toY !== y) edges.push(x / 1000, y / 1000, toX / 1000, toY / 1000)
    x = toX
    y = toY
  }
  for (const [, command, numbers] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const n = (numbers ?? "").trim().split(/\s+/).map(Number)
    const at = (i: number): number => n[i] ?? 0
    if (command === "M") {
      startX = x = at(0)
      startY = y = at(1)
    } else if (command === "L") line(at(0), at(1))
    else if (command === "Z") line(startX, startY)
    else {
      const [x0, y0] = [x, y]
      for (let k = 1; k <= curveSteps; k += 1) {
        const t = k / curveSteps
        const s = 1 - t
        if (command === "Q") {
          line(s * s * x0 + 2 * s * t * at(0) + t * t * at(2), s * s * y0 + 2 * s * t * at(1) + t * t * at(3))
        } else {
          const cubic = (p0: number, p1: number, p2: number, p3: number): number =>
            s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
          line(cubic(x0, at(0), at(2), at(4)), cubic(y0, at(1), at(3), at(5)))
        }
      }
    }
  }
  return edges
}
