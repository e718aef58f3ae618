import type { ReactElement } from "react"
import { type CaseStudy, illustrationNote } from "#web/content/case-studies.ts"
import { publicPages } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { PageIntro } from "#web/ui/page-intro.tsx"
import { PageSection } from "#web/ui/page-section.tsx"
import { TextLink } from "#web/ui/text-link.tsx"
import { SheetForm } from "./sheet-form.tsx"
import { systemsPictures } from "./systems-pictures.ts"

/** One case study with all its fields (specification §3). */
export function CaseStudyStory({ study }: { study: CaseStudy }): ReactElement {
  const { name, desc, slug, background, challenges, solution, features, results, lessons, conclusion } = study
  return (
    <>
      <PageIntro
        above={<TextLink to={publicPages.caseStudies.path}>All case studies</TextLink>}
        title={name}
        text={desc}
      >
        <SitePicture
          from={systemsPictures}
          name={`case-${slug}`}
          sizes="(min-width: 1200px) 500px, (min-width: 1024px) 42vw, 92vw"
          isPriority
          className="aspect-[3/2]"
        />
      </PageIntro>
      <p className="mx-auto max-w-page px-5 pt-6 sm:px-8">
        <span className="block max-w-measure border-l-2 border-ochre pl-5 text-ink-soft">{illustrationNote}</span>
      </p>
      <PageSection id="background" title="Background" layout="beside">
        <p className="max-w-measure text-lg">{background}</p>
      </PageSection>
      <PageSection id="challenges" title={challenges.title} ground="cotton" layout="beside">
        <Points points={challenges.points} footer={challenges.footer} />
      </PageSection>
      <PageSection id="solution" title={solution.title} layout="beside">
        <Points points={solution.points} footer={solution.footer} />
      </PageSection>
      <PageSection id="features" title="What it has" ground="cotton" layout="beside">
        <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {features.map((feature) => (
            <li key={feature} className="border-t-2 border-indigo pt-3 font-medium">
              {feature}
            </li>
          ))}
        </ul>
      </PageSection>
      <PageSection id="results" title={results.title} layout="beside">
        <Points points={results.points} />
      </PageSection>
      <PageSection id="lessons" title={lessons.title} ground="cotton" layout="beside">
        <Points points={lessons.points} footer={conclusion} />
      </PageSection>
      <SheetForm slug={slug} sheet={study.lead_magnet} />
    </>
  )
}

function Points({ points, footer }: { points: readonly string[]; footer?: string }): ReactElement {
  return (
    <div className="grid gap-6">
      <ul className="grid">
        {points.map((point) => (
          <li key={point} className="max-w-measure border-b border-line py-4 text-lg first:border-t">
            {point}
          </li>
        ))}
      </ul>
      {footer && <p className="max-w-measure text-ink-soft">{footer}</p>}
    </div>
  )
}
