import { useQueryClient } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, type RefObject, useRef, useState } from "react"
import { isFeeSlug } from "#contract/catalogue/fees.ts"
import { maxPromptCharacters } from "#contract/catalogue/prompts.ts"
import { messages } from "#contract/messages.ts"
import { Prompt, type PromptReading } from "#contract/studio/generations.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { confirmWords } from "#web/lib/session/use-welcome-credits.ts"
import { Switch } from "#web/ui/form/switch.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { GenerateBar } from "./generate-bar.tsx"
import { type Draft, settingsOf } from "./order/draft.ts"
import { generateLabel } from "./order/order-cost.ts"
import type { StudioMode } from "./order/use-studio-order.ts"
import { PromptReadingLine } from "./prompt-reading-line.tsx"
import { RatioTiles } from "./ratio-tiles.tsx"
import { readingQuery } from "./use-prompt-reading.ts"
import { PresetsButton } from "./words/presets-button.tsx"
import { SentWords } from "./words/sent-words.tsx"
import { useRecentKeys } from "./words/use-recent-keys.ts"
import { WordsBar } from "./words/words-bar.tsx"

interface GeneratorFormProps {
  mode: StudioMode
  /** Whether this computer draws: it gets the words as they stand. */
  isLocal: boolean
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  canBePrivate: boolean | undefined
  /** Whether a public picture waits for review. */
  waitsForReview: boolean
  /** Why nothing can be ordered in this mode now; null when it can. */
  refusal: string | null
  /** Words of the button while it works; undefined while it can be pressed. */
  busyWords: string | undefined
  /** Credits that are missing for this press; 0 when there are enough. */
  missingCredits: number
  /** Credits that confirming the address would give; 0 where it is confirmed. */
  waitingCredits: number
  reading: PromptReading | undefined
  /** Which album the pictures go into. */
  album: ReactElement | null
  /** Why the words were refused as they stand; undefined when they were not. */
  wordsRefused: string | undefined
  onSubmit: () => void
  form: RefObject<HTMLFormElement | null>
  prompt: RefObject<HTMLTextAreaElement | null>
}

/** Letters from which on the limit of a prompt is worth showing. */
const counterFrom = maxPromptCharacters - 500

/** What is tabbed into stops above the docked button, which is the last part of the form. */
const formLook = "grid gap-6 [&>:not(:last-child)_:is(a,button,input,select,textarea)]:scroll-mb-56"

/** The controls. On phones the button is docked at the lower edge of the screen. */
export function GeneratorForm(props: GeneratorFormProps): ReactElement {
  const {
    mode,
    isLocal,
    draft,
    onChange,
    canBePrivate,
    waitsForReview,
    refusal,
    busyWords,
    missingCredits,
    waitingCredits,
    reading,
    album,
    wordsRefused,
    onSubmit,
    form,
    prompt,
  } = props
  const fees = useFees()
  const queries = useQueryClient()
  const [wasRefused, setWasRefused] = useState(false)
  const buyLink = useRef<HTMLAnchorElement>(null)
  // Confirming the address comes before buying, and what nobody draws needs no credits.
  const toBuy = refusal === null && waitingCredits === 0 ? missingCredits : 0
  const checked = Prompt.safeParse(draft.prompt)
  const words = draft.prompt.trim()
  const isOfCatalogue = mode.trainingId === undefined
  const setWords = (changed: string): void => onChange({ prompt: changed })
  const recent = useRecentKeys(draft.prompt, setWords)
  const isEmpty = words === "" || draft.ratio === undefined
  const promptError = wasRefused && !checked.success ? checked.error.issues[0]?.message : undefined

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (busyWords !== undefined || refusal !== null) return
    // By the keys: the button is not there.
    if (toBuy > 0) {
      buyLink.current?.focus()
      return
    }
    if (isEmpty) {
      notify.error(messages.promptAndDimension)
      return
    }
    setWasRefused(!checked.success)
    if (checked.success) onSubmit()
    else prompt.current?.focus()
  }

  const feeCredits = isFeeSlug(mode.slug) ? fees[mode.slug] : mode.feeCredits
  const missing = waitingCredits > 0 && missingCredits > 0 ? `, ${formatCredits(missingCredits)} missing` : ""
  const label = `${generateLabel(mode, draft.count, feeCredits)}${missing}`

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className={formLook}>
      <TextareaField
        ref={prompt}
        label="Prompt"
        value={draft.prompt}
        onChange={(event) => onChange({ prompt: event.target.value })}
        onKeyDown={recent.handleKey}
        onBlur={() => setWasRefused(draft.prompt !== "")}
        placeholder={mode.examples[0]}
        error={promptError ?? wordsRefused}
        autoComplete="off"
        enterKeyHint="enter"
        {...(draft.prompt.length > counterFrom && { maxLength: maxPromptCharacters })}
        className="-mb-6"
      />
      <div className="grid gap-1">
        <PromptReadingLine reading={reading} prompt={words} onTakeWords={setWords} />
        {words !== "" && <SentWords words={isLocal ? words : mode.compose(words)} />}
      </div>
      <WordsBar
        prompt={draft.prompt}
        onPrompt={setWords}
        field={prompt}
        reading={reading ?? undefined}
        read={() => queries.fetchQuery(readingQuery(mode, words)).catch(() => null)}
        canBuild={isOfCatalogue}
        said={recent.said}
      >
        {isOfCatalogue && draft.ratio && (
          <PresetsButton
            mode={mode.slug}
            ratio={draft.ratio}
            count={mode.canChooseCount ? Number(draft.count) : 1}
            isPublic={canBePrivate === false || draft.wantsPublic}
            onUse={(preset) => onChange(settingsOf(preset))}
          />
        )}
      </WordsBar>
      <RatioTiles mode={mode} value={draft.ratio} onPick={(ratio) => onChange({ ratio })} />
      {mode.canBeRaw && (
        <Switch
          label="Raw"
          hint="Less processed, closer to what a camera sees."
          checked={draft.isRaw}
          onCheckedChange={(isRaw) => onChange({ isRaw })}
        />
      )}
      {album}
      <GenerateBar
        label={label}
        busyWords={busyWords}
        reason={
          refusal ?? (busyWords === undefined ? reasonNotToPress(draft, missingCredits, waitingCredits) : undefined)
        }
        isDisabled={isEmpty || refusal !== null}
        toBuy={toBuy}
        buyLink={buyLink}
        canBePrivate={canBePrivate}
        waitsForReview={waitsForReview}
        isPublic={canBePrivate === false || draft.wantsPublic}
        onVisibility={(wantsPublic) => onChange({ wantsPublic })}
        count={mode.canChooseCount ? draft.count : undefined}
        onCount={(count) => onChange({ count })}
      />
    </form>
  )
}

/** Why the button cannot be pressed, or what would come of it; undefined when all is well. */
function reasonNotToPress(
  { prompt, ratio }: Draft,
  missingCredits: number,
  waitingCredits: number,
): string | undefined {
  if (prompt.trim() === "") return "Write what you want to see."
  if (ratio === undefined) return "Pick a shape."
  if (missingCredits > 0 && waitingCredits > 0) {
    return confirmWords(waitingCredits)
  }
  return undefined
}
