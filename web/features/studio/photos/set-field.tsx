import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { listSceneSets } from "#contract/studio/scenes.ts"
import { call } from "#web/lib/calls/call.ts"
import { type Choice, SelectField } from "#web/ui/form/select-field.tsx"

/** The sets that a product can be put in. */
export interface ChosenSet {
  choices: readonly Choice[]
  /** Name of the chosen one, the first unless another was picked; undefined while there is none. */
  name: string | undefined
}

/** The engine's sets, and which of them is chosen. @param picked name of the one that the person picked */
export function useSets(picked: string | undefined): ChosenSet {
  const { data = [] } = useQuery({
    queryKey: ["listSceneSets"],
    queryFn: async ({ signal }) => (await call(listSceneSets, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { choices: data.map(({ name, use }) => ({ value: name, label: use })), name: picked ?? data[0]?.name }
}

interface SetFieldProps {
  sets: ChosenSet
  onPick: (name: string) => void
  hint?: string | undefined
}

/** Takes the set that a product is put in. */
export function SetField({ sets, onPick, hint }: SetFieldProps): ReactElement {
  return (
    <SelectField
      label="Set"
      hint={hint}
      choices={sets.choices}
      value={sets.name ?? ""}
      onChange={({ target }) => onPick(target.value)}
    />
  )
}
