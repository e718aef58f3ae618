import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { NoticeBar } from "#web/app/layouts/notice-bar.tsx"
import { useSession } from "#web/lib/session/session.ts"
import { capturedMailPath, sessionInfoQuery } from "#web/lib/session/session-info.ts"
import { useSendVerification } from "#web/lib/session/use-send-verification.ts"
import { confirmWords, useWelcomeCredits } from "#web/lib/session/use-welcome-credits.ts"
import { Button } from "#web/ui/button/button.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Stays under the top bar until the address is confirmed. */
export function VerifyNotice(): ReactElement {
  const { email } = useSession()
  const credits = useWelcomeCredits()
  const { data: info } = useQuery(sessionInfoQuery)
  const { send, isSending, secondsLeft, label } = useSendVerification(email, notify)
  return (
    <NoticeBar
      action={
        <Button variant="quiet" busy={isSending} disabled={secondsLeft > 0} className="tabular-nums" onClick={send}>
          {label}
        </Button>
      }
    >
      <strong className="font-semibold">{confirmWords(credits)}</strong>{" "}
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
