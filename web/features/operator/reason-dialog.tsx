import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, type ReactNode, useId } from "react"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { Button } from "#web/ui/button.tsx"
import { Dialog } from "#web/ui/dialog.tsx"
import { FormTrouble } from "#web/ui/form-trouble.tsx"
import { TextField } from "#web/ui/text-field.tsx"
import { notify } from "#web/ui/toast.tsx"

interface ReasonDialogProps {
  title: string
  description: string
  button: string
  isDanger?: boolean | undefined
  /** What is sent with the reason; throws what the person then reads. */
  send: (reason: string, form: FormData) => Promise<{ message: string }>
  onDone: () => Promise<unknown> | undefined
  onClose: () => void
  /** Another name for the reason, where it may be left out. */
  reason?: { label: string; hint: string; isOptional: true }
  /** Fields above the reason. */
  children?: ReactNode
}

/** Asks an operator why, before anything is done; the reason stands in the log. */
export function ReasonDialog(props: ReasonDialogProps): ReactElement {
  const { title, description, button, isDanger = false, send, onDone, onClose, reason, children } = props
  const form = useId()
  const action = useMutation({
    mutationFn: (data: FormData) => send(String(data.get("reason") ?? "").trim(), data),
    onSuccess: async ({ message }) => {
      notify.success(message)
      await onDone()
      onClose()
    },
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    action.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      description={description}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={isDanger ? "danger" : "primary"} busy={action.isPending}>
            {button}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={handleSubmit} className="grid">
        {children}
        <TextField
          name="reason"
          label={reason?.label ?? "Reason"}
          hint={reason?.hint ?? "Kept in the log."}
          optional={reason?.isOptional}
          autoComplete="off"
        />
        <FormTrouble message={action.error ? messageOf(action.error, noAnswerMessage) : undefined} />
      </form>
    </Dialog>
  )
}
