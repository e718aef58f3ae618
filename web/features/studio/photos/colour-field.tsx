import type { ReactElement } from "react"

interface ColourFieldProps {
  label: string
  value: string
  onChange: (colour: string) => void
}

/** A colour, chosen with the browser's own field. */
export function ColourField({ label, value, onChange }: ColourFieldProps): ReactElement {
  return (
    <label className="grid gap-2 font-medium">
      {label}
      <input
        type="color"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-13 w-24 rounded-control border border-line bg-surface p-1"
      />
    </label>
  )
}
