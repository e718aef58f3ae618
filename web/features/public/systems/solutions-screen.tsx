import type { ReactElement } from "react"
import { AskBand } from "#web/content/ask-band.tsx"
import { caseStudyAddress } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { type BusinessSystem, doerNames, systems, systemsAsk, systemsWay } from "#web/content/systems.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { NumberedSteps } from "#web/ui/layout/numbered-steps.tsx"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { systemsPictures } from "./systems-pictures.ts"

/** "/solutions": the five systems with what goes in, what comes out, and who does what. */
export function SolutionsScreen(): ReactElement {
  return (
    <>
      <PageIntro
        title="Five systems, set up in your own accounts"
        text="Each one is a chain of small steps. Some are done by the system, some stay with you. We build it, show you every part, and hand over the keys."
      >
        <SitePicture
          from={systemsPictures}
          name="solutions-hero"
          sizes="(min-width: 1200px) 500px, (min-width: 1024px) 42vw, 92vw"
          isPriority
          className="aspect-[4/3]"
        />
      </PageIntro>
      {systems.map((system, index) => (
        <SystemSection key={system.slug} system={system} ground={index % 2 === 0 ? "plain" : "cotton"} />
      ))}
      <PageSection id="way" title={systemsWay.title} text={systemsWay.text} ground="cotton">
        <NumberedSteps steps={systemsWay.items} className="sm:grid-cols-2 lg:grid-cols-4" />
      </PageSection>
      <AskBand {...systemsAsk} />
    </>
  )
}

function SystemSection({ system, ground }: { system: BusinessSystem; ground: "plain" | "cotton" }): ReactElement {
  const { slug, name, text, inputs, outputs, steps } = system
  return (
    <PageSection id={slug} title={name} text={text} ground={ground} layout="beside">
      <div className="grid gap-8">
        <dl className="grid gap-8 sm:grid-cols-2">
          <Things name="What goes in" things={inputs} />
          <Things name="What comes out" things={outputs} />
        </dl>
        <table className="w-full text-left">
          <caption className="sr-only">{name}: each step, and who does it</caption>
          <thead>
            <tr className="border-b border-line-strong text-sm text-ink-soft">
              <th scope="col" className="py-3 pr-6 font-medium">
                Step
              </th>
              <th scope="col" className="py-3 font-medium">
                Who
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step, index) => (
              <tr key={step.text} className="border-b border-line align-top">
                <td className="py-3 pr-6">
                  <span className="text-ink-soft tabular-nums">{index + 1}.</span> {step.text}
                </td>
                <td className="py-3 whitespace-nowrap text-ink-soft">{doerNames[step.doer]}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          <TextLink to={caseStudyAddress(slug)}>Read how it could look in a business</TextLink>
        </p>
      </div>
    </PageSection>
  )
}

function Things({ name, things }: { name: string; things: readonly string[] }): ReactElement {
  return (
    <div className="grid content-start gap-2">
      <dt className="font-display text-lg font-semibold">{name}</dt>
      {things.map((thing) => (
        <dd key={thing} className="text-ink-soft">
          {thing}
        </dd>
      ))}
    </div>
  )
}
