import type { ReactElement } from "react"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"

interface StockFieldProps {
  label: string
  /** null: available and not counted; 0: sold out. */
  value: number | null
  error?: string | undefined
  onChange: (value: number | null) => void
}

const ways = [
  { value: "available", label: "Available" },
  { value: "counted", label: "Count" },
  { value: "sold-out", label: "Sold out" },
] as const

/** Whether there is some, none, or how many. */
export function StockField({ label, value, error, onChange }: StockFieldProps): ReactElement {
  const way = value === null ? "available" : value === 0 ? "sold-out" : "counted"
  return (
    <div className="grid gap-2">
      <Segmented
        label={label}
        choices={ways}
        value={way}
        onPick={(picked) =>
          onChange(picked === "available" ? null : picked === "sold-out" ? 0 : Math.max(1, value ?? 1))
        }
      />
      {way === "counted" ? (
        <TextField
          label={`${label}: how many`}
          hideLabel
          inputMode="numeric"
          value={String(value)}
          error={error}
          onChange={({ target }) => onChange(readCount(target.value))}
          className="max-w-40"
        />
      ) : (
        <div className="h-6" />
      )}
    </div>
  )
}

/** @returns the number that digits say; 0 without one */
export function readCount(text: string): number {
  return Math.min(1_000_000, Number(text.replaceAll(/\D/g, "").slice(0, 7)))
}
