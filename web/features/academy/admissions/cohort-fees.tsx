import type { ReactElement } from "react"
import type { CohortRow } from "#contract/academy/cohorts-admin.ts"
import { changeCohortFees } from "#contract/academy/program-terms.ts"
import type { ProgramPayment } from "#contract/catalogue/program.ts"
import { call } from "#web/lib/calls/call.ts"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TermsForm } from "./terms-form.tsx"

/** Full price and what is paid, in pairs. */
const pairs = [
  ["One payment", "total", "discounted_total"],
  ["First instalment", "first_tranche", "discounted_first_tranche"],
  ["Second instalment", "second_tranche", "discounted_second_tranche"],
  ["Third instalment", "third_tranche", "discounted_third_tranche"],
] as const satisfies readonly (readonly [string, keyof ProgramPayment, keyof ProgramPayment])[]

/** Digits of what somebody typed, such as 250,000. */
const digits = (text: string): string => text.replaceAll(/\D/g, "")

/** What applying and learning in this cohort costs; applications that are there keep their fees. */
export function CohortFees({ cohort, onDone }: { cohort: CohortRow; onDone: () => void }): ReactElement {
  const { applicationFee, tuition } = cohort.terms
  return (
    <TermsForm
      onDone={onDone}
      send={(field, reason) => {
        const price = (name: keyof ProgramPayment): string => digits(field(name))
        const next: ProgramPayment = {
          total: price("total"),
          first_tranche: price("first_tranche"),
          second_tranche: price("second_tranche"),
          third_tranche: price("third_tranche"),
          discounted_total: price("discounted_total"),
          discounted_first_tranche: price("discounted_first_tranche"),
          discounted_second_tranche: price("discounted_second_tranche"),
          discounted_third_tranche: price("discounted_third_tranche"),
        }
        const applicationFee = Number(digits(field("applicationFee")))
        const body = { applicationFee, ...next, version: cohort.version, reason }
        return call(changeCohortFees, { params: { id: cohort.id }, body })
      }}
    >
      {(error) => (
        <>
          <p className="text-ink-soft">Naira. Whoever applied already keeps the fees of that day.</p>
          <TextField
            name="applicationFee"
            label="Application fee"
            inputMode="numeric"
            defaultValue={String(applicationFee)}
            error={error("applicationFee")}
            className="sm:w-64"
          />
          {pairs.map(([label, full, paid]) => (
            <div key={full} className="grid gap-x-4 sm:grid-cols-2">
              <TextField
                name={full}
                label={`${label}, full price`}
                inputMode="numeric"
                defaultValue={tuition[full]}
                error={error(full)}
              />
              <TextField
                name={paid}
                label={`${label}, you pay`}
                inputMode="numeric"
                defaultValue={tuition[paid]}
                error={error(paid)}
              />
            </div>
          ))}
        </>
      )}
    </TermsForm>
  )
}
