import type { ReactElement } from "react"
import { Logo, Mark } from "#web/ui/media/logo.tsx"
import { ThemeSwitch } from "#web/ui/theme/theme-switch.tsx"
import { ButtonsSection } from "./buttons-section.tsx"
import { ChoicesSection } from "./choices-section.tsx"
import { FieldsSection } from "./fields-section.tsx"
import { OverlaysSection } from "./overlays-section.tsx"
import { PagesSection } from "./pages-section.tsx"
import { PicturesSection } from "./pictures-section.tsx"
import { Row, Section } from "./section.tsx"
import { SurfacesSection } from "./surfaces-section.tsx"

const sizes = ["text-5xl", "text-4xl", "text-3xl", "text-2xl", "text-xl", "text-lg", "text-base", "text-sm"]

const colours = [
  ["bg-ground", "ground"],
  ["bg-surface", "surface"],
  ["bg-raised", "raised"],
  ["bg-ink", "ink"],
  ["bg-indigo", "indigo"],
  ["bg-cloth", "cloth"],
  ["bg-ochre", "ochre"],
  ["bg-leaf", "leaf"],
  ["bg-clay", "clay"],
  ["bg-amber", "amber"],
]

/** Every part in every state, for looking at, for the accessibility scan and for the comparison of looks. Nothing leads here. */
export function DevUiScreen(): ReactElement {
  return (
    <main className="mx-auto max-w-page px-4 py-12 sm:px-8">
      <div className="flex flex-wrap items-center justify-between gap-4 pb-12">
        <div className="grid gap-2">
          <h1 className="text-4xl">Parts</h1>
          <p className="text-ink-soft">What every screen is made of.</p>
        </div>
        <ThemeSwitch />
      </div>
      <Section title="Identity">
        <Row>
          <Logo name="Wordmark" />
          <Mark className="size-4" />
          <Mark className="size-8" />
          <Mark className="size-16" />
        </Row>
        <div className="grid gap-3">
          {sizes.map((size) => (
            <p key={size} className={`font-display font-semibold ${size}`}>
              Àwòrán tó dára, ₦6,600
            </p>
          ))}
          <p className="max-w-measure">
            Start with one picture of what you sell. Ẹ kú iṣẹ́; ọjọ́ ire; ụlọ ahịa; ɗaki da ƙasa. Prices are tabular:
            <span className="font-medium tabular-nums"> ₦29,000 · ₵120 · £14.00 · €18.00</span>
          </p>
        </div>
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-5">
          {colours.map(([look, name]) => (
            <li key={name} className="grid gap-2 text-sm">
              <span className={`h-16 rounded-card border border-line ${look}`} />
              {name}
            </li>
          ))}
        </ul>
      </Section>
      <ButtonsSection />
      <FieldsSection />
      <ChoicesSection />
      <OverlaysSection />
      <SurfacesSection />
      <PicturesSection />
      <PagesSection />
    </main>
  )
}
