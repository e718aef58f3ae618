import type { ReactElement } from "react"
import { academy } from "#web/content/academy.ts"
import { AskBand } from "#web/content/ask-band.tsx"
import { publicPages } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { LinkButton } from "#web/ui/link-button.tsx"
import { PageIntro } from "#web/ui/page-intro.tsx"
import { PageSection } from "#web/ui/page-section.tsx"
import { academyPictures } from "./academy-pictures.ts"
import { ProgramList } from "./program-list.tsx"

/** The academy's first page. */
export function AcademyScreen(): ReactElement {
  return (
    <>
      <PageIntro
        title={academy.title}
        text={academy.lead}
        actions={
          <LinkButton to={publicPages.programs.path} size="large">
            See the programs
          </LinkButton>
        }
      >
        <SitePicture
          from={academyPictures}
          name="academy-hero"
          sizes="(min-width: 1200px) 500px, (min-width: 1024px) 42vw, 92vw"
          isPriority
          className="aspect-[4/3] lg:aspect-square"
        />
      </PageIntro>
      <PageSection id="how" title={academy.how.title}>
        <ol className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
          {academy.how.items.map(({ title, text }, index) => (
            <li key={title} className="grid content-start gap-2 border-t-2 border-indigo pt-5">
              <h3 className="text-xl">
                <span className="text-ink-soft tabular-nums">{index + 1}.</span> {title}
              </h3>
              <p className="text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </PageSection>
      <PageSection id="open" title="Open programs" ground="cotton">
        <ProgramList only="open" />
      </PageSection>
      <PageSection id="fees" title={academy.scholarships.title} layout="beside">
        <p className="max-w-measure text-lg">{academy.scholarships.text}</p>
      </PageSection>
      <AskBand {...academy.ask} />
    </>
  )
}
