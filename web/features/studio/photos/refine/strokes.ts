import type { CutOutEdge, CutOutStroke, CutOutTap } from "#contract/studio/cut-outs.ts"

export const edgeAsItIs: CutOutEdge = { shift: 0, feather: 0, isClean: false }

/** One thing that was done to a cut-out: a tap or box, a stroke of the brush, or the edge as it shall be from then on. */
type PaintingStep = { tap: CutOutTap } | { stroke: CutOutStroke } | { edge: CutOutEdge }

/** What was done, and what was taken back and can come again. */
export interface Painting {
  steps: readonly PaintingStep[]
  undone: readonly PaintingStep[]
  /** Followed before the strokes, whenever they were made. */
  taps: readonly CutOutTap[]
  strokes: readonly CutOutStroke[]
  edge: CutOutEdge
}

export const nothingPainted: Painting = { steps: [], undone: [], taps: [], strokes: [], edge: edgeAsItIs }

export type PaintingAction =
  | { do: "tap"; tap: CutOutTap }
  | { do: "paint"; stroke: CutOutStroke }
  /** `isMore`: the slider is still held, so that the whole way becomes one step. */
  | { do: "edge"; edge: CutOutEdge; isMore: boolean }
  | { do: "undo" }
  | { do: "redo" }
  /** All steps go at once: they were saved, or nothing shall come of them. */
  | { do: "clear" }

/** What is painted after one more step. */
export function paint(painting: Painting, action: PaintingAction): Painting {
  const { steps, undone } = painting
  const paintingOf = (now: readonly PaintingStep[], back: readonly PaintingStep[]): Painting =>
    afterSteps(now, back, painting.taps)
  switch (action.do) {
    case "tap":
      return paintingOf([...steps, { tap: action.tap }], [])
    case "paint":
      return paintingOf([...steps, { stroke: action.stroke }], [])
    case "edge": {
      const last = steps.at(-1)
      const before = action.isMore && last && "edge" in last ? steps.slice(0, -1) : steps
      return paintingOf([...before, { edge: action.edge }], [])
    }
    case "undo": {
      const last = steps.at(-1)
      return last ? paintingOf(steps.slice(0, -1), [...undone, last]) : paintingOf(steps, undone)
    }
    case "redo": {
      const next = undone.at(-1)
      return next ? paintingOf([...steps, next], undone.slice(0, -1)) : paintingOf(steps, undone)
    }
    case "clear":
      return nothingPainted
  }
}

/** @param before the taps so far: the same list while none comes or goes, so that nothing is worked out anew */
function afterSteps(
  steps: readonly PaintingStep[],
  undone: readonly PaintingStep[],
  before: readonly CutOutTap[],
): Painting {
  const taps = steps.flatMap((step) => ("tap" in step ? [step.tap] : []))
  const isSame = taps.length === before.length && taps.every((tap, index) => tap === before[index])
  const lastEdge = steps.findLast((step) => "edge" in step)
  return {
    steps,
    undone,
    taps: isSame ? before : taps,
    strokes: steps.flatMap((step) => ("stroke" in step ? [step.stroke] : [])),
    edge: lastEdge && "edge" in lastEdge ? lastEdge.edge : edgeAsItIs,
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

/** Tenths of a pixel are enough for everything that is drawn. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
