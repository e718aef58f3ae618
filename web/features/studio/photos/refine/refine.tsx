import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Redo2, RotateCcw, Undo2 } from "lucide-react"
import { type ReactElement, useReducer, useState } from "react"
import {
  brushRadius,
  type CutOut,
  changesEdge,
  maxStrokes,
  maxTaps,
  refineCutOut,
  refuseStrokes,
  restoreCutOut,
} from "#contract/studio/cut-outs.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { cutOutQuery, keepCutOut } from "./cut-out-query.ts"
import { Doubt } from "./doubt.tsx"
import { EdgeControls } from "./edge-controls.tsx"
import { PaintArea } from "./paint-area.tsx"
import { RangeField } from "./range-field.tsx"
import { nothingPainted, paint } from "./strokes.ts"

const tools = [
  { value: "tap", label: "Tap" },
  { value: "box", label: "Box" },
  { value: "brush", label: "Brush" },
  { value: "move", label: "Move" },
] as const

const brushes = [
  { value: "keep", label: "Keep" },
  { value: "erase", label: "Erase" },
] as const

const zooms = [
  { value: "1", label: "Fit" },
  { value: "2", label: "2×" },
  { value: "4", label: "4×" },
] as const

const views = [
  { value: "mend", label: "Mend" },
  { value: "after", label: "After" },
  { value: "before", label: "Before" },
] as const

const openings = [
  { are: "filled", label: "Fill them" },
  { are: "open", label: "Open them" },
] as const

/** Brush sizes, in percent of the picture's short side. */
const sizes = { least: 1, most: 40, usual: 8 } as const

interface RefineProps {
  pictureId: string
  onClose: () => void
}

/** Mends a cut-out: the person taps what is wrong or paints over it and moves the edge, the server finds the edges. */
export function Refine({ pictureId, onClose }: RefineProps): ReactElement {
  const { data, error } = useQuery(cutOutQuery(pictureId))
  if (data?.photoUrl) return <Editor cutOut={data} onClose={onClose} />
  return (
    <div className="grid min-h-40 place-content-center justify-items-center gap-4 text-center">
      {data || error ? (
        <>
          <p role="alert">
            {data
              ? "The photo of this cut-out is not kept any more, so nothing of it can be brought back."
              : messageOf(error, "The cut-out could not be opened.")}
          </p>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      ) : (
        <p role="status">Opening the photo</p>
      )}
    </div>
  )
}

function Editor({ cutOut, onClose }: { cutOut: CutOut; onClose: () => void }): ReactElement {
  const { id, width, height, version } = cutOut
  const queries = useQueryClient()
  const [{ steps, undone, taps, strokes, edge }, act] = useReducer(paint, nothingPainted)
  const isChanged = taps.length > 0 || strokes.length > 0 || changesEdge(edge)
  const [tool, setTool] = useState<(typeof tools)[number]["value"]>("tap")
  const [brush, setBrush] = useState<(typeof brushes)[number]["value"]>("keep")
  const [size, setSize] = useState<number>(sizes.usual)
  const [zoom, setZoom] = useState<(typeof zooms)[number]["value"]>("1")
  const [view, setView] = useState<(typeof views)[number]["value"]>("mend")
  const [firstUrl] = useState(cutOut.url)
  const radius = Math.min(brushRadius.most, Math.max(brushRadius.least, (Math.min(width, height) * size) / 200))
  const isFull = taps.length >= maxTaps || strokes.length >= maxStrokes || refuseStrokes(strokes, cutOut) !== null

  const change = useMutation({
    mutationFn: async (what: "save" | "restore") =>
      what === "save"
        ? (
            await call(refineCutOut, {
              params: { pictureId: id },
              body: { version, taps: [...taps], strokes: [...strokes], edge },
            })
          ).data
        : (await call(restoreCutOut, { params: { pictureId: id } })).data,
    onSuccess: (changed, what) => {
      keepCutOut(queries, changed)
      act({ do: "clear" })
      notify.success(what === "save" ? "The cut-out is saved." : "The first cut-out is back.")
    },
    onError: (error) => {
      notify.error(messageOf(error, "The cut-out could not be changed."))
      void queries.invalidateQueries({ queryKey: cutOutQuery(id).queryKey })
    },
  })
  const stepSize = (direction: 1 | -1): void =>
    setSize((old) => Math.min(sizes.most, Math.max(sizes.least, old + direction)))

  return (
    <section aria-label="Refine" className="grid gap-4">
      {!cutOut.isSure && (
        <div className="rounded-control bg-ochre-wash p-3">
          <Doubt pictureId={id} />
        </div>
      )}
      <div className="flex flex-wrap items-end justify-center gap-3">
        <Segmented label="Tool" hideLabel choices={tools} value={tool} onPick={setTool} className="w-full sm:w-80" />
        {tool === "brush" && (
          <Segmented
            label="Brush"
            hideLabel
            choices={brushes}
            value={brush}
            onPick={setBrush}
            className="w-full sm:w-44"
          />
        )}
        <Segmented
          label="Zoom"
          hideLabel
          choices={zooms}
          value={zoom}
          onPick={setZoom}
          className="min-w-0 flex-1 sm:w-44 sm:flex-none"
        />
        <Segmented
          label="Shown"
          hideLabel
          choices={views}
          value={view}
          onPick={setView}
          className="min-w-0 flex-1 sm:w-64 sm:flex-none"
        />
      </div>
      <PaintArea
        cutOut={cutOut}
        taps={taps}
        strokes={strokes}
        edge={edge}
        tool={tool === "brush" ? brush : tool}
        radius={radius}
        zoom={Number(zoom)}
        before={view === "before" ? firstUrl : null}
        isFinal={view === "after"}
        disabled={change.isPending || isFull}
        onTap={(tap) => act({ do: "tap", tap })}
        onStroke={(stroke) => act({ do: "paint", stroke })}
        onSize={stepSize}
        onUndo={() => act({ do: "undo" })}
        onRedo={() => act({ do: "redo" })}
      />
      {isFull && (
        <p role="status" className="rounded-control bg-ochre-wash p-3 text-sm">
          That is a lot at once. Save it, then go on.
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          variant="secondary"
          size="icon"
          aria-label="Undo"
          disabled={steps.length === 0 || change.isPending}
          onClick={() => act({ do: "undo" })}
        >
          <Undo2 aria-hidden="true" />
        </Button>
        <Button
          variant="secondary"
          size="icon"
          aria-label="Redo"
          disabled={undone.length === 0 || change.isPending}
          onClick={() => act({ do: "redo" })}
        >
          <Redo2 aria-hidden="true" />
        </Button>
        <Button
          variant="secondary"
          disabled={steps.length === 0 || change.isPending}
          onClick={() => act({ do: "clear" })}
        >
          <RotateCcw aria-hidden="true" />
          Reset
        </Button>
        <Button
          busy={change.isPending && change.variables === "save"}
          disabled={!isChanged || change.isPending}
          onClick={() => change.mutate("save")}
        >
          Save changes
        </Button>
        {cutOut.isRefined && (
          <Button
            variant="secondary"
            busy={change.isPending && change.variables === "restore"}
            disabled={change.isPending}
            onClick={() => change.mutate("restore")}
          >
            Bring back the first
          </Button>
        )}
        <Button variant="quiet" disabled={change.isPending} onClick={onClose}>
          {isChanged ? "Close without saving" : "Done"}
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-center gap-2">
        <p className="text-sm text-ink-soft">Holes in the product</p>
        {openings.map(({ are, label }) => (
          <Button
            key={are}
            variant="secondary"
            disabled={change.isPending || isFull || view !== "mend"}
            onClick={() => act({ do: "tap", tap: { kind: "openings", are } })}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {tool === "brush" && (
          <RangeField label="Brush size" min={sizes.least} max={sizes.most} value={size} onChange={setSize} />
        )}
        <EdgeControls
          shortSide={Math.min(width, height)}
          edge={edge}
          disabled={change.isPending || view === "before"}
          onChange={(changed, isMore) => act({ do: "edge", edge: changed, isMore })}
        />
      </div>
      <p className="text-center text-sm text-ink-soft">Refining is free. The first cut-out is kept.</p>
    </section>
  )
}
