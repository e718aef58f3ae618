import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useForm } from "react-hook-form"
import { detailsOf } from "#contract/identity/profile-fields.ts"
import { DetailsForm } from "#contract/identity/profiles.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { updateProfile } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { resetSaved } from "#web/ui/form/reset-saved.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { deviceCountry, PlaceFields } from "./place-fields.tsx"

interface PlaceFormProps {
  user: CurrentUser
  /** Words of the button. */
  label: string
}

/** Takes or changes the phone number, the country and the state; the device's own country stands there at first. */
export function PlaceForm({ user, label }: PlaceFormProps): ReactElement {
  const queries = useQueryClient()
  const { profileId } = user
  const form = useForm<DetailsForm>({
    resolver: zodResolver(DetailsForm),
    defaultValues: { ...detailsOf(user), country: user.country || deviceCountry() },
  })
  const { handleSubmit } = form
  const save = useMutation({
    mutationFn: (place: DetailsForm) => updateProfile(profileId, place),
    onMutate: () => form.getValues(),
    onSuccess: (profile, _place, sent) => {
      // The number comes back with the code of its country.
      resetSaved(form, sent, detailsOf(profile))
      notify.success("Your phone and place are saved.")
      return queries.invalidateQueries({ queryKey: queryKeys.currentUser })
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return (
    <form noValidate onSubmit={handleSubmit((place) => save.mutate(place))} className="grid gap-2">
      <PlaceFields form={form} />
      <Button
        type="submit"
        variant="secondary"
        busy={save.isPending}
        // Open all the time: what was typed into a picker is taken in when it is left, by pressing here for one.
        disabled={profileId === ""}
        className="justify-self-start"
      >
        {label}
      </Button>
    </form>
  )
}
