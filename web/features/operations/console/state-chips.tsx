import type { ReactElement } from "react"
import { Chip } from "#web/ui/feedback/chip.tsx"

interface StateChipsProps<State extends string> {
  states: readonly State[]
  labels: Readonly<Record<State, { label: string }>>
  /** How many lines are in each. */
  counts: Readonly<Partial<Record<State, number>>> | undefined
  value: string | undefined
  /** "" takes the filter away. */
  onChange: (state: State | "") => void
}

/** The states of a list's lines as filters, with how many are in each. */
export function StateChips<State extends string>(props: StateChipsProps<State>): ReactElement {
  const { states, labels, counts, value, onChange } = props
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">State</legend>
      {states.map((state) => (
        <Chip key={state} isPressed={value === state} onPress={() => onChange(value === state ? "" : state)}>
          {counts?.[state] ? `${labels[state].label} (${counts[state]})` : labels[state].label}
        </Chip>
      ))}
    </fieldset>
  )
}
