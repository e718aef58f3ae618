import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { withdrawApplication } from "#contract/academy/admissions.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Lets an applicant end the application, after saying what that means. */
export function Withdrawal({ program, applicationId }: { program: string; applicationId?: string }): ReactElement {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState("")
  const withdraw = useMutation({
    mutationFn: () => call(withdrawApplication, { body: { reason, applicationId } }),
    onSuccess: async ({ message }) => {
      setOpen(false)
      notify.success(message)
      await queries.invalidateQueries({ queryKey: queryKeys.journey })
      await queries.invalidateQueries({ queryKey: queryKeys.currentUser })
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return (
    <div>
      <Button variant="quiet" className="-ml-5" onClick={() => setOpen(true)}>
        Withdraw my application
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Withdraw your application?"
        description={`Your application for ${program} ends, and a seat or an interview time you hold goes to somebody else. The application fee is not returned.`}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Keep it
            </Button>
            <Button variant="danger" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
              Withdraw
            </Button>
          </>
        }
      >
        <TextareaField
          label="Why?"
          optional
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Dialog>
    </div>
  )
}
