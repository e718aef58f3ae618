import { useMutation } from "@tanstack/react-query"
import type { ReactElement, ReactNode } from "react"
import { reasonHint } from "#web/content/reason-hint.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

interface ReasonDialogProps {
  title: string
  description: string
  button: string
  isDanger?: boolean | undefined
  /** What is sent with the reason; throws what the person then reads. */
  send: (reason: string, form: FormData) => Promise<{ message: string }>
  onDone: () => Promise<unknown> | undefined
  onClose: () => void
  /** Whether it may be done without a reason. */
  isRoutine?: boolean
  /** What the reason is called and said of, where it is another kind of note. */
  label?: string
  hint?: string
  /** Who reads the reason, if not our team alone. */
  reader?: Parameters<typeof reasonHint>[0]
  /** Fields above the reason. */
  children?: ReactNode
}

/** Asks an operator why, before anything is done; the reason stands in the log. */
export function ReasonDialog(props: ReasonDialogProps): ReactElement {
  const { send, onDone, onClose, isRoutine, reader, label = "Reason", hint, children, ...dialog } = props
  const action = useMutation({
    mutationFn: (data: FormData) => send(String(data.get("reason") ?? "").trim(), data),
    onSuccess: async ({ message }) => {
      notify.success(message)
      await onDone()
    },
  })
  // An answer closes the dialog that asked for it, not one that was opened since.
  const handleSend = (form: FormData): void => action.mutate(form, { onSuccess: onClose })
  return (
    <FormDialog {...dialog} isBusy={action.isPending} onSend={handleSend} onClose={onClose}>
      {children}
      <TextField
        name="reason"
        label={label}
        hint={hint ?? reasonHint(reader, isRoutine)}
        optional={isRoutine}
        autoComplete="off"
      />
      <FormTrouble message={action.error ? messageOf(action.error, noAnswerMessage) : undefined} />
    </FormDialog>
  )
}
