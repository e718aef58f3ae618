import { type FormEvent, type ReactElement, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { findMode, modes } from "#contract/catalogue/modes.ts"
import { maxPromptCharacters } from "#contract/catalogue/prompts.ts"
import { type Started, takePrerendered } from "#web/lib/page/prerendered-prompt.ts"
import { readPreferences } from "#web/lib/session/preferences.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"
import { keepWords, readStoredWords } from "#web/lib/stored/stored-prompt.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { feePath } from "./left-program.ts"
import { PromptForm } from "./prompt-form.tsx"

/** What waits with the account: words for the generator, or another page the person wanted to go to. */
interface Waiting {
  prompt: string
  mode: string | null
  shape: string | null
  /** Path of another page; null for words. */
  page: string | null
}

function readWaiting({ prefs }: CurrentUser): Waiting {
  const { next } = readPreferences(prefs)
  const empty: Waiting = { prompt: "", mode: null, shape: null, page: null }
  if (next === undefined) return empty
  const { pathname, searchParams } = new URL(next, "http://page.invalid")
  if (pathname === feePath) return empty
  if (!modes.some(({ screen }) => screen === pathname)) return { ...empty, page: next }
  return {
    prompt: searchParams.get("prompt") ?? "",
    mode: searchParams.get("mode"),
    shape: searchParams.get("shape"),
    page: null,
  }
}

/** Where the words of this box are kept. */
const place = "home"

/**
 * Write what you want to see; the generator opens with it. Words that were typed here before and not used stand here
 * already, and else those that wait with the account.
 */
export function PromptBox({ user }: { user: CurrentUser }): ReactElement {
  const waiting = readWaiting(user)
  const [prompt, setPrompt] = useState(() => readStoredWords(place, user.id) || waiting.prompt)
  const change = (words: string): void => {
    setPrompt(words)
    keepWords(place, user.id, words)
  }
  const field = useRef<HTMLTextAreaElement>(null)
  const navigate = useNavigate()
  const mode = findMode(waiting.mode)
  const goOn = (words: string): void => {
    keepWords(place, user.id, "")
    const query = new URLSearchParams({
      mode: mode.slug,
      ...(words && { prompt: words }),
      ...(waiting.shape && { shape: waiting.shape }),
    })
    void navigate(`${mode.screen}?${query}`)
  }
  const [started, setStarted] = useState<Started | null>(null)
  const takeOver = useEffectEvent((found: Started) => {
    setStarted(found)
    if (found.words.trim() !== "") change(found.words)
  })
  useLayoutEffect(() => {
    const found = takePrerendered()
    if (found !== null) takeOver(found)
  }, [])
  const goOnWith = useEffectEvent(({ selection, isSent }: Started) => {
    if (selection) {
      field.current?.focus({ preventScroll: true })
      field.current?.setSelectionRange(...selection)
    }
    if (isSent) goOn(prompt.trim())
  })
  useLayoutEffect(() => {
    // Once the words stand in the field.
    if (started) goOnWith(started)
  }, [started])
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    goOn(prompt.trim())
  }
  const maxLength = prompt.length > maxPromptCharacters - 500 ? maxPromptCharacters : undefined
  return (
    <PromptForm
      mode={mode}
      onSubmit={handleSubmit}
      field={{ ref: field, value: prompt, maxLength, onChange: (event) => change(event.target.value) }}
    >
      {waiting.page !== null && (
        <LinkButton to={waiting.page} variant="secondary">
          Go on where you left off
        </LinkButton>
      )}
    </PromptForm>
  )
}
