import type { ReactElement } from "react"
import { defaultModeSlug } from "#contract/catalogue/modes.ts"
import { styleNames } from "#contract/catalogue/style-names.ts"
import { landing, tradeExamples, tradeShape } from "#web/content/landing.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { TryWordsLink } from "#web/content/try-words-link.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { landingPictures } from "./landing-pictures.ts"

/** On a phone the trades stand in one row that is pushed sideways, or the page would be twice as long. */
const rowOnPhones =
  "max-md:-mx-5 max-md:flex max-md:snap-x overflow-x-auto md:overflow-visible max-md:px-5 max-md:pb-2 max-md:[scroll-padding-inline:1.25rem]"

/** Tall enough for a finger. */
const inRow = "inline-flex min-h-11 items-center"

/** Trades, each with a picture and the words that drew it, which can be taken to the studio. */
export function TradesSection(): ReactElement {
  return (
    <PageSection id="trades" title={landing.trades.title} text={landing.trades.text}>
      <ul className={classNames(rowOnPhones, "gap-x-4 gap-y-10 md:grid md:grid-cols-4 md:gap-x-6")}>
        {tradeExamples.map(({ category, name, prompt }) => (
          <li
            key={category}
            className="group relative flex flex-col gap-3 max-md:w-44 max-md:shrink-0 max-md:snap-start"
          >
            <SitePicture
              from={landingPictures}
              name={`category-${category}-1`}
              sizes="(min-width: 1200px) 280px, (min-width: 768px) 23vw, 176px"
              className="aspect-[4/5]"
            />
            <h3 className="text-lg">{name}</h3>
            <p className="text-sm text-ink-soft">“{prompt}”</p>
            <TryWordsLink prompt={prompt} shape={tradeShape} modeSlug={defaultModeSlug} name={name} />
          </li>
        ))}
      </ul>
      <nav aria-label={landing.trades.all} className="mt-8 flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <p className="font-medium">{landing.trades.all}</p>
        {Object.entries(styleNames).map(([slug, name]) => (
          <TextLink key={slug} to={`/category/${slug}`} className={inRow}>
            {name}
          </TextLink>
        ))}
        <TextLink to="/demotraining?mode=Bags-demo" className={inRow}>
          {landing.trades.demo}
        </TextLink>
      </nav>
    </PageSection>
  )
}
