import { ChevronDown } from "lucide-react"
import type { ReactElement } from "react"

interface QuestionsProps {
  items: readonly { question: string; answer: string }[]
}

/** Questions that open to their answers; works without scripts, and the browser's search finds what is closed. */
export function Questions({ items }: QuestionsProps): ReactElement {
  return (
    <div>
      {items.map(({ question, answer }) => (
        <details key={question} className="group border-b border-line first:border-t">
          <summary className="flex min-h-14 list-none items-center justify-between gap-6 py-4 font-display text-lg font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown aria-hidden="true" className="size-5 shrink-0 transition-transform group-open:rotate-180" />
          </summary>
          <p className="max-w-measure pb-6 text-ink-soft">{answer}</p>
        </details>
      ))}
    </div>
  )
}
