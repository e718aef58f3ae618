import { useMutation } from "@tanstack/react-query"
import { BellRing } from "lucide-react"
import type { ReactElement } from "react"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { lazyCall } from "#web/lib/calls/lazy-call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

interface TellMeProps {
  program: string
  email: string
  /** Id of the program's name. */
  describedBy: string
}

/** Puts the person's own address on the list of those who are told when applications open. */
export function TellMe({ program, email, describedBy }: TellMeProps): ReactElement {
  const wait = useMutation({
    mutationFn: () =>
      lazyCall(async () => (await import("#contract/academy/admissions.ts")).awaitCohort, { body: { program, email } }),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return (
    <Button
      variant="secondary"
      aria-describedby={describedBy}
      busy={wait.isPending}
      disabled={wait.isSuccess}
      onClick={() => wait.mutate()}
    >
      <BellRing aria-hidden="true" />
      {wait.isSuccess ? "We will tell you" : "Tell me when it opens"}
    </Button>
  )
}
