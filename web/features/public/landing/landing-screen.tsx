import type { ReactElement } from "react"
import { AcademySection } from "./academy-section.tsx"
import { ClosingBand } from "./closing-band.tsx"
import { DoorsSection } from "./doors-section.tsx"
import { Hero } from "./hero.tsx"
import { PricesSection } from "./prices-section.tsx"
import { QuestionsSection } from "./questions-section.tsx"
import { StepsSection } from "./steps-section.tsx"
import { SystemsSection } from "./systems-section.tsx"
import { ToolsSection } from "./tools-section.tsx"
import { TradesSection } from "./trades-section.tsx"
import { TrustSection } from "./trust-section.tsx"
import { TrySection } from "./try-section.tsx"

/** "/": what the product is, in one scroll. */
export function LandingScreen(): ReactElement {
  return (
    <>
      <Hero />
      <DoorsSection />
      <StepsSection />
      <TrySection />
      <TradesSection />
      <ToolsSection />
      <SystemsSection />
      <AcademySection />
      <PricesSection />
      <TrustSection />
      <QuestionsSection />
      <ClosingBand />
    </>
  )
}
