import type { ReactElement } from "react"
import type { PromptReading } from "#contract/studio/generations.ts"
import { ReadingWords } from "./order/reading-words.tsx"

/** Under the prompt: what will be in the picture and which words will not. Its place is always there. */
export function PromptReadingLine({ reading }: { reading: PromptReading | undefined }): ReactElement {
  return (
    <p aria-live="polite" className="min-h-6 text-sm">
      {reading && !reading.isUnderstood && "I know none of these words, so I would set them on a poster. "}
      {reading && <ReadingWords reading={reading} drawn="I will draw" />}
    </p>
  )
}
