import type { ReactElement } from "react"
import { formatCredits } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"

interface PosterDialogProps {
  prompt: string
  feeCredits: number
  isOpen: boolean
  onClose: () => void
  onDraw: () => void
}

/** Asks before credits are spent on words of which none is known. */
export function PosterDialog({ prompt, feeCredits, isOpen, onClose, onDraw }: PosterDialogProps): ReactElement {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title="We don't know any of these things"
      description={`The picture would be a poster with your words on it, for ${formatCredits(feeCredits)}. Name the thing in other words to see it drawn.`}
      actions={
        <>
          <Button variant="secondary" onClick={onDraw}>
            Draw the poster
          </Button>
          <Button onClick={onClose}>Change the words</Button>
        </>
      }
    >
      <p className="break-words">“{prompt}”</p>
    </Dialog>
  )
}
