import type { ReactElement } from "react"

interface RangeFieldProps {
  label: string
  min?: number
  max: number
  value: number
  /** What the value is called; percent unless told. */
  words?: (value: number) => string
  disabled?: boolean
  onChange: (value: number) => void
  /** Called when a finger or a mouse takes hold of it. */
  onHold?: () => void
}

/** A slider that says its value beside its name. */
export function RangeField(props: RangeFieldProps): ReactElement {
  const { label, min = 0, max, value, words = percent, disabled = false, onChange, onHold } = props
  return (
    <label className="grid gap-1 font-medium">
      <span className="flex justify-between gap-4">
        {label}{" "}
        <span aria-hidden="true" className="font-normal text-ink-soft tabular-nums">
          {words(value)}
        </span>
      </span>
      <input
        type="range"
        aria-label={label}
        min={min}
        max={max}
        value={value}
        aria-valuetext={words(value)}
        disabled={disabled}
        onPointerDown={onHold}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-full"
      />
    </label>
  )
}

function percent(value: number): string {
  return `${value} %`
}
