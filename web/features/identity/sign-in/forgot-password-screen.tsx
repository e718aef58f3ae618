import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation, useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { sendRecovery } from "#web/lib/calls/backend.ts"
import type { Page } from "#web/lib/page/page.ts"
import { capturedMailPath, sessionInfoQuery } from "#web/lib/session/session-info.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { ForgotPasswordForm } from "./schemas.ts"
import { useCheckedForm } from "./use-checked-form.ts"

export const forgotPasswordPage: Page = {
  title: "Forgot your password?",
  intro: "Tell us your e-mail and we send a link that works for an hour.",
  footer: <TextLink to="/sign-in">Back to sign in</TextLink>,
}

/** Asks for the mail that resets a password (docs/product-rules.md#screens). */
export function ForgotPasswordScreen(): ReactElement {
  const { field, send: sendWhenRight } = useCheckedForm<ForgotPasswordForm>({
    resolver: zodResolver(ForgotPasswordForm),
    defaultValues: { email: "" },
    labels: { email: "E-mail" },
  })
  const { data: info } = useQuery(sessionInfoQuery)
  const send = useMutation({
    mutationFn: ({ email }: ForgotPasswordForm) => sendRecovery(email),
    onSuccess: () => notify.success(messages.recoverySent),
    onError: (error) => {
      console.error("reset password failed", error)
      notify.error(messageOf(error, messages.resetFailed))
    },
  })
  return (
    <form noValidate method="post" onSubmit={sendWhenRight((form) => send.mutate(form))} className="grid gap-2">
      <TextField type="email" autoComplete="email" {...field("email")} />
      <FormTrouble message={send.isError ? messageOf(send.error, messages.resetFailed) : undefined} />
      <Button type="submit" size="large" wide busy={send.isPending}>
        Send the link
      </Button>
      <p role="status" className="min-h-12 pt-4 text-ink-soft">
        {send.isSuccess &&
          "Look into your inbox, and into the spam folder. No mail after a few minutes? Then no account has this address. "}
        {send.isSuccess && info?.isMailCaptured && (
          <a href={capturedMailPath} className="font-medium text-indigo underline underline-offset-4">
            Read it on this machine
          </a>
        )}
      </p>
    </form>
  )
}
