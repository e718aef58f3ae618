import type { ReactElement } from "react"
import { Controller, type UseFormReturn } from "react-hook-form"
import { shownError } from "#web/lib/page/field-error.ts"
import { Combobox } from "#web/ui/form/combobox.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { countryNames, statesOf } from "./countries.ts"

/** Where somebody can be reached and lives, as forms hold it. */
export interface Place {
  phoneNumber: string
  country: string
  state: string
}

/** Names of these fields, in the order in which they stand. */
export const placeLabels = { phoneNumber: "Phone number", country: "Country", state: "State" } as const

const countryChoices = countryNames.map((name) => ({ value: name, label: name }))

interface PlaceFieldsProps {
  form: UseFormReturn<Place>
  /** Ids of the controls, where something leads to them. */
  idOf?: ((name: keyof Place) => string) | undefined
}

/** Phone number, country and the country's state, as part of a larger form. */
export function PlaceFields({ form, idOf }: PlaceFieldsProps): ReactElement {
  const { register, control, watch, formState } = form
  const common = (name: keyof Place) => ({
    id: idOf?.(name),
    label: placeLabels[name],
    error: shownError(formState, name),
  })
  const stateChoices = statesOf(watch("country")).map((name) => ({ value: name, label: name }))
  return (
    <>
      <TextField
        hint="Begin with the country code, such as +234. Without it we take your country's."
        type="tel"
        autoComplete="tel"
        {...common("phoneNumber")}
        {...register("phoneNumber")}
      />
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <Controller
          control={control}
          name="country"
          render={({ field: { value, name, ref, onChange, onBlur } }) => (
            <Combobox
              {...common("country")}
              choices={countryChoices}
              acceptsText
              autoComplete="country-name"
              onPick={onChange}
              {...{ value, name, ref, onBlur }}
            />
          )}
        />
        <Controller
          control={control}
          name="state"
          render={({ field: { value, name, ref, onChange, onBlur } }) => (
            <Combobox
              {...common("state")}
              choices={stateChoices}
              acceptsText
              autoComplete="address-level1"
              onPick={onChange}
              {...{ value, name, ref, onBlur }}
            />
          )}
        />
      </div>
    </>
  )
}
