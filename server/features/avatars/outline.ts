/** A closed line of straight pieces: x and y by turns, in pixels, y down. */
export type Contour = readonly number[]

/** Straight pieces per curve; letters are at most a thousand pixels high. */
const piecesPerCurve = 12

/** Turns an outline of letters.ts into closed lines. @param place from outline units to pixels */
export function flatten(outline: string, place: (x: number, y: number) => readonly [number, number]): Contour[] {
  return outline
    .split("Z")
    .filter(Boolean)
    .map((part) => flattenPart(part, place))
}

function flattenPart(part: string, place: (x: number, y: number) => readonly [number, number]): number[] {
  const points: number[] = []
  let x = 0
  let y = 0
  for (const [, command, text = ""] of part.matchAll(/([MLQ])([^MLQ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = text.split(" ").map(Number)
    if (command === "Q") {
      for (let piece = 1; piece <= piecesPerCurve; piece++) {
        const t = piece / piecesPerCurve
        const u = 1 - t
        points.push(...place(u * u * x + 2 * u * t * a + t * t * c, u * u * y + 2 * u * t * b + t * t * d))
      }
      x = c
      y = d
    } else {
      points.push(...place(a, b))
      x = a
      y = b
    }
  }
  return points
}

/** A closed line around an ellipse. */
export function ellipse(centerX: number, centerY: number, radiusX: number, radiusY: number): Contour {
  const corners = 96
  return Array.from({ length: corners }, (_, corner) => {
    const angle = (corner / corners) * 2 * Math.PI
    return [centerX + radiusX * Math.cos(angle), centerY + radiusY * Math.sin(angle)]
  }).flat()
}

/** Lines looked at in each row of pixels. */
const linesPerRow = 16

interface Crossing {
  x: number
  winding: number
}

/**
 * How much of each pixel lies inside the closed lines (non-zero winding, so overlapping parts of a letter join).
 * @returns 0 to 1 by pixel, row by row
 */
export function coverage(contours: readonly Contour[], width: number, height: number): Float32Array {
  const pixels = new Float32Array(width * height)
  const ys = contours.flatMap((contour) => contour.filter((_, index) => index % 2 === 1))
  const firstRow = Math.max(0, Math.floor(Math.min(...ys)))
  const lastRow = Math.min(height - 1, Math.ceil(Math.max(...ys)))
  for (let row = firstRow; row <= lastRow; row++) {
    const line = pixels.subarray(row * width, (row + 1) * width)
    for (let part = 0; part < linesPerRow; part++) {
      fillSpans(line, crossingsAt(contours, row + (part + 0.5) / linesPerRow))
    }
  }
  return pixels
}

function crossingsAt(contours: readonly Contour[], y: number): Crossing[] {
  const crossings: Crossing[] = []
  for (const contour of contours) {
    let fromX = contour.at(-2) ?? 0
    let fromY = contour.at(-1) ?? 0
    for (let index = 0; index < contour.length; index += 2) {
      const toX = contour[index] ?? 0
      const toY = contour[index + 1] ?? 0
      if (fromY <= y !== toY <= y) {
        const x = fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)
        crossings.push({ x, winding: fromY < toY ? 1 : -1 })
      }
      fromX = toX
      fromY = toY
    }
  }
  return crossings.sort((a, b) => a.x - b.x)
}

function fillSpans(line: Float32Array, crossings: readonly Crossing[]): void {
  let winding = 0
  let start = 0
  for (const crossing of crossings) {
    if (winding === 0) start = crossing.x
    winding += crossing.winding
    if (winding === 0) fillSpan(line, Math.max(0, start), Math.min(line.length, crossing.x))
  }
}

function fillSpan(line: Float32Array, from: number, to: number): void {
  for (let x = Math.floor(from); x < to; x++) {
    line[x] = (line[x] ?? 0) + (Math.min(to, x + 1) - Math.max(from, x)) / linesPerRow
  }
}
