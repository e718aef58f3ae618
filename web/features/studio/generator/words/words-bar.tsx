import { type ReactElement, type ReactNode, type RefObject, useState } from "react"
import { maxPromptCharacters } from "#contract/catalogue/prompts.ts"
import type { PromptReading } from "#contract/studio/generations.ts"
import type { OwnWords } from "#contract/studio/words/categories.ts"
import type { Improved } from "#contract/studio/words/improve.ts"
import { Button } from "#web/ui/button/button.tsx"
import { loadPart } from "#web/ui/overlay/load-error.ts"
import { notify } from "#web/ui/overlay/toast.tsx"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"
import { typeWords } from "./type-words.ts"

const loadRecent = async () => (await import("./recent-prompts.tsx")).RecentPrompts
const loadBuilder = async () => (await import("./prompt-builder.tsx")).PromptBuilder

interface WordsBarProps {
  prompt: string
  onPrompt: (prompt: string) => void
  field: RefObject<HTMLTextAreaElement | null>
  reading: PromptReading | undefined
  /** Reads the words as they stand; null where nobody can. */
  read: () => Promise<PromptReading>
  /** Whether the words make the whole picture; those for a model of one's own name no thing of their own. */
  canBuild: boolean
  /** What screen readers hear of a step through the last prompts. */
  said: string
  /** Further buttons. */
  children: ReactNode
}

/** What was put into the words, and the words before. */
interface Bettered extends Improved {
  before: string
  /** Whether the engine told what it read in the words. */
  isRead: boolean
}

/** Under the prompt: help with its words. The code of each comes when it is first asked for. */
export function WordsBar(props: WordsBarProps): ReactElement {
  const { prompt, onPrompt, field, reading, read, canBuild, said, children } = props
  const [isBuilding, setIsBuilding] = useState(false)
  const [bettered, setBettered] = useState<Bettered>()
  const [own, setOwn] = useState<OwnWords>({})
  const [isRecent, setIsRecent] = useState(false)
  const { part: PromptBuilder, want } = useLazyPart(loadBuilder)
  const { part: RecentPrompts, want: wantRecent } = useLazyPart(loadRecent)

  // Until changed words are read, those read last: what of them still stands there is found.
  if (reading && reading.scene !== own) setOwn(reading.scene)

  const put = (words: string): void => {
    if (words.length > maxPromptCharacters) notify.error("There is no room for more words.")
    else typeWords(field.current, words, onPrompt)
  }
  const makeBetter = async (): Promise<void> => {
    const [{ improve }, known] = await Promise.all([
      loadPart(() => import("#contract/studio/words/improve.ts")),
      read(),
    ])
    // What was typed meanwhile stays.
    if (field.current && field.current.value !== prompt) return
    const improved = improve(prompt, { own: known?.scene ?? {}, isLarge: known?.isLarge ?? undefined })
    setBettered({ ...improved, before: prompt, isRead: known !== null })
    if (improved.added.length > 0) typeWords(field.current, improved.prompt, onPrompt)
  }
  const undo = (before: string): void => {
    setBettered(undefined)
    typeWords(field.current, before, onPrompt)
  }
  const isStill = bettered?.prompt === prompt
  return (
    <div className="-mt-2 grid gap-3">
      <div role="status" className="grid gap-2 text-sm empty:hidden">
        {bettered && isStill && <Additions bettered={bettered} onUndo={() => undo(bettered.before)} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {canBuild && (
          <>
            <Button
              variant="secondary"
              className="px-4"
              aria-expanded={isBuilding}
              onClick={() => {
                want()
                setIsBuilding(!isBuilding)
              }}
            >
              Choose the words
            </Button>
            <Button
              variant="secondary"
              className="px-4"
              disabled={prompt.trim() === ""}
              onClick={() => void makeBetter().catch(() => undefined)}
            >
              Add what is missing
            </Button>
          </>
        )}
        <Button
          variant="secondary"
          className="px-4"
          title="Alt with the up and down arrows"
          onClick={() => {
            wantRecent()
            setIsRecent(true)
          }}
        >
          Last prompts
        </Button>
        {children}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isRecent && RecentPrompts && (
        <RecentPrompts
          onClose={() => setIsRecent(false)}
          onChoose={(words) => {
            setIsRecent(false)
            onPrompt(words)
          }}
        />
      )}
      {isBuilding && PromptBuilder && (
        <PromptBuilder prompt={prompt} own={own} onPrompt={put} onClose={() => setIsBuilding(false)} />
      )}
    </div>
  )
}

function Additions({ bettered: { added, isRead }, onUndo }: { bettered: Bettered; onUndo: () => void }): ReactElement {
  if (added.length === 0) return <p>Nothing is missing: what it stands on, where, the light and the camera are said.</p>
  return (
    <>
      <p>
        By fixed rules, without AI. Your own words stay as they are.
        {!isRead && " This mode does not tell what it reads: look whether something is said twice."}
      </p>
      <ul className="grid gap-1">
        {added.map(({ category, words, reason }) => (
          <li key={category}>
            <span className="font-medium">{words}</span>: {reason}
          </li>
        ))}
      </ul>
      <Button variant="secondary" className="justify-self-start px-4" onClick={onUndo}>
        Undo
      </Button>
    </>
  )
}
