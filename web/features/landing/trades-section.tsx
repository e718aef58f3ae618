import { ArrowRight } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { defaultModeSlug, findMode } from "#contract/catalogue/modes.ts"
import { landing, tradeExamples, tradeShape } from "#web/content/landing.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { leaveDraft } from "#web/lib/draft-key.ts"
import { useMainStep } from "#web/lib/use-main-step.ts"
import { PageSection } from "#web/ui/page-section.tsx"
import { landingPictures } from "./landing-pictures.ts"

/** The generator with these words filled in. */
function studioAddress(prompt: string): string {
  const mode = findMode(defaultModeSlug)
  return `${mode.screen}?${new URLSearchParams({ mode: mode.slug, prompt, shape: tradeShape })}`
}

/**
 * Trades, each with a picture and the words that drew it. The words go along: in the address for people who signed in
 * here, in the tab's memory for those who make an account first.
 */
export function TradesSection(): ReactElement {
  const step = useMainStep()
  return (
    <PageSection id="trades" title={landing.trades.title} text={landing.trades.text}>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-4 md:gap-x-6">
        {tradeExamples.map(({ category, name, prompt }) => (
          <li key={category} className="group relative flex flex-col gap-3">
            <SitePicture
              from={landingPictures}
              name={`category-${category}-1`}
              sizes="(min-width: 1200px) 280px, (min-width: 768px) 23vw, 45vw"
              className="aspect-[4/5]"
            />
            <h3 className="text-lg">{name}</h3>
            <p className="text-sm text-ink-soft">“{prompt}”</p>
            <Link
              to={step.to === "/app" ? studioAddress(prompt) : step.to}
              onClick={() => leaveDraft(prompt, tradeShape)}
              className="mt-auto inline-flex min-h-11 items-center gap-2 text-sm font-medium text-indigo underline-offset-4 group-hover:underline after:absolute after:inset-0"
            >
              {landing.trades.link}
              <span className="sr-only">: {name}</span>
              <ArrowRight aria-hidden="true" className="size-4 transition-transform group-hover:translate-x-1" />
            </Link>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
