import type { ReactElement } from "react"
import { welcomeCredits } from "#contract/catalogue/credits.ts"
import { landing } from "#web/content/landing.ts"
import { Adire } from "#web/ui/adire.tsx"
import { Image } from "#web/ui/image.tsx"
import { LinkButton } from "#web/ui/link-button.tsx"
import { useMainStep } from "./use-main-step.ts"

/** The file of the picture, once the repository has it; cloth until then. */
const pictureFiles = import.meta.glob<string>("/assets/hero.avif", { eager: true, import: "default", query: "?url" })
const pictureFile = pictureFiles["/assets/hero.avif"]

/** The promise, the first step, and one picture. */
export function Hero(): ReactElement {
  const step = useMainStep()
  return (
    <section className="mx-auto grid max-w-page items-center gap-10 px-5 py-12 sm:px-8 sm:py-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-16 lg:py-20">
      <div className="grid justify-items-start gap-6">
        <h1 className="text-5xl font-bold">{landing.headline}</h1>
        <p className="max-w-xl text-lg text-ink-soft">{landing.lead}</p>
        <div className="grid gap-3 pt-2">
          <LinkButton to={step.to} size="large">
            {step.label}
          </LinkButton>
          <p className="text-sm text-ink-soft">{welcomeCredits} free credits once your e-mail is confirmed.</p>
        </div>
      </div>
      <div className="relative aspect-[4/3] overflow-hidden rounded-card bg-cloth text-on-cloth lg:aspect-[5/6]">
        {pictureFile === undefined ? (
          <Adire seed={11} columns={5} rows={6} hasWarmCell className="absolute inset-0 text-on-cloth/70" />
        ) : (
          <Image
            src={pictureFile}
            width={1000}
            height={1200}
            alt="An amber perfume bottle on a stone podium in warm light, drawn by the studio"
            isPriority
            fit="cover"
            className="absolute inset-0"
          />
        )}
      </div>
    </section>
  )
}
