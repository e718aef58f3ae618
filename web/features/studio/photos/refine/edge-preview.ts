import { useEffect, useRef, useState } from "react"
import { type CutOutEdge, type CutOutStroke, changesEdge } from "#contract/studio/cut-outs.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { drawStored, type Layers, newCanvas, pixelsOf } from "./draw-strokes.ts"
import type { EdgeAnswer, EdgeQuestion, Pixels } from "./edge-messages.ts"

/** A cut-out with its edge changed, and what it was worked out from. */
export interface EdgePreview {
  picture: HTMLCanvasElement
  strokes: readonly CutOutStroke[]
  isFinal: boolean
}

interface Wish {
  layers: Layers
  strokes: readonly CutOutStroke[]
  edge: CutOutEdge
  /** The edges of strokes are found, as when it is saved; else they are painted as they are. */
  isFinal: boolean
}

/**
 * The cut-out as it will be, worked out in a worker; the newest wish only, while sliders move faster than that.
 * @param isFinal whether it is the very one that would be saved, by what saves it
 * @returns null while there is nothing to work out, and until the first answer
 */
export function useEdgePreview(
  layers: Layers | null,
  strokes: readonly CutOutStroke[],
  edge: CutOutEdge,
  isFinal: boolean,
): EdgePreview | null {
  const [preview, setPreview] = useState<EdgePreview | null>(null)
  const worker = useRef<EdgeWorker>(null)
  const isWanted = changesEdge(edge) || (isFinal && strokes.length > 0)
  useEffect(() => {
    if (!layers || !isWanted) return
    worker.current ??= openEdgeWorker(setPreview)
    worker.current.ask({ layers, strokes, edge, isFinal })
  }, [layers, strokes, edge, isFinal, isWanted])
  useEffect(
    () => () => {
      worker.current?.stop()
      worker.current = null
    },
    [],
  )
  return isWanted && preview?.isFinal === isFinal ? preview : null
}

interface EdgeWorker {
  ask: (wish: Wish) => void
  stop: () => void
}

function openEdgeWorker(onPreview: (preview: EdgePreview) => void): EdgeWorker {
  const worker = new Worker(new URL("./edge-worker.ts", import.meta.url), { type: "module" })
  /** What the worker has. */
  const sent: { layers?: Layers; strokes?: readonly CutOutStroke[]; isFinal?: boolean } = {}
  let asked: Wish | null = null
  let waiting: Wish | null = null
  let id = 0

  const send = (wish: Wish): void => {
    asked = wish
    const { layers, strokes, edge, isFinal } = wish
    const isNew = sent.layers !== layers || sent.isFinal !== isFinal
    const painted = isFinal ? noStrokes : strokes
    const question: EdgeQuestion = {
      id: ++id,
      edge: { ...edge, shift: edge.shift * layers.scale, feather: edge.feather * layers.scale },
      ...(isNew && { photo: pixelsOf(layers.whole) }),
      ...((isNew || sent.strokes !== painted) && { cut: storedPixels(layers, painted) }),
      ...(isFinal && { strokes: strokes.map((stroke) => scaledStroke(stroke, layers.scale)) }),
    }
    Object.assign(sent, { layers, strokes: painted, isFinal })
    worker.postMessage(
      question,
      [question.photo?.data.buffer, question.cut?.data.buffer].filter((part) => part !== undefined),
    )
  }

  worker.addEventListener("message", ({ data }: MessageEvent<EdgeAnswer>) => {
    if (data.id !== id || !asked) return
    const { layers, strokes, isFinal } = asked
    const canvas = newCanvas(layers.width, layers.height)
    canvas?.putImageData(new ImageData(data.pixels, layers.width, layers.height), 0, 0)
    // Measured by whoever looks at how long a step of a slider takes.
    performance.mark("edge-preview", { detail: { ms: data.ms } })
    asked = null
    if (canvas) onPreview({ picture: canvas.canvas, strokes, isFinal })
    const next = waiting
    waiting = null
    if (next) send(next)
  })
  worker.addEventListener("error", () => {
    asked = waiting = null
    notify.error("The edge cannot be shown beforehand here. You can still save.")
  })
  return {
    ask: (wish) => {
      if (asked) waiting = wish
      else send(wish)
    },
    stop: () => worker.terminate(),
  }
}

const noStrokes: readonly CutOutStroke[] = []

function scaledStroke({ kind, radius, points }: CutOutStroke, scale: number): CutOutStroke {
  return { kind, radius: radius * scale, points: points.map((value) => value * scale) }
}

function storedPixels(layers: Layers, strokes: readonly CutOutStroke[]): Pixels {
  drawStored(layers, strokes)
  return pixelsOf(layers.kept)
}
