import type { ReactElement } from "react"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { academy } from "#web/content/academy.ts"
import { AskBand } from "#web/content/ask-band.tsx"
import { publicPages } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { Questions } from "#web/ui/layout/questions.tsx"
import { academyPictures } from "./academy-pictures.ts"
import { AdmissionSteps } from "./admission-steps.tsx"
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
      <PageSection id="afterwards" title={academy.afterwards.title} ground="cotton">
        <div className="grid gap-10 md:grid-cols-2 md:gap-16">
          {openPrograms.map(({ slug, program_name, outcome }) => (
            <div key={slug} className="grid content-start gap-4">
              <h3 className="text-xl">{program_name}</h3>
              <ul className="grid gap-3">
                {outcome.map((one) => (
                  <li key={one} className="border-l-2 border-ochre pl-5">
                    {one}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </PageSection>
      <PageSection id="programs" title="Programs">
        <ProgramList />
      </PageSection>
      <PageSection id="how" title={academy.how.title} text={academy.how.text} ground="cotton">
        <AdmissionSteps />
      </PageSection>
      <PageSection id="fees" title={academy.scholarships.title} layout="beside">
        <p className="max-w-measure text-lg">
          {academy.scholarships.fees} {academy.scholarships.text}
        </p>
      </PageSection>
      <PageSection id="questions" title={academy.questions.title} ground="cotton" layout="beside">
        <Questions items={academy.questions.items} />
      </PageSection>
      <AskBand {...academy.ask} />
    </>
  )
}
