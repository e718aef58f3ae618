import type { ReactElement } from "react"
import type { PromptReading } from "#contract/studio/generations.ts"

/** Under the prompt: what will be in the picture and which words are not known. Its place is always there. */
export function PromptReadingLine({ reading }: { reading: PromptReading | undefined }): ReactElement {
  return (
    <p aria-live="polite" className="min-h-6 text-sm text-ink-soft">
      {reading && describe(reading)}
    </p>
  )
}

function describe({ understood, ignored, isUnderstood }: NonNullable<PromptReading>): string {
  const unknown = ignored.length > 0 ? ` Not known: ${ignored.join(", ")}.` : ""
  if (!isUnderstood) return `I know none of these words, so I would set them on a poster.${unknown}`
  return `I will draw: ${understood.join(", ")}.${unknown}`
}
