import { useMutation } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { sendRecovery } from "#web/lib/calls/backend.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

interface ActivationCardProps {
  email: string
  placeId: string
}

/**
 * For who came without a password: the portal counts as active once the mailbox set one. It is open from the moment that the
 * place is taken.
 */
export function ActivationCard({ email, placeId }: ActivationCardProps): ReactElement {
  const send = useMutation({
    mutationFn: () => sendRecovery(email),
    onSuccess: () => notify.success("Sent. The link works for an hour."),
    onError: (error) => notify.error(messageOf(error, messages.resetFailed)),
  })
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="grid max-w-measure gap-1">
        <h2 className="text-xl">Your portal is open</h2>
        <p className="text-ink-soft">
          You sign in without a password so far. To choose one as well, ask for a link to {email}. Nothing waits for
          that.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={`/learn?place=${placeId}`}>Open the portal</LinkButton>
        <Button variant="secondary" busy={send.isPending} disabled={send.isSuccess} onClick={() => send.mutate()}>
          {send.isSuccess ? "Link sent" : "Send the link"}
        </Button>
      </div>
    </Card>
  )
}
