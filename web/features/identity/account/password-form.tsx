import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useForm } from "react-hook-form"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { updatePassword } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { Button } from "#web/ui/button/button.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"
import { resetSaved } from "#web/ui/form/reset-saved.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { PasswordForm as Schema } from "./schemas.ts"

/** Fields that the server's refusals are about; a weak password is refused as a wrong argument. */
const fieldOf: Readonly<Record<string, keyof Schema>> = {
  user_invalid_credentials: "currentPassword",
  password_personal_data: "newPassword",
  general_argument_invalid: "newPassword",
}

const empty = { currentPassword: "", newPassword: "", confirmPassword: "" }

/** Changes the password, which ends the other sessions. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }): ReactElement {
  const queries = useQueryClient()
  const form = useForm<Schema>({ resolver: zodResolver(Schema), defaultValues: empty })
  const { register, handleSubmit, formState, setError } = form
  const save = useMutation({
    mutationFn: ({ newPassword, currentPassword }: Schema) =>
      updatePassword(newPassword, hasPassword ? currentPassword : undefined),
    onMutate: () => form.getValues(),
    onSuccess: (_user, _values, sent) => {
      resetSaved(form, sent, empty)
      notify.success("Your password is changed. Other devices are signed out.")
      return Promise.all(
        [queryKeys.currentUser, queryKeys.sessions].map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
    },
    onError: (error) => {
      const field = error instanceof ApiError ? fieldOf[error.type] : undefined
      if (field) setError(field, { message: error.message }, { shouldFocus: true })
      else notify.error(messageOf(error, noAnswerMessage))
    },
  })
  const { errors } = formState
  return (
    <form noValidate onSubmit={handleSubmit((values) => save.mutate(values))} className="grid gap-2">
      {hasPassword && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register("currentPassword")}
        />
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...register("newPassword")}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register("confirmPassword")}
      />
      <Button type="submit" variant="secondary" busy={save.isPending} className="justify-self-start">
        Change the password
      </Button>
    </form>
  )
}
