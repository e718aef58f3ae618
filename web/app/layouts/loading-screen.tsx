import { type ReactElement, useEffect, useState } from "react"
import { messages } from "#contract/messages.ts"
import { hasAhead } from "#web/lib/page/prerendered-prompt.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Spinner } from "#web/ui/feedback/spinner.tsx"

/** Time between the two sentences, in ms. Source: docs/product-rules.md#screens. */
const sentenceMs = 5_000

/** Time after which the person can do something about it, in ms. */
const longMs = 15_000

const sentences = [messages.loading, "Stirring the indigo. Good cloth takes a moment."] as const

const longWords = "This takes longer than usual."

/**
 * Shown while it is found out who is here: two sentences in turn, and a way to try again when it takes long. Nothing
 * where something to use stands already.
 */
export function LoadingScreen(): ReactElement | null {
  const [turn, setTurn] = useState(0)
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), sentenceMs)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), longMs)
    return () => clearTimeout(timer)
  }, [])
  if (hasAhead()) return null
  return (
    <main className="grid min-h-dvh place-items-center p-6 font-waiting">
      <div className="grid max-w-sm justify-items-center gap-6 text-center">
        <Spinner className="size-10 text-indigo" />
        <p aria-hidden="true" className="min-h-14 text-lg text-ink-soft">
          {sentences[turn % sentences.length]}
        </p>
        {/* Grows and never changes, so that readers say each sentence once. */}
        <div role="status" aria-atomic="false" className="sr-only">
          {sentences.slice(0, turn + 1).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {isLong && <p>{longWords}</p>}
        </div>
        {isLong && (
          <div className="grid gap-3">
            <p aria-hidden="true" className="text-ink-soft">
              {longWords}
            </p>
            <Button onClick={() => location.reload()}>Retry</Button>
          </div>
        )}
      </div>
    </main>
  )
}
