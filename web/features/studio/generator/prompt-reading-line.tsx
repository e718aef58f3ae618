import type { ReactElement } from "react"
import { type PromptReading, verdictOf, whatIsNotDrawn } from "#contract/studio/generations.ts"
import { ownSceneAddress } from "#web/lib/photos/photo-tools.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { ReadingWords } from "./order/reading-words.tsx"

interface PromptReadingLineProps {
  reading: PromptReading | undefined
  /** The words that were read. */
  prompt: string
  /** Takes other words in place of those. */
  onTakeWords: (prompt: string) => void
}

/** Under the prompt: whether it is drawn, drawn in part or not at all, and which words are left out. Its place is always there. */
export function PromptReadingLine({ reading, prompt, onTakeWords }: PromptReadingLineProps): ReactElement {
  const verdict = reading && verdictOf(reading)
  return (
    <div aria-live="polite" className="min-h-6 text-sm">
      {reading && (
        <p className="wrap-anywhere">
          {verdict === "not drawn" ? (
            <>
              <span className="font-medium">{whatIsNotDrawn(reading)}</span>{" "}
              <TextLink to={ownSceneAddress(prompt)}>Put my own photo in this scene</TextLink>
              {reading.nearest && <TakeNearest nearest={reading.nearest} onTakeWords={onTakeWords} />}
            </>
          ) : (
            <>
              {verdict === "partly" && <span className="font-medium">Drawn in part. </span>}
              <ReadingWords reading={reading} drawn="I will draw" />
            </>
          )}
        </p>
      )}
    </div>
  )
}

interface TakeNearestProps {
  nearest: NonNullable<NonNullable<PromptReading>["nearest"]>
  onTakeWords: (prompt: string) => void
}

function TakeNearest({ nearest: { thing, prompt }, onTakeWords }: TakeNearestProps): ReactElement {
  return (
    <>
      {" "}
      or{" "}
      <button
        type="button"
        className="min-h-6 font-medium text-indigo underline decoration-1 underline-offset-4 hover:decoration-2"
        onClick={() => onTakeWords(prompt)}
      >
        write “{thing}” instead
      </button>
      .
    </>
  )
}
