import { useEffect, useRef, useState } from "react"
import type { CutOutTap } from "#contract/studio/cut-outs.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { type Layers, newCanvas, pixelsOf } from "./draw-strokes.ts"
import type { TapAnswer, TapQuestion } from "./tap-messages.ts"

interface Answered {
  picture: HTMLCanvasElement
  taps: readonly CutOutTap[]
}

/** A cut-out as taps leave it. */
export interface TapPreview {
  /** Null while there are no taps, and until the first answer. */
  picture: HTMLCanvasElement | null
  /** Whether the newest taps are still being followed. */
  isWorking: boolean
}

/** The cut-out after taps, worked out in a worker. The pictures go there once, before the first tap. */
export function useTapPreview(layers: Layers | null, taps: readonly CutOutTap[]): TapPreview {
  const [answered, setAnswered] = useState<Answered | null>(null)
  const worker = useRef<TapWorker>(null)
  useEffect(() => {
    if (!layers) return
    const opened = openTapWorker(layers, setAnswered)
    worker.current = opened
    return () => {
      opened.stop()
      worker.current = null
      setAnswered(null)
    }
  }, [layers])
  useEffect(() => {
    if (taps.length > 0) worker.current?.ask(taps)
  }, [taps])
  const isWanted = taps.length > 0
  return { picture: isWanted ? (answered?.picture ?? null) : null, isWorking: isWanted && answered?.taps !== taps }
}

interface TapWorker {
  ask: (taps: readonly CutOutTap[]) => void
  stop: () => void
}

function openTapWorker(layers: Layers, onAnswer: (answered: Answered) => void): TapWorker {
  const worker = new Worker(new URL("./tap-worker.ts", import.meta.url), { type: "module" })
  const { width, height, scale, cutOut, whole, kept } = layers
  let asked: readonly CutOutTap[] | null = null
  let waiting: readonly CutOutTap[] | null = null
  let id = 0
  const send = (taps: readonly CutOutTap[], more: Pick<TapQuestion, "pictures"> = {}): void => {
    asked = taps
    const question: TapQuestion = { id: ++id, taps: taps.map((tap) => scaledTap(tap, scale)), ...more }
    const { pictures } = question
    worker.postMessage(question, pictures ? [pictures.photo.data.buffer, pictures.cut.data.buffer] : [])
  }
  worker.addEventListener("message", ({ data }: MessageEvent<TapAnswer>) => {
    if (data.id !== id || !asked) return
    const canvas = newCanvas(width, height)
    canvas?.putImageData(new ImageData(data.pixels, width, height), 0, 0)
    // Measured by whoever looks at how long a tap takes.
    if (asked.length > 0) performance.mark("tap-preview", { detail: { ms: data.ms } })
    if (canvas && asked.length > 0) onAnswer({ picture: canvas.canvas, taps: asked })
    asked = null
    const next = waiting
    waiting = null
    if (next) send(next)
  })
  worker.addEventListener("error", () => {
    asked = waiting = null
    notify.error("Taps cannot be shown beforehand here. You can still save.")
  })
  kept.globalCompositeOperation = "copy"
  kept.drawImage(cutOut, 0, 0, width, height)
  send([], { pictures: { photo: pixelsOf(whole), cut: pixelsOf(kept) } })
  return {
    ask: (taps) => {
      if (asked) waiting = taps
      else send(taps)
    },
    stop: () => worker.terminate(),
  }
}

function scaledTap(tap: CutOutTap, scale: number): CutOutTap {
  if (tap.kind === "openings") return tap
  if (tap.kind !== "box") return { kind: tap.kind, x: tap.x * scale, y: tap.y * scale }
  const { left, top, right, bottom } = tap
  return { kind: "box", left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale }
}
