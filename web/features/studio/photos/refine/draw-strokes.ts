import type { CutOutStroke, CutOutTap } from "#contract/studio/cut-outs.ts"
import type { Pixels } from "./edge-messages.ts"

/** How large pictures are drawn. */
interface DrawnSize {
  /** Pixels of the canvas. */
  width: number
  height: number
  /** Canvas pixels for one of the picture. */
  scale: number
}

/** Pictures that are painted over. */
export interface PaintedPictures {
  cutOut: HTMLImageElement
  photo: HTMLImageElement
}

/** The same, made ready once for many strokes. */
export interface Layers extends DrawnSize {
  cutOut: CanvasImageSource
  /** What is left of the cut-out. */
  kept: CanvasRenderingContext2D
  /** The photo, as large as it is drawn. */
  whole: CanvasRenderingContext2D
  /** The photo as a colour to paint with. */
  paint: CanvasPattern
}

/** @returns null without a canvas to draw on */
export function openLayers({ cutOut, photo }: PaintedPictures, size: DrawnSize): Layers | null {
  const { width, height } = size
  const kept = newCanvas(width, height)
  const whole = newCanvas(width, height)
  whole?.drawImage(photo, 0, 0, width, height)
  const paint = whole?.createPattern(whole.canvas, "no-repeat")
  return kept && whole && paint ? { ...size, cutOut, kept, whole, paint } : null
}

const marks = { belongs: "#18a058", foreign: "#d63031" } as const
const tints = { keep: "rgb(24 160 88 / 0.32)", erase: "rgb(214 48 49 / 0.32)" } as const
/** How much of the photo shines through where nothing is kept. */
const ghost = 0.22

/** What is shown: the cut-out as it was before, or with what is done to it. */
export interface Shown {
  /** Pointed at already; the layers' cut-out has followed them. */
  taps: readonly CutOutTap[]
  /** A box that is being drawn. */
  box: Extract<CutOutTap, { kind: "box" }> | undefined
  strokes: readonly CutOutStroke[]
  /** The cut-out after its first strokes, with its edge changed, and how many strokes that were. */
  changed: { picture: CanvasImageSource; strokes: number } | null
  /** As it will be saved: nothing shines through, and nothing is marked. */
  isFinal: boolean
}

/**
 * Draws the cut-out with what strokes will bring back or take away; the edge itself is found when it is saved.
 * @param shown null draws the cut-out as it is, on nothing
 */
export function drawStrokes(context: CanvasRenderingContext2D, layers: Layers, shown: Shown | null): void {
  const { cutOut, width, height, scale, kept, whole } = layers
  context.clearRect(0, 0, width, height)
  if (shown === null) {
    context.drawImage(cutOut, 0, 0, width, height)
    return
  }
  const { taps, box, strokes, changed, isFinal } = shown
  drawStored(layers, strokes.slice(changed?.strokes ?? 0), changed?.picture)
  if (!isFinal) {
    context.globalAlpha = ghost
    context.drawImage(whole.canvas, 0, 0)
    context.globalAlpha = 1
  }
  context.drawImage(kept.canvas, 0, 0)
  if (isFinal) return
  for (const stroke of strokes) trace(context, stroke, scale, tints[stroke.kind])
  for (const tap of taps) if (tap.kind === "belongs" || tap.kind === "foreign") drawTap(context, tap, scale)
  if (box) drawBox(context, box, scale)
}

/** Radius of the mark of a tap, in pixels of the canvas. */
const markRadius = 6

/** A dot in the colour of its wish, with rings that are seen on light and dark. */
function drawTap(context: CanvasRenderingContext2D, tap: Extract<CutOutTap, { x: number }>, scale: number): void {
  for (const [radius, colour] of [
    [markRadius + 3, "#000"],
    [markRadius + 1.5, "#fff"],
    [markRadius, marks[tap.kind]],
  ] as const) {
    context.beginPath()
    context.arc(tap.x * scale, tap.y * scale, radius, 0, 2 * Math.PI)
    context.fillStyle = colour
    context.fill()
  }
}

function drawBox(
  context: CanvasRenderingContext2D,
  { left, top, right, bottom }: Extract<CutOutTap, { kind: "box" }>,
  scale: number,
): void {
  for (const [width, colour] of [
    [5, "#fff"],
    [2, "#000"],
  ] as const) {
    context.lineWidth = width
    context.strokeStyle = colour
    context.strokeRect(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale)
  }
}

/** Draws what strokes leave of the cut-out, or of what came of it. */
export function drawStored(
  { cutOut, width, height, scale, kept, paint }: Layers,
  strokes: readonly CutOutStroke[],
  start: CanvasImageSource = cutOut,
): void {
  kept.globalCompositeOperation = "copy"
  kept.drawImage(start, 0, 0, width, height)
  for (const stroke of strokes) {
    kept.globalCompositeOperation = stroke.kind === "keep" ? "source-over" : "destination-out"
    trace(kept, stroke, scale, stroke.kind === "keep" ? paint : "#000")
  }
}

export function pixelsOf(context: CanvasRenderingContext2D): Pixels {
  const { width, height } = context.canvas
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}

export function newCanvas(width: number, height: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement("canvas")
  canvas.width = width
  canvas.height = height
  return canvas.getContext("2d")
}

function trace(
  context: CanvasRenderingContext2D,
  { radius, points }: CutOutStroke,
  scale: number,
  colour: string | CanvasPattern,
): void {
  context.beginPath()
  for (let i = 0; i < points.length; i += 2) {
    const [x = 0, y = 0] = points.slice(i, i + 2).map((value) => value * scale)
    if (i === 0) context.moveTo(x, y)
    // A line to where it began is a dot.
    context.lineTo(x, y)
  }
  context.lineWidth = 2 * radius * scale
  context.lineCap = "round"
  context.lineJoin = "round"
  context.strokeStyle = colour
  context.stroke()
}
