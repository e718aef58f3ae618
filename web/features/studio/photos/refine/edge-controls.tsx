import { type ReactElement, useRef } from "react"
import { type CutOutEdge, farthestEdge } from "#contract/studio/cut-outs.ts"
import { Switch } from "#web/ui/form/switch.tsx"
import { RangeField } from "./range-field.tsx"
import { rounded } from "./strokes.ts"

/** Steps of a slider to either side. */
const steps = 15

interface EdgeControlsProps {
  /** Of the picture, in pixels. */
  shortSide: number
  edge: CutOutEdge
  disabled: boolean
  /** @param isMore the slider is held and was moved before, so that the whole way is one step back */
  onChange: (edge: CutOutEdge, isMore: boolean) => void
}

/** Moves and softens the edge of a cut-out all around, and takes the old background's colour out of it. */
export function EdgeControls({ shortSide, edge, disabled, onChange }: EdgeControlsProps): ReactElement {
  const isHeld = useRef(false)
  /** The slider that is held, once it was moved. */
  const held = useRef<"shift" | "feather">(null)
  const pixels = Math.max(1, farthestEdge * shortSide) / steps
  const slide = (name: "shift" | "feather", value: number): void => {
    onChange({ ...edge, [name]: rounded(value * pixels) }, held.current === name)
    if (isHeld.current) held.current = name
  }
  const hold = (): void => {
    isHeld.current = true
    held.current = null
    const release = (): void => {
      isHeld.current = false
      held.current = null
    }
    window.addEventListener("pointerup", release, { once: true })
    window.addEventListener("pointercancel", release, { once: true })
  }
  return (
    <>
      <RangeField
        label="Move the edge"
        min={-steps}
        max={steps}
        value={Math.round(edge.shift / pixels)}
        words={(value) => (value === 0 ? "as it is" : `${length(value, pixels)} ${value > 0 ? "outwards" : "inwards"}`)}
        disabled={disabled}
        onHold={hold}
        onChange={(value) => slide("shift", value)}
      />
      <RangeField
        label="Soften the edge"
        max={steps}
        value={Math.round(edge.feather / pixels)}
        words={(value) => (value === 0 ? "as it is" : length(value, pixels))}
        disabled={disabled}
        onHold={hold}
        onChange={(value) => slide("feather", value)}
      />
      <Switch
        label="Clean the edge"
        hint="Takes the old background's colour out of it."
        checked={edge.isClean}
        disabled={disabled}
        onCheckedChange={(isClean) => onChange({ ...edge, isClean }, false)}
      />
    </>
  )
}

function length(value: number, pixels: number): string {
  return `${rounded(Math.abs(value) * pixels)} px`
}
