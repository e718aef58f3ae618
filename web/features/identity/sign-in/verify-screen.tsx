import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { FormEvent, ReactElement } from "react"
import { useNavigate } from "react-router"
import { messages } from "#contract/messages.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { confirmVerification } from "#web/lib/calls/backend.ts"
import { currentUserQuery, useSession } from "#web/lib/session/session.ts"
import { useSendVerification } from "#web/lib/session/use-send-verification.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { useMailLink } from "./use-mail-link.ts"

/** A button that confirms the address; works on any device. */
export function VerifyScreen(): ReactElement {
  const { userId, secret } = useMailLink()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const verify = useMutation({
    mutationFn: () => confirmVerification(userId, secret),
    onSuccess: async () => {
      notify.success(messages.verified)
      // Nothing on this page watches who is here: without asking, the next one would still want the address confirmed.
      await queries.prefetchQuery({ ...currentUserQuery, staleTime: 0 })
    },
    onError: (error) => {
      console.error("verification failed", error)
      notify.error(messages.verificationFailed)
    },
  })
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    verify.mutate(undefined, { onSuccess: () => navigate("/app", { replace: true }) })
  }
  return (
    <div className="grid w-full max-w-md justify-items-center gap-6 text-center">
      <h1 className="text-3xl">Confirm your e-mail</h1>
      <p className="text-lg text-ink-soft">Press the button to confirm that this address is yours.</p>
      <form method="post" onSubmit={handleSubmit}>
        <Button type="submit" size="large" busy={verify.isPending}>
          Verify my account
        </Button>
      </form>
      <FormTrouble message={verify.isError ? messageOf(verify.error, messages.verificationFailed) : undefined}>
        <NewLink />
      </FormTrouble>
    </div>
  )
}

/** A fresh mail for who is signed in here; the others sign in first. */
function NewLink(): ReactElement {
  const { isAuthenticated, isEmailVerified, email } = useSession()
  const { send, isSending, secondsLeft, label } = useSendVerification(email, notify)
  if (isEmailVerified) {
    return (
      <p>
        {email} is confirmed already. <TextLink to="/app">Go to the dashboard</TextLink>
      </p>
    )
  }
  if (!isAuthenticated) {
    return (
      <p>
        A link works once and for an hour. <TextLink to="/sign-in">Sign in</TextLink> and we send a new one.
      </p>
    )
  }
  return (
    <Button
      variant="secondary"
      className="justify-self-start tabular-nums"
      busy={isSending}
      disabled={secondsLeft > 0}
      onClick={send}
    >
      {secondsLeft > 0 ? label : "Send a new link"}
    </Button>
  )
}
