import type { ReactElement } from "react"
import type { CohortRow } from "#contract/academy/cohorts-admin.ts"
import { changeCohortTexts } from "#contract/academy/program-terms.ts"
import type { ProgramTexts } from "#contract/catalogue/programs/terms.ts"
import { call } from "#web/lib/calls/call.ts"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { TermsForm } from "./terms-form.tsx"

interface Field {
  name: keyof ProgramTexts
  label: string
  maxLength: number
  hint?: string
  rows?: number
  /** What is not known yet stays empty, and the page says so. */
  optional?: boolean
}

const fields: readonly Field[] = [
  { name: "card", label: "On the card", maxLength: 400 },
  { name: "hero", label: "Under the name on the page", maxLength: 400 },
  { name: "neededBy", label: "Who needs this", maxLength: 600 },
  { name: "callHeading", label: "Above the last button", maxLength: 120 },
  { name: "callText", label: "Beside the last button", maxLength: 400 },
  {
    name: "classTimes",
    label: "When classes are",
    maxLength: 160,
    optional: true,
    hint: "Days and hours, in Lagos time, which the page adds. Such as: Tuesdays and Thursdays, 19:00 to 20:30",
  },
  {
    name: "teachers",
    label: "Who teaches",
    maxLength: 1_500,
    optional: true,
    rows: 4,
    hint: "One person in each line, with what they do. Only people who said yes to being named.",
  },
  {
    name: "needs",
    label: "Phone, laptop and data",
    maxLength: 600,
    optional: true,
    hint: "What can be done on a phone, what needs a laptop, and the megabytes a week that you measured.",
  },
]

/** The program's words for this cohort; the public pages show them while it is the present one. */
export function CohortTexts({ cohort, onDone }: { cohort: CohortRow; onDone: () => void }): ReactElement {
  return (
    <TermsForm
      isRoutine
      onDone={onDone}
      send={(field, reason) => {
        const texts: ProgramTexts = {
          card: field("card"),
          hero: field("hero"),
          neededBy: field("neededBy"),
          callHeading: field("callHeading"),
          callText: field("callText"),
          classTimes: field("classTimes"),
          teachers: field("teachers"),
          needs: field("needs"),
        }
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
