import { useMutation } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { messages } from "#contract/messages.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { sendRecovery } from "#web/lib/calls/backend.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** The portal is activated by a password that the mailbox sets. */
export function ActivationCard({ email }: { email: string }): ReactElement {
  const send = useMutation({
    mutationFn: () => sendRecovery(email),
    onSuccess: () => notify.success("Sent. The link works for an hour."),
    onError: (error) => notify.error(messageOf(error, messages.resetFailed)),
  })
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="grid max-w-measure gap-1">
        <h2 className="text-xl">Activate your portal</h2>
        <p className="text-ink-soft">
          We mail a link to {email}. Choose a password there, sign in with it, and your learner portal is active.
        </p>
      </div>
      <Button variant="secondary" busy={send.isPending} disabled={send.isSuccess} onClick={() => send.mutate()}>
        {send.isSuccess ? "Link sent" : "Send the link"}
      </Button>
    </Card>
  )
}
