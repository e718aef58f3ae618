import type { ReactElement } from "react"
import { useSendVerification } from "#web/lib/session/use-send-verification.ts"
import { confirmWords, useWelcomeCredits } from "#web/lib/session/use-welcome-credits.ts"
import { Button } from "#web/ui/button/button.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** In place of a picture for who has no credits because the address is not confirmed yet. */
export function ConfirmFirst({ email }: { email: string }): ReactElement {
  const credits = useWelcomeCredits()
  const { send, isSending, secondsLeft, label } = useSendVerification(email, notify)
  return (
    <div role="alert" className="grid justify-items-center gap-3 pt-2 text-center">
      <p className="max-w-measure font-medium text-balance">
        {confirmWords(credits)}
        <span className="block font-normal text-ink-soft">
          We sent a link to {email}. Your words wait here and with your account.
        </span>
      </p>
      <Button variant="secondary" busy={isSending} disabled={secondsLeft > 0} className="tabular-nums" onClick={send}>
        {label}
      </Button>
    </div>
  )
}
