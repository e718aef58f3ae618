import type { ReactElement } from "react"
import { programWords } from "#web/content/program-words.ts"

/** The way into a program, step by step. */
export function AdmissionSteps(): ReactElement {
  return (
    <ol className="grid gap-8 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3">
      {programWords.admission.steps.map(({ title, text }, index) => (
        <li key={title} className="grid content-start gap-2 border-t-2 border-indigo pt-5">
          <h3 className="text-xl">
            <span className="text-ink-soft tabular-nums">{index + 1}.</span> {title}
          </h3>
          <p className="text-ink-soft">{text}</p>
        </li>
      ))}
    </ol>
  )
}
