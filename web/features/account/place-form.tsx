import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { Controller, useForm } from "react-hook-form"
import { countryNames, statesOf } from "#web/content/countries.ts"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { updateProfile } from "#web/lib/backend.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import type { CurrentUser } from "#web/lib/session.ts"
import { Button } from "#web/ui/button.tsx"
import { Combobox } from "#web/ui/combobox.tsx"
import { TextField } from "#web/ui/text-field.tsx"
import { notify } from "#web/ui/toast.tsx"
import { PlaceForm as Schema } from "./schemas.ts"

const countryChoices = countryNames.map((name) => ({ value: name, label: name }))

/** Changes the phone number, the country and the state that were given at sign-up. */
export function PlaceForm({ user }: { user: CurrentUser }): ReactElement {
  const queries = useQueryClient()
  const { phoneNumber, country, state, profileId } = user
  const { register, control, handleSubmit, watch, formState, reset } = useForm<Schema>({
    resolver: zodResolver(Schema),
    defaultValues: { phoneNumber, country, state },
  })
  const save = useMutation({
    mutationFn: (form: Schema) => updateProfile(profileId, form),
    onSuccess: (profile) => {
      // The number comes back with the code of its country.
      reset({
        phoneNumber: profile.phoneNumber ?? "",
        country: profile.country ?? "",
        state: profile.state ?? "",
      })
      notify.success("Your phone and place are saved.")
      return queries.invalidateQueries({ queryKey: queryKeys.currentUser })
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  const { errors } = formState
  const stateChoices = statesOf(watch("country")).map((name) => ({ value: name, label: name }))
  return (
    <form noValidate onSubmit={handleSubmit((form) => save.mutate(form))} className="grid gap-2">
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
          render={({ field }) => (
            <Combobox
              label="Country"
              choices={countryChoices}
              acceptsText
              autoComplete="country-name"
              name={field.name}
              value={field.value}
              onPick={field.onChange}
              onBlur={field.onBlur}
              error={errors.country?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="state"
          render={({ field }) => (
            <Combobox
              label="State"
              choices={stateChoices}
              acceptsText
              autoComplete="address-level1"
              name={field.name}
              value={field.value}
              onPick={field.onChange}
              onBlur={field.onBlur}
              error={errors.state?.message}
            />
          )}
        />
      </div>
      <Button
        type="submit"
        variant="secondary"
        busy={save.isPending}
        // Open all the time: what was typed into a picker is taken in when it is left, by pressing here for one.
        disabled={profileId === ""}
        className="justify-self-start"
      >
        Save phone and place
      </Button>
    </form>
  )
}
