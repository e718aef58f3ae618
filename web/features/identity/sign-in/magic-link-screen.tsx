import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { destinationAfterSignIn } from "#web/lib/session/destination.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { signInByLink } from "./start-session.ts"
import { useGoOn } from "./use-go-on.ts"
import { useMailLink } from "./use-mail-link.ts"

/** A button that signs in with a mailed link; opening the link alone does nothing, because mail scanners do that. */
export function MagicLinkScreen(): ReactElement {
  const link = useMailLink()
  const queries = useQueryClient()
  const enter = useMutation({
    mutationFn: () => signInByLink(link, queries),
    onSuccess: (isSignedIn) => {
      if (!isSignedIn) notify.error(messages.signInFailed)
    },
    onError: (error) => notify.error(messageOf(error, messages.signInFailed)),
  })
  const [search] = useSearchParams()
  const goOn = useGoOn(destinationAfterSignIn(null, search))
  return (
    <div className="grid max-w-md justify-items-center gap-6 text-center">
      <h1 className="text-3xl">Welcome back</h1>
      <p className="text-lg text-ink-soft">One press and you are in, on this device.</p>
      <Button size="large" busy={enter.isPending} onClick={() => enter.mutate(undefined, { onSuccess: goOn })}>
        Sign in
      </Button>
      <FormTrouble message={enter.isError ? messageOf(enter.error, messages.signInFailed) : undefined}>
        <p>A link works once, for ten minutes.</p>
      </FormTrouble>
      <TextLink to="/sign-in">Use a password instead</TextLink>
    </div>
  )
}
