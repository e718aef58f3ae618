import { type ReactElement, useEffect, useState } from "react"
import { messages } from "#contract/messages.ts"
import { hasAhead } from "#web/lib/ahead.ts"
import { Spinner } from "#web/ui/spinner.tsx"

/** Time between the two sentences, in ms. Source: docs/product-rules.md#screens. */
const sentenceMs = 5_000

const sentences = [messages.loading, "Stirring the indigo. Good cloth takes a moment."] as const

/** Shown while it is found out who is here: two sentences in turn. Nothing where something to use stands already. */
export function LoadingScreen(): ReactElement | null {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), sentenceMs)
    return () => clearInterval(timer)
  }, [])
  if (hasAhead()) return null
  return (
    <main className="grid min-h-dvh place-items-center p-6 font-waiting">
      <div className="grid max-w-sm justify-items-center gap-6 text-center">
        <Spinner className="size-10 text-indigo" />
        <p role="status" className="min-h-14 text-lg text-ink-soft">
          {sentences[turn % sentences.length]}
        </p>
      </div>
    </main>
  )
}
