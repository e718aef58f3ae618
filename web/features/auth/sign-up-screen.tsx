import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { Controller, useForm } from "react-hook-form"
import { useNavigate } from "react-router"
import { messages } from "#contract/messages.ts"
import { countryNames, statesOf } from "#web/content/countries.ts"
import { ApiError, messageOf } from "#web/lib/api-error.ts"
import type { Page } from "#web/lib/page.ts"
import { Button } from "#web/ui/button.tsx"
import { Combobox } from "#web/ui/combobox.tsx"
import { PasswordField } from "#web/ui/password-field.tsx"
import { TextField } from "#web/ui/text-field.tsx"
import { TextLink } from "#web/ui/text-link.tsx"
import { notify } from "#web/ui/toast.tsx"
import { ProviderButtons } from "./provider-buttons.tsx"
import { SignUpForm } from "./schemas.ts"
import { signUp } from "./start-session.ts"

export const signUpPage: Page = {
  title: "Create your account",
  intro: "One account for the studio and the academy.",
  footer: (
    <>
      Already with us? <TextLink to="/sign-in">Sign in</TextLink>
    </>
  ),
}

const empty: SignUpForm = {
  firstName: "",
  lastName: "",
  email: "",
  phoneNumber: "",
  country: "",
  state: "",
  password: "",
  confirmPassword: "",
}

const countryChoices = countryNames.map((name) => ({ value: name, label: name }))

/** The registration form (specification §2 and §5). */
export function SignUpScreen(): ReactElement {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { register, control, handleSubmit, watch, setError, formState } = useForm<SignUpForm>({
    resolver: zodResolver(SignUpForm),
    defaultValues: empty,
  })
  const enter = useMutation({
    mutationFn: (form: SignUpForm) => signUp(form, queries),
    onSuccess: (isSignedIn) => {
      if (isSignedIn) void navigate("/app", { replace: true })
      else notify.error(messages.signUpFailed)
    },
    onError: (error) => {
      notify.error(messageOf(error, messages.signUpFailed))
      if (error instanceof ApiError && error.type === "user_already_exists") {
        setError("email", { message: error.message }, { shouldFocus: true })
      }
    },
  })
  const { errors } = formState
  const stateChoices = statesOf(watch("country")).map((name) => ({ value: name, label: name }))
  return (
    <form noValidate onSubmit={handleSubmit((form) => enter.mutate(form))} className="grid gap-2">
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register("firstName")}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register("lastName")}
        />
      </div>
      <TextField label="Email" type="email" autoComplete="email" error={errors.email?.message} {...register("email")} />
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
      <PasswordField
        label="Password"
        hint="At least 8 characters."
        autoComplete="new-password"
        error={errors.password?.message}
        {...register("password")}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register("confirmPassword")}
      />
      <Button type="submit" size="large" wide busy={enter.isPending} className="mt-2">
        Create account
      </Button>
      <ProviderButtons to="/app" />
    </form>
  )
}
