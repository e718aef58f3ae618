import { Download } from "lucide-react"
import type { ReactElement } from "react"
import type { Program } from "#contract/catalogue/program.ts"
import { academy } from "#web/content/academy.ts"
import { publicPages } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"
import { academyPictures } from "./academy-pictures.ts"
import { ApplyLink } from "./apply-link.tsx"
import { CohortNow } from "./cohort-now.tsx"

/** Name, promise, length, and the cohort that the server tells of: a page that was built ahead names none. */
export function ProgramHero({ program }: { program: Program }): ReactElement {
  return (
    <>
      <BrochureCover program={program} />
      <PageIntro
        above={<TextLink to={publicPages.programs.path}>All programs</TextLink>}
        title={program.program_name}
        text={program.hero_subtext}
        actions={
          <>
            <ApplyLink slug={program.slug} size="large" />
            <a href={program.brochure_link} download className={buttonLook({ size: "large", variant: "secondary" })}>
              <Download aria-hidden="true" />
              Brochure (PDF)
            </a>
          </>
        }
      >
        <SitePicture
          from={academyPictures}
          name={program.card_image}
          sizes="(min-width: 1200px) 500px, (min-width: 1024px) 42vw, 92vw"
          isPriority
          className="aspect-[3/2] print:hidden"
        />
      </PageIntro>
      <div className="mx-auto max-w-page px-5 pt-8 sm:px-8">
        <dl className="grid grid-cols-2 gap-x-8 gap-y-6 border-y border-line py-6 lg:grid-cols-4 print:grid-cols-4">
          <Fact name="Length" value={program.cohort_duration} />
          <Fact name="Level" value="Beginner" />
          <Fact name="Classes" value="Online, live classes" />
          <Fact name="Who needs this" value={program.needed_by} />
        </dl>
        <CohortNow slug={program.slug}>{academy.dates}</CohortNow>
      </div>
    </>
  )
}

/** On paper only: the picture of a shared link, which has the mark on it. */
function BrochureCover({ program }: { program: Program }): ReactElement {
  return (
    <img
      src={`/previews/${program.card_image}.jpg`}
      alt=""
      width={1200}
      height={630}
      loading="lazy"
      className="hidden w-full print:block"
    />
  )
}

function Fact({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  )
}
