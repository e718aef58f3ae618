import type { ReactElement } from "react"
import { programWords } from "#web/content/program-labels.ts"
import { NumberedSteps } from "#web/ui/layout/numbered-steps.tsx"

/** The way into a program, step by step. */
export function AdmissionSteps(): ReactElement {
  return (
    <NumberedSteps steps={programWords.admission.steps} className="sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3" />
  )
}
