import type { ReactElement } from "react"
import { landing } from "#web/content/landing.ts"
import { useMainStep } from "#web/lib/page/use-main-step.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"

/** The first step once more, for people who read to the end. */
export function ClosingBand(): ReactElement {
  const step = useMainStep()
  return (
    <section aria-label="Begin" className="bg-cloth text-on-cloth">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-8 px-5 py-16 sm:px-8">
        <p className="max-w-2xl font-display text-3xl font-semibold text-balance">{landing.closing}</p>
        <LinkButton to={step.to} size="large" variant="accent">
          {step.label}
        </LinkButton>
      </div>
    </section>
  )
}
