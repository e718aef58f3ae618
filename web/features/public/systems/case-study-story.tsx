import type { ReactElement, ReactNode } from "react"
import { type CaseStudy, caseStudies, illustrationNote } from "#web/content/case-studies.ts"
import { caseStudyAddress, contactAddress, publicPages } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { type Doer, systems } from "#web/content/systems.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { HandoutForm } from "./handout-form.tsx"
import { systemsPictures } from "./systems-pictures.ts"

/** One case study with all its fields (docs/product-rules.md#records). */
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
      <div className="mx-auto grid max-w-page gap-6 px-5 pt-6 sm:px-8">
        <p className="max-w-measure border-l-2 border-ochre pl-5 text-ink-soft">{illustrationNote}</p>
        <AtAGlance slug={slug} />
      </div>
      <PageSection id="background" title="Background" layout="beside">
        <p className="max-w-measure text-lg">{background}</p>
      </PageSection>
      <Pair>
        <Points id="challenges" title={challenges.title} points={challenges.points} footer={challenges.footer} />
        <Points id="solution" title={solution.title} points={solution.points} footer={solution.footer}>
          <TextLink to={`${publicPages.solutions.path}#${slug}`}>Every step, and who does it</TextLink>
        </Points>
      </Pair>
      <PageSection id="features" title="What it has" layout="beside">
        <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {features.map((feature) => (
            <li key={feature} className="border-t-2 border-indigo pt-3 text-lg font-medium">
              {feature}
            </li>
          ))}
        </ul>
      </PageSection>
      <Pair>
        <Points id="results" title={results.title} points={results.points} />
        <Points id="lessons" title={lessons.title} points={lessons.points} />
      </Pair>
      <PageSection id="conclusion" title="In one sentence" layout="beside">
        <p className="max-w-measure font-display text-2xl font-semibold text-balance">{conclusion}</p>
      </PageSection>
      <HandoutForm slug={slug} sheet={study.lead_magnet} />
      <WayOn study={study} />
    </>
  )
}

/** What kind of system it is, and how much of it stays with its owner. */
function AtAGlance({ slug }: { slug: string }): ReactElement | null {
  const system = systems.find((one) => one.slug === slug)
  if (!system) return null
  const stepsOf = (doer: Doer): number => system.steps.filter((step) => step.doer === doer).length
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-5 border-y border-line py-6 sm:grid-cols-4">
      <Fact name="System" value={system.name} />
      <Fact name="Steps the system does" value={`${stepsOf("system")} of ${system.steps.length}`} />
      <Fact name="Steps that stay yours" value={String(stepsOf("owner"))} />
      <Fact name="What we do once" value={String(stepsOf("us"))} />
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
    </div>
  )
}

/** The next case, in a ring, and a person to talk to. */
function WayOn({ study }: { study: CaseStudy }): ReactElement {
  const next = caseStudies[(caseStudies.indexOf(study) + 1) % caseStudies.length] ?? study
  return (
    <PageSection id="next" title="Next case" layout="beside">
      <div className="grid justify-items-start gap-6">
        <div className="grid gap-2">
          <h3 className="text-2xl">
            <TextLink to={caseStudyAddress(next.slug)}>{next.name}</TextLink>
          </h3>
          <p className="max-w-measure text-lg text-ink-soft">{next.desc}</p>
        </div>
        <LinkButton to={contactAddress(`${study.name} for my business`)} variant="secondary">
          Ask for a talk about {study.name}
        </LinkButton>
      </div>
    </PageSection>
  )
}

/** Two lists that answer each other, beside each other where there is room. */
function Pair({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className="bg-surface">
      <div className="mx-auto grid max-w-page gap-14 px-5 py-16 sm:px-8 lg:grid-cols-2 lg:gap-16 lg:py-20">
        {children}
      </div>
    </div>
  )
}

interface PointsProps {
  id: string
  title: string
  points: readonly string[]
  footer?: string
  children?: ReactNode
}

function Points({ id, title, points, footer, children }: PointsProps): ReactElement {
  return (
    <section aria-labelledby={id} className="grid content-start gap-6">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <ul className="grid">
        {points.map((point) => (
          <li key={point} className="max-w-measure border-b border-line py-4 text-lg first:border-t">
            {point}
          </li>
        ))}
      </ul>
      {footer && <p className="max-w-measure text-ink-soft">{footer}</p>}
      {children && <p>{children}</p>}
    </section>
  )
}
