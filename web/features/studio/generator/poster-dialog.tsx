import type { ReactElement } from "react"
import type { PromptReading } from "#contract/studio/generations.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"

interface PosterDialogProps {
  prompt: string
  reading: NonNullable<PromptReading>
  feeCredits: number
  isOpen: boolean
  onClose: () => void
  onDraw: () => void
}

/** Asks before credits are spent on a picture of something else: a poster of words of which none is known, or a substitute. */
export function PosterDialog(props: PosterDialogProps): ReactElement {
  const { prompt, reading, feeCredits, isOpen, onClose, onDraw } = props
  const { isUnderstood, substituted } = reading
  const instead = isUnderstood ? `show ${substituted.join(" and ")}` : "be a poster with your words on it"
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title={isUnderstood ? "We can't draw that very thing" : "We don't know any of these things"}
      description={`The picture would ${instead}, for ${formatCredits(feeCredits)}. Name the thing in other words to see it drawn.`}
      actions={
        <>
          <Button variant="secondary" onClick={onDraw}>
            {isUnderstood ? "Draw it so" : "Draw the poster"}
          </Button>
          <Button onClick={onClose}>Change the words</Button>
        </>
      }
    >
      <p className="break-words">“{prompt}”</p>
    </Dialog>
  )
}
