import type { ReactElement } from "react"
import { AcademySection } from "./academy-section.tsx"
import { ClosingBand } from "./closing-band.tsx"
import { Hero } from "./hero.tsx"
import { LandingFooter } from "./landing-footer.tsx"
import { LandingHeader } from "./landing-header.tsx"
import { PricesSection } from "./prices-section.tsx"
import { StepsSection } from "./steps-section.tsx"

/** "/": what the product is, in one scroll. */
export function LandingScreen(): ReactElement {
  return (
    <div id="top" className="flex min-h-dvh flex-col">
      <LandingHeader />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Hero />
        <StepsSection />
        <PricesSection />
        <AcademySection />
        <ClosingBand />
      </main>
      <LandingFooter />
    </div>
  )
}
