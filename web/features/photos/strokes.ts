import type { CutOutStroke } from "#contract/product/cut-outs.ts"

/** What was painted, and what was taken back and can come again. */
export interface Painting {
  strokes: readonly CutOutStroke[]
  undone: readonly CutOutStroke[]
}

export const nothingPainted: Painting = { strokes: [], undone: [] }

export type PaintingAction =
  | { do: "paint"; stroke: CutOutStroke }
  | { do: "undo" }
  | { do: "redo" }
  /** All strokes go at once: they were saved, or nothing shall come of them. */
  | { do: "clear" }

/** What is painted after one more step. */
export function paint({ strokes, undone }: Painting, action: PaintingAction): Painting {
  switch (action.do) {
    case "paint":
      return { strokes: [...strokes, action.stroke], undone: [] }
    case "undo": {
      const last = strokes.at(-1)
      return last ? { strokes: strokes.slice(0, -1), undone: [...undone, last] } : { strokes, undone }
    }
    case "redo": {
      const next = undone.at(-1)
      return next ? { strokes: [...strokes, next], undone: undone.slice(0, -1) } : { strokes, undone }
    }
    case "clear":
      return nothingPainted
  }
}

/** Points nearer than this to the last one change nothing that is seen, in brush radii. */
const leastStep = 1 / 3

/** The stroke led on to a place in the picture; the same stroke when that is too near. */
export function leadTo(stroke: CutOutStroke, x: number, y: number): CutOutStroke {
  const [lastX = 0, lastY = 0] = stroke.points.slice(-2)
  if (Math.hypot(x - lastX, y - lastY) < Math.max(1, leastStep * stroke.radius)) return stroke
  return { ...stroke, points: [...stroke.points, rounded(x), rounded(y)] }
}

/** A stroke's beginning. */
export function startAt(kind: CutOutStroke["kind"], radius: number, x: number, y: number): CutOutStroke {
  return { kind, radius: rounded(radius), points: [rounded(x), rounded(y)] }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
