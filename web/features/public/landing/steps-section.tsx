import type { ReactElement } from "react"
import { landing } from "#web/content/landing.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { landingPictures } from "./landing-pictures.ts"

/** How the studio works, in three steps, each with the studio's own screen in the theme of this page. */
export function StepsSection(): ReactElement {
  const { title, items } = landing.steps
  return (
    <PageSection id="steps" title={title}>
      <ol className="grid gap-8 md:grid-cols-3 md:gap-8">
        {items.map((item, index) => (
          <li
            key={item.title}
            className="grid content-start gap-x-4 gap-y-2 max-md:grid-cols-[6.5rem_minmax(0,1fr)] md:gap-3"
          >
            <div className="overflow-hidden rounded-card border border-line-strong max-md:row-span-2 max-md:self-start md:mb-3">
              <Screen name={item.screen} theme="light" className="only-light" />
              <Screen name={item.screen} theme="dark" className="only-dark" />
            </div>
            <h3 className="text-xl">
              <span className="text-ink-soft tabular-nums">{index + 1}.</span> {item.title}
            </h3>
            <p className="text-ink-soft">{item.text}</p>
          </li>
        ))}
      </ol>
    </PageSection>
  )
}

function Screen({ name, theme, className }: { name: string; theme: string; className: string }): ReactElement {
  return (
    <div className={className}>
      <SitePicture
        from={landingPictures}
        name={`screen-${name}-${theme}`}
        sizes="(min-width: 1200px) 380px, (min-width: 768px) 31vw, 104px"
        className="aspect-[3/4] rounded-none"
      />
    </div>
  )
}
