import type { ReactElement } from "react"
import { type PromptReading, verdictOf } from "#contract/studio/generations.ts"
import { ownSceneAddress } from "#web/lib/photos/photo-tools.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { ReadingWords } from "./order/reading-words.tsx"

interface PromptReadingLineProps {
  reading: PromptReading | undefined
  /** The words that were read. */
  prompt: string
}

/** Under the prompt: whether it is drawn, drawn in part or not at all, and which words are left out. Its place is always there. */
export function PromptReadingLine({ reading, prompt }: PromptReadingLineProps): ReactElement {
  const verdict = reading && verdictOf(reading)
  return (
    <div aria-live="polite" className="grid min-h-6 gap-1 text-sm">
      {reading && verdict === "not drawn" && (
        <p>
          <span className="font-medium">{whatIsNotDrawn(reading)}</span>{" "}
          <TextLink to={ownSceneAddress(prompt)}>Put my own photo in this scene</TextLink>
        </p>
      )}
      {reading && (
        <p>
          {verdict === "partly" && <span className="font-medium">Drawn in part. </span>}
          <ReadingWords reading={reading} drawn="I will draw" />
        </p>
      )}
    </div>
  )
}

/** In a sentence, what of a prompt cannot be drawn. */
export function whatIsNotDrawn({ unknown, isUnderstood, substituted }: NonNullable<PromptReading>): string {
  if (unknown !== null) return `We cannot draw “${unknown}” yet.`
  if (!isUnderstood) return "These words name nothing that we can draw."
  const [first = ""] = substituted
  const named = /for “(.+)”$/.exec(first)?.[1]
  return named ? `We cannot draw “${named}” yet.` : "We cannot draw that very thing yet."
}
