import { type ReactElement, type ReactNode, useId } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"
import type { Choice } from "./select-field.tsx"

interface SegmentedProps<Value extends string> {
  label: ReactNode
  choices: readonly Choice<Value>[]
  value: Value | undefined
  onPick: (value: Value) => void
  name?: string | undefined
  hideLabel?: boolean | undefined
  className?: string | undefined
}

/** One of two to five short words in a row. Real radio buttons underneath. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>): ReactElement {
  const { label, choices, value, onPick, name, hideLabel, className } = props
  const id = useId()
  return (
    <fieldset className={className}>
      <legend className={hideLabel ? "sr-only" : "mb-2 font-medium"}>{label}</legend>
      <div className="flex gap-1 rounded-[12px] border border-line bg-surface p-1">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classNames(
              "relative flex min-h-11 flex-1 items-center justify-center rounded-[8px] text-center font-medium text-ink-soft tabular-nums transition-colors hover:text-ink",
              choices.length > 4 ? "px-1.5" : "px-3",
              choices.length > 3 && "max-[24rem]:px-1 max-[24rem]:text-sm",
              "has-checked:bg-raised has-checked:text-ink has-checked:ring-1 has-checked:ring-line-strong",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo",
              "has-disabled:opacity-55",
            )}
          >
            <input
              type="radio"
              name={name ?? id}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onPick(choice.value)}
              className="absolute inset-0 cursor-[inherit] opacity-0"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
