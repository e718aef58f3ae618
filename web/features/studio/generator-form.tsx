import { type FormEvent, type ReactElement, type RefObject, useState } from "react"
import { isFeeSlug } from "#contract/catalogue/fees.ts"
import type { Mode } from "#contract/catalogue/modes.ts"
import { messages } from "#contract/messages.ts"
import { maxPromptCharacters, Prompt } from "#contract/product/generations.ts"
import { useFees } from "#web/lib/use-fees.ts"
import { Button } from "#web/ui/button.tsx"
import { Segmented } from "#web/ui/segmented.tsx"
import { Switch } from "#web/ui/switch.tsx"
import { TextareaField } from "#web/ui/textarea-field.tsx"
import { notify } from "#web/ui/toast.tsx"
import type { Draft } from "./draft.ts"
import { countChoices, generateLabel } from "./order-cost.ts"
import { RatioTiles } from "./ratio-tiles.tsx"
import { VisibilitySwitch } from "./visibility-switch.tsx"

interface GeneratorFormProps {
  mode: Mode
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  canBePrivate: boolean | undefined
  isBusy: boolean
  onSubmit: () => void
  form: RefObject<HTMLFormElement | null>
  prompt: RefObject<HTMLTextAreaElement | null>
}

/** Letters from which on the limit of a prompt is worth showing. */
const counterFrom = maxPromptCharacters - 500

/** What is tabbed into on a phone stops above the docked button. */
const formLook = "grid gap-6 max-lg:[&_:is(a,button,input,select,textarea)]:scroll-mb-28"

/** The controls. On phones the button is docked at the lower edge of the screen. */
export function GeneratorForm(props: GeneratorFormProps): ReactElement {
  const { mode, draft, onChange, canBePrivate, isBusy, onSubmit, form, prompt } = props
  const fees = useFees()
  const [wasRefused, setWasRefused] = useState(false)
  const checked = Prompt.safeParse(draft.prompt)
  const isEmpty = draft.prompt.trim() === "" || draft.ratio === undefined
  const promptError = wasRefused && !checked.success ? checked.error.issues[0]?.message : undefined

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (isBusy) return
    if (isEmpty) {
      notify.error(messages.promptAndDimension)
      return
    }
    setWasRefused(!checked.success)
    if (checked.success) onSubmit()
    else prompt.current?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className={formLook}>
      <TextareaField
        ref={prompt}
        label="Prompt"
        value={draft.prompt}
        onChange={(event) => onChange({ prompt: event.target.value })}
        onBlur={() => setWasRefused(draft.prompt !== "")}
        placeholder={mode.examples[0]}
        error={promptError}
        autoComplete="off"
        enterKeyHint="enter"
        {...(draft.prompt.length > counterFrom && { maxLength: maxPromptCharacters })}
        className="-mb-6"
      />
      <RatioTiles mode={mode} value={draft.ratio} onPick={(ratio) => onChange({ ratio })} />
      {mode.canChooseCount && (
        <Segmented
          label="Number of images"
          choices={countChoices.map((count) => ({ value: count, label: count }))}
          value={draft.count}
          onPick={(count) => onChange({ count })}
        />
      )}
      {mode.canBeRaw && (
        <Switch
          label="Raw"
          hint="Less processed, closer to what a camera sees."
          checked={draft.isRaw}
          onCheckedChange={(isRaw) => onChange({ isRaw })}
        />
      )}
      <VisibilitySwitch
        canBePrivate={canBePrivate}
        isPublic={canBePrivate ? draft.wantsPublic : true}
        onChange={(wantsPublic) => onChange({ wantsPublic })}
      />
      <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-ground px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6 lg:sticky lg:-mx-1 lg:border-0 lg:px-1 lg:pt-2 lg:pb-4">
        <Button type="submit" size="large" wide busy={isBusy} disabled={isEmpty}>
          {generateLabel(mode, draft.count, isFeeSlug(mode.slug) ? fees[mode.slug] : mode.feeCredits)}
        </Button>
        <p className="mt-2 hidden text-center text-sm text-ink-soft lg:block">
          <kbd className="font-sans">Ctrl</kbd> or <kbd className="font-sans">⌘</kbd> with{" "}
          <kbd className="font-sans">Enter</kbd> generates too.
        </p>
      </div>
    </form>
  )
}
