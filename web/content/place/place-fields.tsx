import { type ReactElement, useState } from "react"
import { Controller, type UseFormReturn } from "react-hook-form"
import {
  type DetailName,
  detailNames,
  type ProfileDetail,
  type ProfileDetails,
  profileDetails,
} from "#contract/identity/profile-fields.ts"
import { shownError } from "#web/lib/page/field-error.ts"
import { storedCountryCode } from "#web/lib/session/stored-session.ts"
import { Combobox } from "#web/ui/form/combobox.tsx"
import type { Choice } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { countriesFrom, statesOf } from "./countries.ts"

/** Details that are picked from a list, or typed where the list lacks one. */
const isPicked = (name: DetailName): boolean => name === "country" || name === "state"

const clock = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** What the server saw of the network at sign-in, written as a language is. */
function ownNetwork(): string[] {
  const code = storedCountryCode()
  return /^[a-z]{2}$/.test(code) ? [`und-${code}`] : []
}

/** Those of this device, known once a person sees the form: pages that were built ahead have none. */
const countryChoices = (): Choice[] =>
  countriesFrom(clock(), [...ownNetwork(), ...navigator.languages]).map((name) => ({ value: name, label: name }))

/** The country of this device, by its clock, its network, else its languages; "" where none of them tells. */
export function deviceCountry(): string {
  const [first, ...others] = countriesFrom(clock(), [...ownNetwork(), ...navigator.languages])
  // In the order of the alphabet: nothing told.
  return first !== undefined && others[0] !== undefined && first.localeCompare(others[0], "en") > 0 ? first : ""
}

interface PlaceFieldsProps {
  form: UseFormReturn<ProfileDetails>
  /** Ids of the controls, where something leads to them. */
  idOf?: ((name: DetailName) => string) | undefined
}

/** What a person says of themselves, as part of a larger form. */
export function PlaceFields({ form, idOf }: PlaceFieldsProps): ReactElement {
  const [countries] = useState(countryChoices)
  const { register, control, watch, formState } = form
  const common = (name: DetailName) => ({
    id: idOf?.(name),
    label: profileDetails[name].label,
    autoComplete: profileDetails[name].autoComplete,
    error: shownError(formState, name),
  })
  const stateChoices = statesOf(watch("country")).map((name) => ({ value: name, label: name }))
  return (
    <>
      {detailNames
        .filter((name) => !isPicked(name))
        .map((name) => {
          const { hint, type }: ProfileDetail = profileDetails[name]
          return <TextField key={name} hint={hint} type={type} {...common(name)} {...register(name)} />
        })}
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <Controller
          control={control}
          name="country"
          render={({ field: { value, name, ref, onChange, onBlur } }) => (
            <Combobox
              {...common("country")}
              choices={countries}
              acceptsText
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
              onPick={onChange}
              {...{ value, name, ref, onBlur }}
            />
          )}
        />
      </div>
    </>
  )
}
