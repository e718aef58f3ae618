import { type ReactElement, useState } from "react"
import type { Mode } from "#contract/catalogue/modes.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Adire } from "#web/ui/media/adire.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { type Example, listExamples } from "./example-pictures.ts"

interface ExamplesDialogProps {
  mode: Mode
  /** Takes a prompt over into the form. */
  onTake: (prompt: string) => void
}

/** A button that opens the sample images of the mode; each prompt can be taken over with one press. */
export function ExamplesDialog({ mode, onTake }: ExamplesDialogProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const examples = listExamples(mode)
  const hasAllPictures = examples.every((example) => example.picture !== undefined)
  return (
    <>
      <Button variant="secondary" className="px-3 sm:px-5" onClick={() => setIsOpen(true)}>
        View Example Photos
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        size="wide"
        title={`Examples for ${mode.title}`}
        description={
          hasAllPictures
            ? "Made with these very words. Take one over and change it."
            : "Prompts that show what this mode is good at. The pattern stands in for a picture."
        }
      >
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {examples.map((example, index) => (
            <li key={example.prompt}>
              <ExampleCard
                example={example}
                seed={index + 21}
                onTake={() => {
                  setIsOpen(false)
                  onTake(example.prompt)
                }}
              />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

interface ExampleCardProps {
  example: Example
  seed: number
  onTake: () => void
}

function ExampleCard({ example, seed, onTake }: ExampleCardProps): ReactElement {
  return (
    <div className="flex h-full flex-col gap-3">
      <div className="aspect-square overflow-hidden rounded-card bg-surface ring-1 ring-line">
        {example.picture ? (
          <img src={example.picture} alt={example.prompt} loading="lazy" className="size-full object-cover" />
        ) : (
          <Adire seed={seed} columns={3} rows={3} className="text-resist" />
        )}
      </div>
      <p className="flex-1">{example.prompt}</p>
      <Button variant="secondary" onClick={onTake} aria-label={`Use this prompt: ${example.prompt}`}>
        Use this prompt
      </Button>
    </div>
  )
}
