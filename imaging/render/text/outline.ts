import { glyphs } from "./glyphs.ts"

/** Typeface of the glyph table. */
export type Face = keyof typeof glyphs

/** Straight pieces of outlines: x0, y0, x1, y1 again and again, in em units (1 = font size). */
export type Edges = number[]

const curveSteps = 5
const edgesOf = new Map<string, { width: number; edges: Edges }>()

/** Outline of one letter; letters the table lacks become their base letter, or an empty half-em space. */
export function letterOf(face: Face, letter: string): { width: number; edges: Edges } {
  const key = face + letter
  const known = edgesOf.get(key)
  if (known) return known
  const table = glyphs[face]
  const entry = table[letter] ?? table[letter.normalize("NFD")[0] ?? ""] ?? [400, ""]
  const made = { width: entry[0] / 1000, edges: flatten(entry[1]) }
  edgesOf.set(key, made)
  return made
}

/** True when at least one letter of the text can be drawn. */
export function canPrint(text: string): boolean {
  return Array.from(text.normalize("NFC")).some(
    (letter) => letter.trim() !== "" && letterOf("sans", letter).edges.length > 0,
  )
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
