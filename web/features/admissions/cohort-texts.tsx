import type { ReactElement } from "react"
import type { CohortRow } from "#contract/product/cohort-office.ts"
import { changeCohortTexts } from "#contract/product/program-terms.ts"
import { call } from "#web/lib/call.ts"
import { TextareaField } from "#web/ui/textarea-field.tsx"
import { TermsForm } from "./terms-form.tsx"

const fields = [
  { name: "card", label: "On the card", maxLength: 400 },
  { name: "hero", label: "Under the name on the page", maxLength: 400 },
  { name: "neededBy", label: "Who needs this", maxLength: 600 },
  { name: "callHeading", label: "Above the last button", maxLength: 120 },
  { name: "callText", label: "Beside the last button", maxLength: 400 },
] as const

/** The program's words for this cohort; the public pages show them while it is the present one. */
export function CohortTexts({ cohort, onDone }: { cohort: CohortRow; onDone: () => void }): ReactElement {
  return (
    <TermsForm
      onDone={onDone}
      send={(field, reason) => {
        const [card, hero, neededBy] = [field("card"), field("hero"), field("neededBy")]
        const texts = { card, hero, neededBy, callHeading: field("callHeading"), callText: field("callText") }
        const { id, version } = cohort
        return call(changeCohortTexts, { params: { id }, body: { ...texts, version, reason } })
      }}
    >
      {(error) =>
        fields.map(({ name, ...field }) => (
          <TextareaField
            key={name}
            name={name}
            rows={2}
            defaultValue={cohort.terms.texts[name]}
            error={error(name)}
            {...field}
          />
        ))
      }
    </TermsForm>
  )
}
