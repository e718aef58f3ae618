import type { ReactElement } from "react"
import { Controller, type UseFormReturn } from "react-hook-form"
import { Combobox } from "#web/ui/combobox.tsx"
import { TextField } from "#web/ui/text-field.tsx"
import { countryNames, statesOf } from "./countries.ts"

/** Where somebody can be reached and lives, as forms hold it. */
export interface Place {
  phoneNumber: string
  country: string
  state: string
}

const countryChoices = countryNames.map((name) => ({ value: name, label: name }))

/** Phone number, country and the country's state, as part of a larger form. */
export function PlaceFields({ form }: { form: UseFormReturn<Place> }): ReactElement {
  const { register, control, watch, formState } = form
  const { errors } = formState
  const stateChoices = statesOf(watch("country")).map((name) => ({ value: name, label: name }))
  return (
    <>
      <TextField
        label="Phone number"
        type="tel"
        autoComplete="tel"
        error={errors.phoneNumber?.message}
        {...register("phoneNumber")}
      />
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <Controller
          control={control}
          name="country"
          render={({ field: { value, name, onChange, onBlur } }) => (
            <Combobox
              label="Country"
              choices={countryChoices}
              acceptsText
              autoComplete="country-name"
              error={errors.country?.message}
              onPick={onChange}
              {...{ value, name, onBlur }}
            />
          )}
        />
        <Controller
          control={control}
          name="state"
          render={({ field: { value, name, onChange, onBlur } }) => (
            <Combobox
              label="State"
              choices={stateChoices}
              acceptsText
              autoComplete="address-level1"
              error={errors.state?.message}
              onPick={onChange}
              {...{ value, name, onBlur }}
            />
          )}
        />
      </div>
    </>
  )
}
