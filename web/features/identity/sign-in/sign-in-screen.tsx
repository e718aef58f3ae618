import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { useWatch } from "react-hook-form"
import { useLocation, useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import type { Page } from "#web/lib/page/page.ts"
import { destinationAfterSignIn, hasSessionEnded, sessionEndedWords } from "#web/lib/session/destination.ts"
import { useProviderFailure } from "#web/lib/session/provider-sign-in.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { FormSummary } from "#web/ui/form/form-summary.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { AuthLink } from "./auth-link.tsx"
import { MailLink } from "./mail-link.tsx"
import { PasskeyButton } from "./passkey-button.tsx"
import { ProgramNote } from "./program-note.tsx"
import { ProviderButtons } from "./provider-buttons.tsx"
import { SignInForm } from "./schemas.ts"
import { signIn } from "./start-session.ts"
import { useCheckedForm } from "./use-checked-form.ts"
import { useGoOn } from "./use-go-on.ts"

export const signInPage: Page = {
  title: "Sign in",
  footer: (
    <>
      New here? <AuthLink to="/sign-up">Create an account</AuthLink>
    </>
  ),
}

/** E-mail and password (docs/product-rules.md#screens). */
export function SignInScreen(): ReactElement {
  const queries = useQueryClient()
  const { state } = useLocation()
  const [search] = useSearchParams()
  const destination = destinationAfterSignIn(state, search)
  const { form, field, send, wrong } = useCheckedForm<SignInForm>({
    resolver: zodResolver(SignInForm),
    defaultValues: { email: "", password: "" },
    labels: { email: "E-mail", password: "Password" },
  })
  const email = useWatch({ control: form.control, name: "email" })
  // Fields say what is wrong once they were filled in or sent; asking for a link sends this one.
  const [asksForLink, setAsksForLink] = useState(false)
  const emailField = field("email")
  const emailError = emailField.error ?? (asksForLink ? form.formState.errors.email?.message : undefined)
  const checkEmail = (): Promise<boolean> => {
    setAsksForLink(true)
    return form.trigger("email", { shouldFocus: true })
  }
  const enter = useMutation({
    mutationFn: (form: SignInForm) => signIn(form, queries),
    onSuccess: (isSignedIn) => {
      if (!isSignedIn) notify.error(messages.signUpFailed)
    },
    onError: (error) => notify.error(messageOf(error, messages.signInFailed)),
  })
  const goOn = useGoOn(destination)
  const failure = useProviderFailure()
  const trouble = enter.isError
    ? messageOf(enter.error, messages.signInFailed)
    : enter.data === false
      ? messages.signUpFailed
      : undefined
  return (
    <form
      noValidate
      method="post"
      onSubmit={send((form) => enter.mutate(form, { onSuccess: goOn }))}
      className="grid gap-2"
    >
      <FormSummary fields={wrong} />
      <ProgramNote destination={destination} />
      {hasSessionEnded(state) && (
        <p role="status" className="mb-4">
          {sessionEndedWords}
        </p>
      )}
      {failure && (
        <p role="alert" className="mb-4 text-clay">
          {failure}
        </p>
      )}
      <TextField type="email" autoComplete="username webauthn" {...emailField} error={emailError} />
      <PasswordField autoComplete="current-password" {...field("password")} />
      <p className="-mt-1 mb-4">
        <TextLink to="/forgot-password">Forgot your password?</TextLink>
      </p>
      <FormTrouble message={trouble} />
      <Button type="submit" size="large" wide busy={enter.isPending}>
        Sign in
      </Button>
      <PasskeyButton to={destination} />
      <ProviderButtons to={destination}>
        <MailLink email={email} check={checkEmail} to={destination} />
      </ProviderButtons>
    </form>
  )
}
