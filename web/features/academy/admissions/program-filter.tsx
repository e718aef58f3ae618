import type { ReactElement } from "react"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { SelectField } from "#web/ui/form/select-field.tsx"

const choices = programCards.filter(({ disabled }) => !disabled).map(({ slug, name }) => ({ value: slug, label: name }))

interface ProgramFilterProps {
  value: string | undefined
  /** Gets "" for every program. */
  onChange: (programId: string) => void
}

/** Narrows a list of the office down to one program. */
export function ProgramFilter({ value = "", onChange }: ProgramFilterProps): ReactElement {
  return (
    <SelectField
      label="Program"
      optional="unsaid"
      placeholder="Every program"
      choices={choices}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
