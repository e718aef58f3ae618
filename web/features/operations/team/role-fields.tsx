import { useQuery } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { listCohorts } from "#contract/academy/cohorts-admin.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import { OperatorRole, roleWords } from "#contract/identity/operators.ts"
import { call } from "#web/lib/calls/call.ts"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"

/** What cohorts are called, by their ids, the newest first. */
export type CohortNames = ReadonlyMap<string, string>

/** The names of all cohorts; none until they are there. */
export function useCohortNames(): CohortNames {
  const { data = [] } = useQuery({
    queryKey: ["listCohorts", "names"],
    queryFn: async () => (await call(listCohorts, { query: {} })).data,
  })
  return new Map(
    data.map(({ id, programId, number }) => [
      id,
      `${findProgram(programId)?.program_name ?? programId}, cohort ${number}`,
    ]),
  )
}

/** A teacher's cohorts in words. */
export function cohortsInWords(ids: readonly string[], names: CohortNames): string {
  return ids.length === 0 ? "No cohort yet" : ids.map((id) => names.get(id) ?? id).join("; ")
}

/** What was chosen in `RoleFields`. */
export function roleOfForm(form: FormData): { role: OperatorRole; cohortIds: string[] } {
  const role = OperatorRole.parse(form.get("role"))
  return { role, cohortIds: role === "teacher" ? form.getAll("cohort").map(String) : [] }
}

interface RoleFieldsProps {
  /** Chosen at first. */
  initial: OperatorRole
  cohortIds: readonly string[]
  cohortNames: CohortNames
}

const roleChoices = OperatorRole.options.map((value) => ({ value, label: value }))

/** A role, what it opens in words, and for a teacher the cohorts. */
export function RoleFields({ initial, cohortIds, cohortNames }: RoleFieldsProps): ReactElement {
  const [chosen, setChosen] = useState(initial)
  return (
    <>
      <SelectField
        name="role"
        label="Role"
        hint={roleWords[chosen]}
        choices={roleChoices}
        value={chosen}
        onChange={(event) => setChosen(OperatorRole.parse(event.target.value))}
      />
      {chosen === "teacher" && (
        <fieldset className="grid gap-1 pb-4">
          <legend className="mb-1 font-medium">Cohorts of this teacher</legend>
          {[...cohortNames].map(([id, name]) => (
            <Checkbox key={id} name="cohort" value={id} label={name} defaultChecked={cohortIds.includes(id)} />
          ))}
        </fieldset>
      )}
    </>
  )
}
