import type { ReactElement } from "react"
import { programCards } from "#contract/catalogue/programs.ts"
import { landing } from "#web/content/landing.ts"
import { programAddress } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { PageSection } from "#web/ui/page-section.tsx"
import { TextLink } from "#web/ui/text-link.tsx"
import { landingPictures } from "./landing-pictures.ts"

/** The programs that are open. */
export function AcademySection(): ReactElement {
  return (
    <PageSection id="academy" title={landing.academy.title} text={landing.academy.text} ground="cotton" layout="beside">
      <ul className="grid gap-8 sm:grid-cols-2">
        {programCards
          .filter(({ disabled }) => !disabled)
          .map(({ slug, name, description }) => (
            <li key={slug} className="grid content-start gap-3">
              <SitePicture
                from={landingPictures}
                name={`program-${slug}`}
                sizes="(min-width: 1200px) 330px, (min-width: 640px) 45vw, 92vw"
                className="aspect-[3/2]"
              />
              <h3 className="text-xl">
                <TextLink to={programAddress(slug)}>{name}</TextLink>
              </h3>
              <p className="text-ink-soft">{description}</p>
            </li>
          ))}
      </ul>
    </PageSection>
  )
}
