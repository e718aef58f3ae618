import { useMutation, useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { sendMagicLink } from "#web/lib/calls/backend.ts"
import { useMailCooldown } from "#web/lib/session/mail-cooldown.ts"
import { capturedMailPath, sessionInfoQuery } from "#web/lib/session/session-info.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

interface MailLinkProps {
  /** What stands in the form's field. */
  email: string
  /** Whether it is an address; says so at the field where it is not. */
  check: () => Promise<boolean>
  /** Path the person goes on to when signed in. */
  to: string
}

/** Signs in without a password, by a link that is mailed to the address in the form. */
export function MailLink({ email, check, to }: MailLinkProps): ReactElement {
  const { data: info } = useQuery(sessionInfoQuery)
  const { secondsLeft, begin } = useMailCooldown("magic-url", email)
  const send = useMutation({
    mutationFn: () => sendMagicLink(email.trim(), to),
    onSuccess: () => {
      begin()
      notify.success("Sent. The link works once, for ten minutes.")
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter !== null && error.retryAfter <= 60) begin(error.retryAfter)
      notify.error(messageOf(error, noAnswerMessage))
    },
  })
  const press = async (): Promise<void> => {
    if (await check()) send.mutate()
  }
  return (
    <>
      <Button
        variant="secondary"
        wide
        className="tabular-nums"
        busy={send.isPending}
        disabled={secondsLeft > 0}
        onClick={() => void press()}
      >
        {secondsLeft > 0 ? `E-mail me another link in ${secondsLeft} s` : "E-mail me a link"}
      </Button>
      <FormTrouble message={send.isError ? messageOf(send.error, noAnswerMessage) : undefined} />
      {send.isSuccess && (
        <p role="status" className="text-ink-soft">
          Look into your inbox, and into the spam folder.{" "}
          {info?.isMailCaptured && (
            <a href={capturedMailPath} className="font-medium text-indigo underline underline-offset-4">
              Read it on this machine
            </a>
          )}
        </p>
      )}
    </>
  )
}
