import type { CutOutStroke } from "#contract/product/cut-outs.ts"

/** How large pictures are drawn. */
interface DrawnSize {
  /** Pixels of the canvas. */
  width: number
  height: number
  /** Canvas pixels for one of the picture. */
  scale: number
}

/** Pictures that are painted over, made ready once for many strokes. */
export interface Layers extends DrawnSize {
  pictures: { cutOut: HTMLImageElement; photo: HTMLImageElement }
  /** What is left of the cut-out. */
  kept: CanvasRenderingContext2D
  /** The photo as a colour to paint with. */
  paint: CanvasPattern
}

/** @param known the ones before, which are good for the same pictures; null without a canvas to draw on */
export function openLayers(known: Layers | null, pictures: Layers["pictures"], size: DrawnSize): Layers | null {
  if (known?.pictures === pictures) return known
  const { width, height } = size
  const kept = newCanvas(width, height)
  const whole = newCanvas(width, height)
  whole?.drawImage(pictures.photo, 0, 0, width, height)
  const paint = whole?.createPattern(whole.canvas, "no-repeat")
  return kept && paint ? { ...size, pictures, kept, paint } : null
}

const tints = { keep: "rgb(24 160 88 / 0.32)", erase: "rgb(214 48 49 / 0.32)" } as const
/** How much of the photo shines through where nothing is kept. */
const ghost = 0.22

/**
 * Draws the cut-out with what strokes will bring back or take away; the edge itself is found when it is saved.
 * @param strokes null draws the cut-out as it is, on nothing
 */
export function drawStrokes(
  context: CanvasRenderingContext2D,
  layers: Layers,
  strokes: readonly CutOutStroke[] | null,
): void {
  const { pictures, width, height, scale, kept, paint } = layers
  const { cutOut, photo } = pictures
  context.clearRect(0, 0, width, height)
  if (strokes === null) {
    context.drawImage(cutOut, 0, 0, width, height)
    return
  }
  kept.globalCompositeOperation = "copy"
  kept.drawImage(cutOut, 0, 0, width, height)
  for (const stroke of strokes) {
    kept.globalCompositeOperation = stroke.kind === "keep" ? "source-over" : "destination-out"
    trace(kept, stroke, scale, stroke.kind === "keep" ? paint : "#000")
  }
  context.globalAlpha = ghost
  context.drawImage(photo, 0, 0, width, height)
  context.globalAlpha = 1
  context.drawImage(kept.canvas, 0, 0)
  for (const stroke of strokes) trace(context, stroke, scale, tints[stroke.kind])
}

function newCanvas(width: number, height: number): CanvasRenderingContext2D | null {
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
