import { ArrowRight } from "lucide-react"
import { type FormEvent, type ReactElement, useState } from "react"
import { useNavigate } from "react-router"
import { findMode, modes } from "#contract/catalogue/modes.ts"
import { maxPromptCharacters } from "#contract/product/generations.ts"
import { readPreferences } from "#web/lib/preferences.ts"
import type { CurrentUser } from "#web/lib/session.ts"
import { Button } from "#web/ui/button.tsx"
import { LinkButton } from "#web/ui/link-button.tsx"
import { TextareaField } from "#web/ui/textarea-field.tsx"

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
  if (!modes.some(({ screen }) => screen === pathname)) return { ...empty, page: next }
  return {
    prompt: searchParams.get("prompt") ?? "",
    mode: searchParams.get("mode"),
    shape: searchParams.get("shape"),
    page: null,
  }
}

/** Write what you want to see; the generator opens with it. Words that wait with the account stand here already. */
export function PromptBox({ user }: { user: CurrentUser }): ReactElement {
  const waiting = readWaiting(user)
  const [prompt, setPrompt] = useState(waiting.prompt)
  const navigate = useNavigate()
  const mode = findMode(waiting.mode)
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const words = prompt.trim()
    const query = new URLSearchParams({
      mode: mode.slug,
      ...(words && { prompt: words }),
      ...(waiting.shape && { shape: waiting.shape }),
    })
    void navigate(`${mode.screen}?${query}`)
  }
  return (
    <form onSubmit={handleSubmit} className="grid gap-3 rounded-card border border-line bg-surface p-5 sm:p-6">
      <TextareaField
        label="What do you want to see?"
        optional={false}
        rows={3}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
        placeholder={mode.examples[0]}
        {...(prompt.length > maxPromptCharacters - 500 && { maxLength: maxPromptCharacters })}
        className="-mb-4"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="large">
          Go to the generator
          <ArrowRight aria-hidden="true" />
        </Button>
        {waiting.page !== null && (
          <LinkButton to={waiting.page} variant="secondary">
            Go on where you left off
          </LinkButton>
        )}
      </div>
    </form>
  )
}
