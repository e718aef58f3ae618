import { type FormEvent, type ReactElement, type ReactNode, useId } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { Dialog } from "./dialog.tsx"

interface FormDialogProps {
  title: string
  description: string
  /** On the button that sends. */
  button: string
  isDanger?: boolean | undefined
  isBusy: boolean
  /** Gets the fields as they are, each time it is sent. */
  onSend: (form: FormData) => void
  onClose: () => void
  children: ReactNode
}

/** A few fields that are asked for before something is done. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { title, description, button, isDanger = false, isBusy, onSend, onClose, children } = props
  const form = useId()
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    onSend(new FormData(event.currentTarget))
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
          <Button type="submit" form={form} variant={isDanger ? "danger" : "primary"} busy={isBusy}>
            {button}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={handleSubmit} className="grid">
        {children}
      </form>
    </Dialog>
  )
}
