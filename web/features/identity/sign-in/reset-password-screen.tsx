import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useNavigate } from "react-router"
import { messages } from "#contract/messages.ts"
import { passwordStrength } from "#web/content/password-strength.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { confirmRecovery } from "#web/lib/calls/backend.ts"
import type { Page } from "#web/lib/page/page.ts"
import { currentUserQuery } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { FormSummary } from "#web/ui/form/form-summary.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { ResetPasswordForm } from "./schemas.ts"
import { useCheckedForm } from "./use-checked-form.ts"
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
  const queries = useQueryClient()
  const { form, field, send, wrong } = useCheckedForm<ResetPasswordForm>({
    resolver: zodResolver(ResetPasswordForm),
    defaultValues: { newPassword: "", confirmPassword: "" },
    labels: { newPassword: "New password", confirmPassword: "Confirm password" },
  })
  const reset = useMutation({
    mutationFn: ({ newPassword, confirmPassword }: ResetPasswordForm) =>
      confirmRecovery(userId, secret, newPassword, confirmPassword),
    onSuccess: async () => {
      notify.success(messages.resetDone)
      // Every session of the account has ended, this browser's too when it was one: the form to sign in must not take it for alive.
      await queries.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => undefined)
    },
    onError: (error) => {
      console.error("reset password failed", error)
      notify.error(messageOf(error, messages.resetFailed))
    },
  })
  const goOn = (): void => void navigate("/sign-in", { replace: true })
  return (
    <form
      noValidate
      method="post"
      onSubmit={send((filled) => reset.mutate(filled, { onSuccess: goOn }))}
      className="grid gap-2"
    >
      <FormSummary fields={wrong} />
      <PasswordField
        hint="At least 8 characters."
        autoComplete="new-password"
        startVisible
        note={passwordStrength(form.watch("newPassword"), { name: "", email: null })}
        {...field("newPassword", ["confirmPassword"])}
      />
      <PasswordField autoComplete="new-password" startVisible {...field("confirmPassword")} />
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
