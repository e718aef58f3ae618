import { type Edges, type Face, letterOf, lettersOf } from "./outline.ts"

/** One line of lettering; sizes in shares of the print's height. */
export interface PrintLine {
  text: string
  face: Face
  /** Font size. */
  size: number
  /** Height of the middle of the small letters, 0 bottom to 1 top. */
  middle: number
  /** Extra space between letters, in font sizes. */
  tracking?: number
}

/** A straight rule: x from the middle, in shares of the print's height. */
export interface PrintRule {
  middle: number
  halfWidth: number
  thickness: number
}

/** Ink of a printed area. */
export interface Print {
  /** Ink, 0 to 1, at `u` (0 left to 1 right) and `v` (0 bottom to 1 top); 0 outside. */
  at(u: number, v: number): number
  /** Width ÷ height. */
  aspect: number
}

const tableHeight = 256

/** Rasterises lines and rules once into a small coverage table that is sampled smoothly. */
export function print(aspect: number, lines: readonly PrintLine[], rules: readonly PrintRule[] = []): Print {
  const height = tableHeight
  const width = Math.max(16, Math.min(1536, Math.round(height * aspect)))
  const ink = new Float32Array(width * height)
  for (const line of lines) {
    const edges = layOut(line, aspect)
    fill(ink, width, height, edges, height)
  }
  for (const rule of rules) {
    const mid = aspect / 2
    const [x0, x1] = [mid - rule.halfWidth, mid + rule.halfWidth]
    const [y0, y1] = [rule.middle - rule.thickness / 2, rule.middle + rule.thickness / 2]
    fill(ink, width, height, [x0, y0, x0, y1, x0, y1, x1, y1, x1, y1, x1, y0, x1, y0, x0, y0], height)
  }
  const get = (i: number, j: number): number =>
    i < 0 || j < 0 || i >= width || j >= height ? 0 : (ink[(height - 1 - j) * width + i] ?? 0)
  return {
    aspect,
    at(u, v) {
      const x = u * width - 0.5
      const y = v * height - 0.5
      if (x < -1 || y < -1 || x > width || y > height) return 0
      const i = Math.floor(x)
      const j = Math.floor(y)
      const s = x - i
      const t = y - j
      return (get(i, j) * (1 - s) + get(i + 1, j) * s) * (1 - t) + (get(i, j + 1) * (1 - s) + get(i + 1, j + 1) * s) * t
    },
  }
}

/** Width of a text at font size 1. */
export function widthOf(text: string, face: Face, tracking = 0): number {
  const letters = lettersOf(text)
  return letters.reduce((sum, letter) => sum + letterOf(face, letter).width + tracking, -tracking)
}

/**
 * Breaks a text into lines so that its letters become as large as they can inside a box.
 * @returns lines with their places; `box` is in shares of the print's height
 */
export function fitText(
  text: string,
  face: Face,
  box: { width: number; low: number; high: number },
  limits: { lines: number; size: number; tracking?: number },
): PrintLine[] {
  const words = text.normalize("NFC").split(/\s+/).filter(Boolean)
  const tracking = limits.tracking ?? 0
  const leading = 1.08
  let best: { size: number; rows: string[] } = { size: 0, rows: [] }
  for (let count = 1; count <= Math.min(limits.lines, words.length); count += 1) {
    const rows = balance(words, count, face)
    const widest = Math.max(...rows.map((row) => widthOf(row, face, tracking)))
    const size = Math.min(limits.size, box.width / widest, (box.high - box.low) / (count * leading))
    if (size > best.size * 1.02) best = { size, rows }
  }
  const { size, rows } = best
  const middle = (box.low + box.high) / 2
  return rows.map((row, i) => ({
    text: row,
    face,
    size,
    tracking,
    middle: middle + ((rows.length - 1) / 2 - i) * size * leading,
  }))
}

function balance(words: readonly string[], count: number, face: Face): string[] {
  const total = widthOf(words.join(" "), face)
  const rows: string[] = []
  let row: string[] = []
  words.forEach((word, i) => {
    const left = words.length - i
    const isFull = widthOf([...row, word].join(" "), face) > (total / count) * 1.12
    const mustBreak = left <= count - rows.length - 1
    if (row.length > 0 && rows.length < count - 1 && (isFull || mustBreak)) {
      rows.push(row.join(" "))
      row = []
    }
    row.push(word)
  })
  rows.push(row.join(" "))
  return rows
}

function layOut(line: PrintLine, aspect: number): Edges {
  const tracking = line.tracking ?? 0
  const capMiddle = 0.35
  let x = aspect / 2 - (widthOf(line.text, line.face, tracking) * line.size) / 2
  const edges: Edges = []
  for (const letter of lettersOf(line.text)) {
    const { width, edges: own } = letterOf(line.face, letter)
    for (let i = 0; i < own.length; i += 2) {
      edges.push(x + (own[i] ?? 0) * line.size, line.middle + ((own[i + 1] ?? 0) - capMiddle) * line.size)
    }
    x += (width + tracking) * line.size
  }
  return edges
}

/** Non-zero winding fill with four scan lines per row and exact coverage along them. */
function fill(ink: Float32Array, width: number, height: number, edges: Edges, scale: number): void {
  const scans = 4
  for (let row = 0; row < height; row += 1) {
    for (let k = 0; k < scans; k += 1) {
      const y = (height - row - (k + 0.5) / scans) / scale
      const crossings: [number, number][] = []
      for (let i = 0; i < edges.length; i += 4) {
        const y0 = edges[i + 1] ?? 0
        const y1 = edges[i + 3] ?? 0
        if (y0 <= y === y1 <= y) continue
        const x0 = edges[i] ?? 0
        const x = x0 + ((y - y0) / (y1 - y0)) * ((edges[i + 2] ?? 0) - x0)
        crossings.push([x * scale, y1 > y0 ? 1 : -1])
      }
      crossings.sort((a, b) => a[0] - b[0])
      let winding = 0
      crossings.forEach(([x, turn], i) => {
        winding += turn
        const next = crossings[i + 1]
        if (winding !== 0 && next) cover(ink, row * width, width, x, next[0], 1 / scans)
      })
    }
  }
}

function cover(ink: Float32Array, start: number, width: number, from: number, to: number, share: number): void {
  const first = Math.max(0, Math.floor(from))
  const last = Math.min(width - 1, Math.ceil(to) - 1)
  for (let i = first; i <= last; i += 1) {
    const part = Math.min(to, i + 1) - Math.max(from, i)
    const at = start + i
    if (part > 0) ink[at] = Math.min(1, (ink[at] ?? 0) + part * share)
  }
}
