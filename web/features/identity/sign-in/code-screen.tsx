import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useState } from "react"
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { PasskeyProof } from "#web/content/passkeys/passkey-proof.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import type { Page } from "#web/lib/page/page.ts"
import { destinationAfterSignIn } from "#web/lib/session/destination.ts"
import { usePasskeyState } from "#web/lib/session/passkeys.ts"
import { useSession } from "#web/lib/session/session.ts"
import { signOut } from "#web/lib/session/sign-out.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Spinner } from "#web/ui/feedback/spinner.tsx"
import { CodeField } from "#web/ui/form/code-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { enterAfterProof, enterWithCode } from "./start-session.ts"
import { useGoOn } from "./use-go-on.ts"

export const codePage: Page = {
  title: "One more step",
  intro: "This account is protected by a second step as well.",
}

/** /sign-in/code: the second step of signing in, wherever the first was made. */
export function CodeScreen(): ReactElement {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [search] = useSearchParams()
  const { isLoading, isAuthenticated, needsCode } = useSession()
  const [isEmpty, setIsEmpty] = useState(false)
  const destination = destinationAfterSignIn(state, search)
  const enter = useMutation({
    mutationFn: (code: string) => enterWithCode(code, queries),
    onSuccess: (isSignedIn) => {
      if (!isSignedIn) notify.error(messages.signInFailed)
    },
  })
  const goOn = useGoOn(destination)
  const passkeys = usePasskeyState(needsCode)
  const leave = useMutation({
    mutationFn: () => signOut(queries),
    onSuccess: () => navigate("/sign-in", { replace: true }),
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  if (enter.isIdle && leave.isIdle && !isLoading && !needsCode) {
    return <Navigate replace to={isAuthenticated ? destination : "/sign-in"} />
  }
  if (isLoading) return <Spinner />
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get("code") ?? "").trim()
    setIsEmpty(code === "")
    if (code !== "") enter.mutate(code, { onSuccess: goOn })
  }
  const refusal = enter.error ? messageOf(enter.error, noAnswerMessage) : undefined
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4">
      {passkeys.canGive && <PasskeyProof onDone={() => void enterAfterProof(queries).then(goOn)} />}
      <CodeField
        key={String(passkeys.hasApp)}
        takes={passkeys.hasApp ? undefined : "recovery"}
        error={isEmpty ? "Required" : refusal}
      />
      <Button type="submit" size="large" wide busy={enter.isPending}>
        Sign in
      </Button>
      <Button variant="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
        Use another account
      </Button>
      <p className="text-ink-soft">
        Lost the phone and the recovery codes? <TextLink to="/contact">Write to us</TextLink>.
      </p>
    </form>
  )
}
