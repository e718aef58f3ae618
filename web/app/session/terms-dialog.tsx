import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { acceptTerms } from "#contract/identity/terms.ts"
import { publicPages } from "#web/content/public-pages.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { termsStateQuery } from "#web/lib/session/terms-state.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { useLeave } from "./use-leave.ts"

interface TermsDialogProps {
  /** The day of the text, as YYYY-MM-DD. */
  version: string
  /** What is new in it, in a sentence. */
  change: string
}

/** The question itself: it has two answers, and no way around them. */
export function TermsDialog({ version, change }: TermsDialogProps): ReactElement {
  const queries = useQueryClient()
  const { leave, isLeaving } = useLeave()
  const agree = useMutation({
    mutationFn: () => call(acceptTerms, { body: { version } }),
    onSuccess: () => queries.setQueryData(termsStateQuery.queryKey, { version, change, isAccepted: true }),
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return (
    <Dialog
      open
      title={`Our terms changed on ${formatDate(version)}`}
      description={change}
      actions={
        <>
          <Button variant="secondary" busy={isLeaving} onClick={leave}>
            Sign out
          </Button>
          <Button busy={agree.isPending} onClick={() => agree.mutate()}>
            I agree
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>
          <TextLink to={publicPages.terms.path} target="_blank">
            Read the terms of use
          </TextLink>{" "}
          <span className="text-ink-soft">(in a new tab)</span>
        </p>
        <p className="text-ink-soft">Your pictures and credits stay as they are, whatever you answer.</p>
      </div>
    </Dialog>
  )
}
