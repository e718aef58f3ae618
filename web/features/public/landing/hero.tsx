import type { ReactElement } from "react"
import { landing } from "#web/content/landing.ts"
import { publicPages } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { WelcomeCredits } from "#web/content/welcome-credits.tsx"
import { useMainStep } from "#web/lib/page/use-main-step.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { BeforeAfter } from "./before-after.tsx"
import { landingPictures } from "./landing-pictures.ts"

const sizes = "(min-width: 1200px) 560px, (min-width: 1024px) 46vw, 92vw"

/** Who it is for, the first step, and one picture. */
export function Hero(): ReactElement {
  const step = useMainStep()
  return (
    <section className="mx-auto grid max-w-page items-center gap-10 px-5 py-10 sm:px-8 sm:py-16 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:gap-16 lg:py-20">
      <div className="grid justify-items-start gap-6">
        <h1 className="text-5xl font-bold">{landing.headline}</h1>
        <p className="max-w-xl text-lg text-ink-soft">{landing.lead}</p>
        <div className="grid gap-3 pt-2">
          <div className="flex flex-wrap gap-3">
            <LinkButton to={step.to} size="large">
              {step.label}
            </LinkButton>
            <LinkButton to={publicPages.showcase.path} size="large" variant="secondary">
              {landing.examples}
            </LinkButton>
          </div>
          <p className="text-sm text-ink-soft">
            <WelcomeCredits /> {landing.freeNote} {landing.payNote}
          </p>
        </div>
      </div>
      {landingPictures.facts["hero-before"] && landingPictures.facts["hero-after"] ? (
        <BeforeAfter
          before="hero-before"
          after="hero-after"
          beforeLabel={landing.before}
          afterLabel={landing.after}
          sizes={sizes}
        />
      ) : (
        <SitePicture
          from={landingPictures}
          name="hero-after"
          sizes={sizes}
          isPriority
          className="aspect-[4/3] lg:aspect-[4/5]"
        />
      )}
    </section>
  )
}
