import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useForm } from "react-hook-form"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { updateName } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { greetingName } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { resetSaved } from "#web/ui/form/reset-saved.ts"
import { TextField } from "#web/ui/form/text-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { NameForm as Schema } from "./schemas.ts"

/** Changes the name that greets. */
export function NameForm({ name }: { name: string }): ReactElement {
  const queries = useQueryClient()
  const form = useForm<Schema>({
    resolver: zodResolver(Schema),
    defaultValues: { name },
  })
  const { register, handleSubmit, formState, watch } = form
  const save = useMutation({
    mutationFn: (values: Schema) => updateName(values.name),
    onMutate: () => form.getValues(),
    onSuccess: (user, _values, sent) => {
      resetSaved(form, sent, { name: user.name })
      notify.success("Your name is saved.")
      return queries.invalidateQueries({ queryKey: queryKeys.currentUser })
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return (
    <form noValidate onSubmit={handleSubmit((values) => save.mutate(values))} className="grid gap-2">
      <TextField
        label="Name"
        hint={`Welcome ${greetingName(watch("name"))}`}
        autoComplete="name"
        error={formState.errors.name?.message}
        {...register("name")}
      />
      <Button
        type="submit"
        variant="secondary"
        busy={save.isPending}
        disabled={!formState.isDirty}
        className="justify-self-start"
      >
        Save the name
      </Button>
    </form>
  )
}
