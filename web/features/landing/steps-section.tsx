import type { ReactElement } from "react"
import { landing } from "#web/content/landing.ts"
import { PageSection } from "#web/ui/page-section.tsx"

/** How the studio works, in three steps, each with what a person sees there. */
export function StepsSection(): ReactElement {
  const { title, items } = landing.steps
  return (
    <PageSection id="steps" title={title}>
      <ol className="grid gap-10 md:grid-cols-3 md:gap-8">
        {items.map((item, index) => (
          <li key={item.title} className="grid content-start gap-3 border-t-2 border-indigo pt-5">
            <h3 className="text-xl">
              <span className="text-ink-soft tabular-nums">{index + 1}.</span> {item.title}
            </h3>
            <p className="text-ink-soft">{item.text}</p>
            <p className="mt-2 grid gap-1 rounded-control border border-line-strong bg-raised px-4 py-3">
              <span className="text-sm text-ink-soft">{item.label}</span>
              <span className="text-balance">{item.example}</span>
            </p>
          </li>
        ))}
      </ol>
    </PageSection>
  )
}
