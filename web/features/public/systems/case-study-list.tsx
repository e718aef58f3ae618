import type { ReactElement } from "react"
import { Link } from "react-router"
import { type CaseStudy, illustrationNote } from "#web/content/case-studies.ts"
import { caseStudyAddress } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"
import { systemsPictures } from "./systems-pictures.ts"

/** All case studies. */
export function CaseStudyList({ studies }: { studies: readonly CaseStudy[] }): ReactElement {
  return (
    <>
      <PageIntro title="Five systems, told as examples" text={illustrationNote} />
      <section aria-label="Case studies" className="mx-auto max-w-page px-5 py-12 sm:px-8 lg:py-16">
        <ul className="grid gap-x-8 gap-y-12 md:grid-cols-2">
          {studies.map(({ slug, name, desc }, index) => (
            <li key={slug} className="group relative grid content-start gap-4 md:first:col-span-2">
              <SitePicture
                from={systemsPictures}
                name={`case-${slug}`}
                sizes={index === 0 ? "(min-width: 1200px) 1140px, 92vw" : "(min-width: 768px) 46vw, 92vw"}
                isPriority={index === 0}
                className={index === 0 ? "aspect-[3/2] md:aspect-[21/9]" : "aspect-[3/2]"}
              />
              <h2 className="text-2xl">
                <Link
                  to={caseStudyAddress(slug)}
                  className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
                >
                  {name}
                </Link>
              </h2>
              <p className="max-w-measure text-ink-soft">{desc}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
