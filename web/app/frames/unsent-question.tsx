import type { ReactElement } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"

interface UnsentQuestionProps {
  open: boolean
  /** How many orders and changes wait on this device. */
  count: number
  onStay: () => void
  onLeave: () => void
}

/** Asks before signing out takes back what waits for the connection. */
export function UnsentQuestion({ open, count, onStay, onLeave }: UnsentQuestionProps): ReactElement {
  return (
    <Dialog
      open={open}
      onOpenChange={onStay}
      title="Sign out and take back what waits?"
      description={`${count === 1 ? "1 thing" : `${count} things`} of “Your orders” ${count === 1 ? "was" : "were"} not sent yet. Signing out takes ${count === 1 ? "it" : "them"} off this device: ${count === 1 ? "it is" : "they are"} not sent any more.`}
      actions={
        <>
          <Button variant="secondary" onClick={onStay}>
            Stay signed in
          </Button>
          <Button onClick={onLeave}>Sign out anyway</Button>
        </>
      }
    />
  )
}
