import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useForm } from "react-hook-form"
import { useNavigate } from "react-router"
import { messages } from "#contract/messages.ts"
import { messageOf } from "#web/lib/api-error.ts"
import { confirmRecovery } from "#web/lib/backend.ts"
import type { Page } from "#web/lib/page.ts"
import { Button } from "#web/ui/button.tsx"
import { FormTrouble } from "#web/ui/form-trouble.tsx"
import { PasswordField } from "#web/ui/password-field.tsx"
import { TextLink } from "#web/ui/text-link.tsx"
import { notify } from "#web/ui/toast.tsx"
import { ResetPasswordForm } from "./schemas.ts"
import { useMailLink } from "./use-mail-link.ts"

export const resetPasswordPage: Page = {
  title: "Choose a new password",
  intro: "After this you sign in again, on every device.",
  footer: <TextLink to="/sign-in">Back to sign in</TextLink>,
}

/** Two passwords, shown until the person hides them (docs/product-rules.md#reset-fields). */
export function ResetPasswordScreen(): ReactElement {
  const { userId, secret } = useMailLink()
  const navigate = useNavigate()
  const { register, handleSubmit, formState } = useForm<ResetPasswordForm>({
    resolver: zodResolver(ResetPasswordForm),
    defaultValues: { newPassword: "", confirmPassword: "" },
  })
  const reset = useMutation({
    mutationFn: (form: ResetPasswordForm) => confirmRecovery(userId, secret, form.newPassword, form.confirmPassword),
    onSuccess: () => notify.success(messages.resetDone),
    onError: (error) => {
      console.error("reset password failed", error)
      notify.error(messageOf(error, messages.resetFailed))
    },
  })
  const goOn = (): void => void navigate("/sign-in", { replace: true })
  const { errors } = formState
  return (
    <form
      noValidate
      method="post"
      onSubmit={handleSubmit((form) => reset.mutate(form, { onSuccess: goOn }))}
      className="grid gap-2"
    >
      <PasswordField
        label="New password"
        autoComplete="new-password"
        startVisible
        error={errors.newPassword?.message}
        {...register("newPassword")}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        startVisible
        error={errors.confirmPassword?.message}
        {...register("confirmPassword")}
      />
      <FormTrouble message={reset.isError ? messageOf(reset.error, messages.resetFailed) : undefined}>
        <p>
          A link works once and for an hour. <TextLink to="/forgot-password">Ask for a new link</TextLink>
        </p>
      </FormTrouble>
      <Button type="submit" size="large" wide busy={reset.isPending} className="mt-2">
        Save the new password
      </Button>
    </form>
  )
}
