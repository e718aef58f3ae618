import type { ReactElement } from "react"
import { formatCredits } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"

interface UnreadDialogProps {
  prompt: string
  feeCredits: number
  isOpen: boolean
  onClose: () => void
  onDraw: () => void
  onReadAgain: () => void
}

/** Asks before credits are spent on words that could not be read beforehand: they may all be unknown. */
export function UnreadDialog(props: UnreadDialogProps): ReactElement {
  const { prompt, feeCredits, isOpen, onClose, onDraw, onReadAgain } = props
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title="We could not check your words"
      description={`Nothing was charged. If we know none of these things, you would get a poster with your words on it, for ${formatCredits(feeCredits)}.`}
      actions={
        <>
          <Button variant="secondary" onClick={onDraw}>
            Draw anyway
          </Button>
          <Button onClick={onReadAgain}>Check again</Button>
        </>
      }
    >
      <p className="break-words">“{prompt}”</p>
    </Dialog>
  )
}
