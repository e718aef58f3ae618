import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react"
import type { CutOut, CutOutEdge, CutOutStroke, CutOutTap } from "#contract/studio/cut-outs.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { classNames } from "#web/ui/theme/class-names.ts"
import { drawStrokes, openLayers, type PaintedPictures } from "./draw-strokes.ts"
import { useEdgePreview } from "./edge-preview.ts"
import { leadTo, rounded, startAt } from "./strokes.ts"
import { useTapPreview } from "./tap-preview.ts"

export type PaintTool = "tap" | "box" | CutOutStroke["kind"] | "move"
type Box = Extract<CutOutTap, { kind: "box" }>

interface PaintAreaProps {
  cutOut: CutOut
  taps: readonly CutOutTap[]
  strokes: readonly CutOutStroke[]
  edge: CutOutEdge
  tool: PaintTool
  /** In pixels of the picture. */
  radius: number
  /** 1 shows the whole picture. */
  zoom: number
  /** Address of another state of the picture to look at; nothing is painted meanwhile. */
  before: string | null
  /** Shows what would be saved now, alone; nothing is painted meanwhile. */
  isFinal: boolean
  disabled: boolean
  onTap: (tap: CutOutTap) => void
  onStroke: (stroke: CutOutStroke) => void
  /** Makes the brush larger or smaller by one step. */
  onSize: (direction: 1 | -1) => void
  onUndo: () => void
  onRedo: () => void
}

/** Longest side of what is drawn, in pixels: more is not seen while painting. */
const drawnSide = 1_600
/** Least side of a box, in pixels of the picture: less is a slip of the finger. */
const leastBox = 4

const helpOf: Readonly<Record<PaintTool, string>> = {
  tap: "Tap what should come back, or what should go: the whole piece follows. With the keyboard, arrows move the mark and Enter taps.",
  box: "Draw a box around your product: everything outside goes. With the keyboard, Enter begins the box, arrows open it, Enter again ends it.",
  keep: "Paint roughly: the edge is found when you save. With the keyboard, arrows move the brush, Space paints, + and − change its size.",
  erase:
    "Paint roughly: the edge is found when you save. With the keyboard, arrows move the brush, Space paints, + and − change its size.",
  move: "Drag the picture to see another part of it.",
}

/** How far an arrow key moves the brush, as a share of the picture; with Shift in the place of that. */
const keyStep = { near: 0.01, far: 0.05 } as const

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The picture to paint on, with a mouse, a finger or the keyboard. */
export function PaintArea(props: PaintAreaProps): ReactElement {
  const { cutOut, taps, strokes, edge, tool, radius, zoom, before, isFinal, disabled, onTap, onStroke } = props
  const { width, height } = cutOut
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const ring = useRef<HTMLDivElement>(null)
  const [live, setLive] = useState<CutOutStroke>()
  const [box, setBox] = useState<Box>()
  const [brush, setBrush] = useState({ x: width / 2, y: height / 2 })
  const [said, setSaid] = useState("")
  const isPenDown = useRef(false)
  const mayPaint = !disabled && before === null && !isFinal
  const kind = tool === "keep" || tool === "erase" ? tool : undefined
  const isPointing = tool === "tap" || tool === "box"
  const scale = Math.min(1, drawnSide / Math.max(width, height))
  const [drawnWidth, drawnHeight] = [Math.round(width * scale), Math.round(height * scale)]
  const pictures = usePictures(before ?? cutOut.url, cutOut.photoUrl ?? cutOut.url)

  const opened = useMemo(
    () => pictures && openLayers(pictures, { width: drawnWidth, height: drawnHeight, scale }),
    [pictures, drawnWidth, drawnHeight, scale],
  )
  const tapped = useTapPreview(before === null && opened ? opened : null, taps)
  const layers = useMemo(
    () => (opened && tapped.picture ? { ...opened, cutOut: tapped.picture } : opened),
    [opened, tapped.picture],
  )
  const preview = useEdgePreview(before === null && layers ? layers : null, strokes, edge, isFinal)

  useEffect(() => {
    const context = canvas.current?.getContext("2d")
    if (!context || !layers) return
    // Until the worker has caught up with an undone stroke, its answer is about something else.
    const isFit = preview?.strokes.every((stroke, index) => stroke === strokes[index])
    const changed = preview && isFit ? { picture: preview.picture, strokes: preview.strokes.length } : null
    const painted = live ? [...strokes, live] : strokes
    drawStrokes(context, layers, before !== null ? null : { taps, box, strokes: painted, changed, isFinal })
  }, [layers, taps, box, strokes, live, before, isFinal, preview])

  const placeOf = (event: MouseEvent<HTMLElement>): { x: number; y: number } => {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      x: ((event.clientX - box.left) / box.width) * width,
      y: ((event.clientY - box.top) / box.height) * height,
    }
  }
  const finish = (): void => {
    isPenDown.current = false
    if (live) onStroke(live)
    setLive(undefined)
    closeBox()
  }
  const closeBox = (): void => {
    if (box && box.right - box.left >= leastBox && box.bottom - box.top >= leastBox) {
      onTap(box)
      setSaid("Everything outside the box is gone")
    }
    setBox(undefined)
    corner.current = null
  }
  /** Where the box began; the pointer or the keys lead the opposite corner. */
  const corner = useRef<{ x: number; y: number }>(null)
  const leadBox = (x: number, y: number): void => {
    const from = corner.current
    if (from) setBox(boxBetween(from, { x, y }, cutOut))
  }
  /** What is tapped is meant to change: it goes where it is seen, and comes back where it is not. */
  const tapAt = (x: number, y: number): void => {
    if (!mayPaint || x < 0 || y < 0 || x >= width || y >= height) return
    const seen = layers?.kept.getImageData(Math.floor(x * scale), Math.floor(y * scale), 1, 1).data[3] ?? 0
    const isKept = seen > 127
    onTap({ kind: isKept ? "foreign" : "belongs", x: rounded(x), y: rounded(y) })
    setSaid(isKept ? "Taken away what you tapped" : "Brought back what you tapped")
  }

  const handleDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (!mayPaint || !event.isPrimary || event.button !== 0 || (!kind && tool !== "box")) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { x, y } = placeOf(event)
    setBrush({ x, y })
    if (kind) setLive(startAt(kind, radius, x, y))
    else corner.current = { x, y }
  }
  const handleMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.isPrimary) return
    const { x, y } = placeOf(event)
    setBrush({ x, y })
    setLive((stroke) => stroke && leadTo(stroke, x, y))
    leadBox(x, y)
  }

  const handleKey = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key]
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.key.toLowerCase() === "z") {
      event.preventDefault()
      if (event.shiftKey) props.onRedo()
      else props.onUndo()
    } else if (isCommand || event.altKey) return
    else if (arrow) {
      event.preventDefault()
      const step = Math.max(width, height) * (event.shiftKey ? keyStep.far : keyStep.near)
      const x = Math.min(width, Math.max(0, brush.x + arrow[0] * step))
      const y = Math.min(height, Math.max(0, brush.y + arrow[1] * step))
      setBrush({ x, y })
      setLive((stroke) => stroke && leadTo(stroke, x, y))
      leadBox(x, y)
      setSaid(`${percent(x / width)} across, ${percent(y / height)} down${isPenDown.current ? ", painting" : ""}`)
      ring.current?.scrollIntoView?.({ block: "nearest", inline: "nearest" })
    } else if (isPointing && (event.key === " " || event.key === "Enter")) {
      event.preventDefault()
      if (event.repeat || !mayPaint) return
      if (tool === "tap") tapAt(Math.min(brush.x, width - 1), Math.min(brush.y, height - 1))
      else if (corner.current) closeBox()
      else {
        corner.current = { x: brush.x, y: brush.y }
        setSaid("The box begins here")
      }
    } else if (event.key === "Escape" && corner.current) {
      event.preventDefault()
      corner.current = null
      setBox(undefined)
      setSaid("No box")
    } else if (event.key === " ") {
      event.preventDefault()
      if (event.repeat || !mayPaint || !kind) return
      isPenDown.current = true
      setLive(startAt(kind, radius, brush.x, brush.y))
      setSaid(kind === "keep" ? "Painting to keep" : "Painting to erase")
    } else if (event.key === "+" || event.key === "=") props.onSize(1)
    else if (event.key === "-") props.onSize(-1)
  }

  return (
    <div className="grid gap-2">
      <div
        className={classNames(
          "overflow-auto overscroll-contain rounded-card ring-1 ring-line",
          zoom > 1 && "max-h-[62dvh]",
        )}
      >
        <div
          role="application"
          aria-label="Painting area"
          aria-describedby={`${id}-keys`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the brush here
          tabIndex={0}
          onKeyDown={handleKey}
          onKeyUp={({ key }) => key === " " && kind && finish()}
          onBlur={finish}
          onPointerDown={handleDown}
          onPointerMove={handleMove}
          onPointerUp={finish}
          onPointerCancel={() => {
            setLive(undefined)
            setBox(undefined)
            corner.current = null
          }}
          onClick={(event) => {
            const { x, y } = placeOf(event)
            setBrush({ x, y })
            if (tool === "tap") tapAt(x, y)
          }}
          aria-busy={tapped.isWorking}
          className={classNames(
            "group checkerboard relative mx-auto -outline-offset-2 select-none focus-visible:outline-3 focus-visible:outline-indigo",
            mayPaint && (kind || tool === "box") && "cursor-crosshair touch-none",
            mayPaint && tool === "tap" && "cursor-pointer touch-manipulation",
            (!mayPaint || tool === "move") && "cursor-grab touch-auto",
          )}
          style={{ aspectRatio: `${width} / ${height}`, width: `calc(${zoom} * min(100%, 58dvh * ${width / height}))` }}
        >
          <canvas ref={canvas} width={drawnWidth} height={drawnHeight} className="absolute inset-0 size-full" />
          {tool !== "move" && (
            <div
              ref={ring}
              aria-hidden="true"
              className="pointer-events-none absolute aspect-square -translate-1/2 rounded-full opacity-0 outline-2 outline-black ring-2 ring-white ring-inset group-hover:opacity-100 group-focus:opacity-100"
              style={{
                left: `${(100 * brush.x) / width}%`,
                top: `${(100 * brush.y) / height}%`,
                width: kind ? `${(200 * radius) / width}%` : "1.25rem",
              }}
            />
          )}
        </div>
      </div>
      <p id={`${id}-keys`} className="text-sm text-ink-soft">
        {helpOf[tool]}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

/** The box with these corners, within the picture. */
function boxBetween(
  one: { x: number; y: number },
  other: { x: number; y: number },
  { width, height }: { width: number; height: number },
): Box {
  const across = [one.x, other.x].map((value) => rounded(Math.min(width, Math.max(0, value)))).sort((a, b) => a - b)
  const down = [one.y, other.y].map((value) => rounded(Math.min(height, Math.max(0, value)))).sort((a, b) => a - b)
  const [left = 0, right = 0] = across
  const [top = 0, bottom = 0] = down
  return { kind: "box", left, top, right, bottom }
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

/** The pictures of two addresses, once both are there. */
function usePictures(cutOutUrl: string, photoUrl: string): PaintedPictures | undefined {
  const [pictures, setPictures] = useState<PaintedPictures>()
  useEffect(() => {
    let isLeft = false
    void Promise.all([load(cutOutUrl), load(photoUrl)]).then(([cutOut, photo]) => {
      if (!isLeft && cutOut && photo) setPictures({ cutOut, photo })
    })
    return () => {
      isLeft = true
    }
  }, [cutOutUrl, photoUrl])
  return pictures
}

function load(address: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => resolve(null)
    image.src = picturePath(address)
  })
}
