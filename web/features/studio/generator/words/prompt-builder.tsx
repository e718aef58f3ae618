import { ChevronDown } from "lucide-react"
import type { ReactElement } from "react"
import { type ChipCategory, chipCategories, type OwnWords } from "#contract/studio/words/categories.ts"
import { promptChips } from "#contract/studio/words/chips.ts"
import { putChip, readChips } from "#contract/studio/words/chosen.ts"
import { useMedia } from "#web/lib/page/use-media.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Chip } from "#web/ui/feedback/chip.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"

const labels: Readonly<Record<ChipCategory, string>> = {
  product: "What it is",
  surface: "What it stands on",
  place: "Where",
  light: "Light",
  mood: "Mood",
  camera: "Camera",
}

interface PromptBuilderProps {
  prompt: string
  /** What the engine read in words that are none of the chips. */
  own: OwnWords
  onPrompt: (prompt: string) => void
  onClose: () => void
}

/** Chips that write plain words into the prompt; the words, edited, change the chips. On phones it is a sheet with the words in it. */
export function PromptBuilder(props: PromptBuilderProps): ReactElement {
  const { prompt, onPrompt, onClose } = props
  const isPhone = useMedia("(max-width: 1023px)")
  if (!isPhone) return <Categories {...props} />
  return (
    <Dialog open onOpenChange={onClose} title="Choose the words" actions={<Button onClick={onClose}>Done</Button>}>
      <div className="grid gap-4">
        <TextareaField
          label="Your words"
          rows={2}
          value={prompt}
          onChange={(event) => onPrompt(event.target.value)}
          autoComplete="off"
          className="-mb-6"
        />
        <Categories {...props} />
      </div>
    </Dialog>
  )
}

function Categories({ prompt, own, onPrompt }: PromptBuilderProps): ReactElement {
  const chosen = readChips(prompt)
  return (
    <div className="divide-y divide-line rounded-card border border-line">
      {chipCategories.map((category) => {
        const chip = chosen[category]
        const ownWords = chip ? undefined : own[category]
        return (
          <details key={category} name="words" className="group">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-card px-4 py-2 [&::-webkit-details-marker]:hidden">
              <span className="font-medium">{labels[category]}</span>
              <span className="min-w-0 flex-1 truncate text-right text-ink-soft">{chip?.words ?? ownWords}</span>
              <ChevronDown aria-hidden="true" className="size-5 shrink-0 transition-transform group-open:rotate-180" />
            </summary>
            <fieldset className="flex flex-wrap gap-2 px-4 pt-1 pb-4">
              <legend className="sr-only">{labels[category]}</legend>
              {promptChips[category].map((option) => (
                <Chip
                  key={option.words}
                  isPressed={option === chip}
                  onPress={() => onPrompt(putChip(prompt, category, option === chip ? undefined : option, own))}
                >
                  {option.words}
                </Chip>
              ))}
            </fieldset>
          </details>
        )
      })}
    </div>
  )
}
