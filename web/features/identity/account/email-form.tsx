import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useForm } from "react-hook-form"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { sendVerification, updateEmail } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { beginMailCooldown } from "#web/lib/session/mail-cooldown.ts"
import { Button } from "#web/ui/button/button.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"
import { resetSaved } from "#web/ui/form/reset-saved.ts"
import { TextField } from "#web/ui/form/text-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { EmailForm as Schema } from "./schemas.ts"

/** Fields that the server's refusals are about. */
const fieldOf: Readonly<Record<string, keyof Schema>> = {
  user_invalid_credentials: "password",
  password_personal_data: "password",
  user_email_already_exists: "email",
}

const empty = { email: "", password: "" }

/** Changes the address; the link that confirms the new one is sent at once. */
export function EmailForm({ hasPassword }: { hasPassword: boolean }): ReactElement {
  const queries = useQueryClient()
  const form = useForm<Schema>({ resolver: zodResolver(Schema), defaultValues: empty })
  const { register, handleSubmit, formState, setError } = form
  const save = useMutation({
    mutationFn: async (values: Schema) => {
      const user = await updateEmail(values.email, values.password)
      await sendVerification().then(
        () => beginMailCooldown("verification", user.email),
        (error) => console.error("error sending email", error),
      )
      return user
    },
    onMutate: () => form.getValues(),
    onSuccess: (user, _values, sent) => {
      resetSaved(form, sent, empty)
      notify.success(`We sent a link to ${user.email}. It confirms the address.`)
      return queries.invalidateQueries({ queryKey: queryKeys.currentUser })
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
      <TextField
        label="New e-mail"
        hint="It takes the old one's place at once. The link that we send confirms it."
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register("email")}
      />
      <PasswordField
        label={hasPassword ? "Your password" : "Choose a password"}
        autoComplete={hasPassword ? "current-password" : "new-password"}
        error={errors.password?.message}
        {...register("password")}
      />
      <Button type="submit" variant="secondary" busy={save.isPending} className="justify-self-start">
        Change the e-mail
      </Button>
    </form>
  )
}
