import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useLocation, useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { passwordStrength } from "#web/content/password-strength.ts"
import { WelcomeCredits } from "#web/content/welcome-credits.tsx"
import { ApiError, messageOf } from "#web/lib/calls/api-error.ts"
import type { Page } from "#web/lib/page/page.ts"
import { destinationAfterSignIn } from "#web/lib/session/destination.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { FormSummary } from "#web/ui/form/form-summary.tsx"
import { PasswordField } from "#web/ui/form/password-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { AuthLink } from "./auth-link.tsx"
import { InvitationNote } from "./invitation-note.tsx"
import { ProgramNote } from "./program-note.tsx"
import { ProviderButtons } from "./provider-buttons.tsx"
import { SignUpForm } from "./schemas.ts"
import { signUp } from "./start-session.ts"
import { useCheckedForm } from "./use-checked-form.ts"
import { useGoOn } from "./use-go-on.ts"

export const signUpPage: Page = {
  title: "Create your account",
  intro: (
    <>
      One account for the studio and the academy. Confirm your <span className="whitespace-nowrap">e-mail</span> and get{" "}
      <strong className="font-semibold text-ink">
        <WelcomeCredits /> free credits
      </strong>
      .
    </>
  ),
  footer: (
    <>
      Already with us? <AuthLink to="/sign-in">Sign in</AuthLink>
    </>
  ),
}

const empty: SignUpForm = {
  firstName: "",
  lastName: "",
  email: "",
  password: "",
  confirmPassword: "",
  acceptsTerms: false,
}

/** Names of the fields, in the order in which they stand. */
const labels = {
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  password: "Password",
  confirmPassword: "Confirm password",
  acceptsTerms: "Terms and age",
} as const

/** Failures that are said at their own field. */
const fieldErrors: readonly string[] = ["user_already_exists", "password_personal_data"]

/** The first step of the registration form; phone and place come before the first payment (docs/product-rules.md#two-steps). */
export function SignUpScreen(): ReactElement {
  const queries = useQueryClient()
  const { state } = useLocation()
  const [search] = useSearchParams()
  const destination = destinationAfterSignIn(state, search)
  const { form, field, send, wrong } = useCheckedForm<SignUpForm>({
    resolver: zodResolver(SignUpForm),
    defaultValues: empty,
    labels,
  })
  const { setError, watch } = form
  const enter = useMutation({
    mutationFn: (filled: SignUpForm) => signUp(filled, destination, queries),
    onSuccess: (isSignedIn) => {
      if (!isSignedIn) notify.error(messages.signUpFailed)
    },
    onError: (error) => {
      notify.error(messageOf(error, messages.signUpFailed))
      if (error instanceof ApiError && error.type === "user_already_exists") {
        setError("email", { message: error.message }, { shouldFocus: true })
      } else if (error instanceof ApiError && error.type === "password_personal_data") {
        setError("password", { message: error.message }, { shouldFocus: true })
      }
    },
  })
  const goOn = useGoOn(destination)
  const [password, firstName, lastName, email] = watch(["password", "firstName", "lastName", "email"])
  const isAtField = enter.error instanceof ApiError && fieldErrors.includes(enter.error.type)
  const trouble =
    enter.isError && !isAtField
      ? messageOf(enter.error, messages.signUpFailed)
      : enter.data === false
        ? messages.signUpFailed
        : undefined
  return (
    <form
      noValidate
      method="post"
      onSubmit={send((filled) => enter.mutate(filled, { onSuccess: goOn }))}
      className="grid gap-2"
    >
      <FormSummary fields={wrong} />
      <InvitationNote />
      <ProgramNote destination={destination} />
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <TextField autoComplete="given-name" {...field("firstName")} />
        <TextField autoComplete="family-name" {...field("lastName")} />
      </div>
      <TextField type="email" autoComplete="email" {...field("email")} />
      <PasswordField
        hint="At least 8 characters."
        autoComplete="new-password"
        note={passwordStrength(password, { name: `${firstName} ${lastName}`, email })}
        {...field("password", ["confirmPassword"])}
      />
      <PasswordField autoComplete="new-password" {...field("confirmPassword")} />
      <Checkbox
        {...field("acceptsTerms")}
        label={
          <>
            I am 16 or older and accept the <TextLink to="/terms">terms of use</TextLink>.
          </>
        }
      />
      <FormTrouble message={trouble} />
      <Button type="submit" size="large" wide busy={enter.isPending} className="mt-2">
        Create account
      </Button>
      <ProviderButtons to={destination} />
    </form>
  )
}
