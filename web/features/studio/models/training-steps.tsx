import type { ReactElement } from "react"
import { trainingRules } from "#contract/catalogue/trainings.ts"

/** What a training is given. */
export function TrainingSteps(): ReactElement {
  const { minImages, minSide } = trainingRules
  return (
    <ol className="grid list-decimal gap-2 pl-5 text-ink-soft">
      <li>Upload {minImages} or more photos of your brand (your own, or found online).</li>
      <li>More photos from different angles give better results.</li>
      <li>
        Each image should be at least {minSide}x{minSide}.
      </li>
    </ol>
  )
}
