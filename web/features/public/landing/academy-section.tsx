import type { ReactElement } from "react"
import { programAddress } from "#contract/academy/academy-addresses.ts"
import type { CohortView } from "#contract/academy/admissions.ts"
import { applicationFeeNaira, type Program } from "#contract/catalogue/program.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { withTerms } from "#contract/catalogue/programs/terms.ts"
import { landing } from "#web/content/landing.ts"
import { publicPages } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { askMark, useCohort } from "#web/lib/academy/use-cohort.ts"
import { formatDate, formatMoney } from "#web/lib/format/format.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { landingPictures } from "./landing-pictures.ts"

/** The programs that are open, with how long they take and what their open cohort costs. */
export function AcademySection(): ReactElement {
  const { title, text, link } = landing.academy
  return (
    <PageSection id="academy" title={title} text={text} ground="cotton" layout="beside">
      <div className="grid gap-8">
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-8">
          {openPrograms.map((program) => (
            <ProgramCard key={program.slug} catalogued={program} />
          ))}
        </ul>
        <p>
          <TextLink to={publicPages.academy.path}>{link}</TextLink>
        </p>
      </div>
    </PageSection>
  )
}

/** Says "usually" while the fees of the open cohort are not known: in the ready page, and without a connection. */
function ProgramCard({ catalogued }: { catalogued: Program }): ReactElement {
  const cohort = useCohort(catalogued.slug)
  const terms = cohort?.terms
  const program = withTerms(catalogued, terms)
  const { slug, program_name, card_image, card_descpription_text, payment } = program
  const usually = terms ? "" : "usually "
  return (
    <li {...askMark(cohort, "when-seen")} className="grid content-start gap-3">
      <SitePicture
        from={landingPictures}
        name={card_image}
        sizes="(min-width: 1200px) 330px, (min-width: 640px) 45vw, 92vw"
        className="aspect-[3/2]"
      />
      <h3 className="text-xl">
        <TextLink to={programAddress(slug)}>{program_name}</TextLink>
      </h3>
      <p className="text-ink-soft">{card_descpription_text}</p>
      <dl className="grid gap-1 border-t border-line pt-3 text-sm tabular-nums">
        <Fact name="Length" value={program.cohort_duration} />
        <Fact name="Start" value={startWords(cohort)} />
        <Fact
          name="Tuition"
          value={
            <>
              <s className="text-ink-soft">{formatMoney(payment.total, "NGN")}</s>{" "}
              <strong>{formatMoney(payment.discounted_total, "NGN")}</strong>
              {!terms && ", usually"}
            </>
          }
        />
        <Fact name="Or in three" value={`${usually}first ${formatMoney(payment.discounted_first_tranche, "NGN")}`} />
        <Fact name="To apply" value={`${usually}${formatMoney(terms?.applicationFee ?? applicationFeeNaira, "NGN")}`} />
      </dl>
    </li>
  )
}

/** One line whatever is known, so that nothing moves. */
function startWords(cohort: CohortView | undefined): string {
  if (!cohort) return "see its page"
  if (cohort.state !== "open") return "not open now"
  return `${formatDate(cohort.startsOn)}${cohort.isPlanned ? ", planned" : ""}`
}

function Fact({ name, value }: { name: string; value: ReactElement | string }): ReactElement {
  return (
    <div className="flex gap-3">
      <dt className="w-20 shrink-0 text-ink-soft">{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
