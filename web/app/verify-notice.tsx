import { useMutation, useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { sendVerification } from "#web/lib/backend.ts"
import { formatCredits } from "#web/lib/format.ts"
import { useSession } from "#web/lib/session.ts"
import { capturedMailPath, sessionInfoQuery } from "#web/lib/session-info.ts"
import { useWelcomeCredits } from "#web/lib/use-welcome-credits.ts"
import { Button } from "#web/ui/button.tsx"
import { notify } from "#web/ui/toast.tsx"
import { NoticeBar } from "./layouts/notice-bar.tsx"
import { useCooldown } from "./use-cooldown.ts"

/** Shortest time between two mails, in ms (decision 83). */
const betweenMailsMs = 60_000

/** Stays under the top bar until the address is confirmed. */
export function VerifyNotice(): ReactElement {
  const { email } = useSession()
  const credits = useWelcomeCredits()
  const { data: info } = useQuery(sessionInfoQuery)
  const [isResting, rest] = useCooldown(betweenMailsMs)
  const send = useMutation({
    mutationFn: sendVerification,
    onSuccess: () => {
      rest()
      notify.success("Sent. The link works for an hour.")
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return (
    <NoticeBar
      action={
        <Button
          variant="quiet"
          busy={send.isPending}
          disabled={isResting}
          title={isResting ? "One mail a minute" : undefined}
          onClick={() => send.mutate()}
        >
          Send again
        </Button>
      }
    >
      <strong className="font-semibold">
        Confirm your e-mail{credits > 0 && ` to get ${formatCredits(credits, "free credit")}`}.
      </strong>{" "}
      <span className="hidden sm:inline">We sent a link to {email}.</span>
      {info?.isMailCaptured && (
        <>
          {" "}
          <a href={capturedMailPath} className="font-medium underline underline-offset-4 hover:decoration-2">
            Read it on this machine
          </a>
        </>
      )}
    </NoticeBar>
  )
}
