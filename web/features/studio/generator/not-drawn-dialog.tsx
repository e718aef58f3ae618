import type { ReactElement, ReactNode } from "react"
import { type PromptReading, whatIsNotDrawn } from "#contract/studio/generations.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { ownSceneAddress } from "#web/lib/photos/photo-tools.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"

interface NotDrawnDialogProps {
  prompt: string
  reading: NonNullable<PromptReading>
  /** A mode whose pictures an AI model draws, where one is set up. */
  hosted: { title: string; address: string } | undefined
  onClose: () => void
  /** Takes other words in place of those. */
  onTakeWords: (prompt: string) => void
  onPoster: () => void
}

/** Before anything is paid: what can be done with words that name something we cannot draw. */
export function NotDrawnDialog(props: NotDrawnDialogProps): ReactElement {
  const { prompt, reading, hosted, onClose, onTakeWords, onPoster } = props
  const { nearest } = reading
  const fees = useFees()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={whatIsNotDrawn(reading)}
      description="Nothing was paid. Choose how to go on."
      actions={
        <Button variant="secondary" onClick={onClose}>
          Change the words
        </Button>
      }
    >
      <ul className="grid gap-5">
        <Choice
          text={`Your photo is cut out and put into the place and light of your words. The product stays as it is. ${formatCredits(fees.scene + fees["bg-remover"])}, or ${formatCredits(fees.scene)} for a cut-out.`}
        >
          <LinkButton to={ownSceneAddress(prompt)} className="w-full">
            Put my own photo in this scene
          </LinkButton>
        </Choice>
        {hosted && (
          <Choice text="An AI model draws it there. Your words go with you.">
            <LinkButton to={hosted.address} variant="secondary" className="w-full">
              Draw it with {hosted.title}
            </LinkButton>
          </Choice>
        )}
        {nearest && (
          <Choice text={`The nearest thing that we can draw. Your words become: “${nearest.prompt}”`}>
            <Button variant="secondary" className="w-full" onClick={() => onTakeWords(nearest.prompt)}>
              Draw this instead: {nearest.thing}
            </Button>
          </Choice>
        )}
        <Choice text="Your words in large letters, and nothing else.">
          <Button variant="secondary" className="w-full" onClick={onPoster}>
            Make a poster of the words ({formatCredits(fees.poster)})
          </Button>
        </Choice>
      </ul>
    </Dialog>
  )
}

function Choice({ text, children }: { text: string; children: ReactNode }): ReactElement {
  return (
    <li className="grid gap-1">
      {children}
      <p className="text-sm text-ink-soft wrap-anywhere">{text}</p>
    </li>
  )
}
