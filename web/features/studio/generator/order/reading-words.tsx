import type { ReactElement } from "react"
import { type PromptReading, shortened } from "#contract/studio/generations.ts"

interface ReadingWordsProps {
  reading: Pick<NonNullable<PromptReading>, "understood" | "substituted" | "ignored">
  /** What comes before the things that are drawn: it is still to be made, or made. */
  drawn: "I will draw" | "Drew"
}

/** What becomes of the words of a prompt, in the same form before an order and after it. */
export function ReadingWords({ reading, drawn }: ReadingWordsProps): ReactElement {
  const lists: (readonly [name: string, phrases: readonly string[]])[] = [
    [drawn, reading.understood],
    ["Something else instead", reading.substituted],
    ["Not drawn", reading.ignored],
  ]
  return (
    <>
      {lists
        .filter(([, phrases]) => phrases.length > 0)
        .map(([name, phrases]) => (
          <span key={name} className="block">
            <span className="text-ink-soft">{name}:</span> {phrases.map(shortened).join(", ")}.
          </span>
        ))}
    </>
  )
}
