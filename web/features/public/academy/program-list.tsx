import { BellRing, Lock } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { programAddress } from "#contract/academy/academy-addresses.ts"
import { applicationFeeNaira, type ProgramCard } from "#contract/catalogue/program.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { withTerms } from "#contract/catalogue/programs/terms.ts"
import { academy } from "#web/content/academy.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { askMark, useCohort } from "#web/lib/academy/use-cohort.ts"
import { formatMoney } from "#web/lib/format/format.ts"
import { academyPictures } from "./academy-pictures.ts"
import { CohortLine } from "./cohort-now.tsx"
import { WaitlistForm } from "./waitlist-form.tsx"

/** Programs as rows: a picture, what it is, and how long and how much. */
export function ProgramList(): ReactElement {
  return (
    <ul className="grid gap-10">
      {programCards.map((card) => (
        <li
          key={card.slug}
          className="group relative grid items-center gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] md:gap-10"
        >
          <div className="relative">
            <SitePicture
              from={academyPictures}
              name={`program-${card.slug}`}
              sizes="(min-width: 1200px) 420px, (min-width: 768px) 36vw, 92vw"
              className="aspect-[3/2]"
            />
            {card.disabled && (
              <span className="absolute inset-0 grid place-items-center rounded-card bg-scrim text-on-cloth">
                <Lock aria-hidden="true" className="size-8" />
              </span>
            )}
          </div>
          <Words card={card} />
        </li>
      ))}
    </ul>
  )
}

function lockedReason(slug: string): string {
  const reasons: Record<string, string> = academy.programs.locked
  return reasons[slug] ?? "Locked."
}

function Words({ card }: { card: ProgramCard }): ReactElement {
  const catalogued = findProgram(card.slug)
  const cohort = useCohort(card.slug)
  const terms = cohort?.terms
  const program = catalogued && withTerms(catalogued, terms)
  if (!program) {
    return (
      <div className="grid gap-2">
        <h3 className="text-2xl">{card.name}</h3>
        <p className="max-w-measure text-ink-soft">{card.description}</p>
        <p className="max-w-measure text-sm text-ink-soft">{lockedReason(card.slug)}</p>
        <details className="group/wait max-w-xl print:hidden">
          <summary className="inline-flex min-h-11 list-none items-center gap-2 font-medium underline underline-offset-4 group-open/wait:hidden [&::-webkit-details-marker]:hidden">
            <BellRing aria-hidden="true" className="size-5" />
            <span>
              Tell me when it opens<span className="sr-only">: {card.name}</span>
            </span>
          </summary>
          <WaitlistForm slug={card.slug} label={`Tell me when ${card.name} opens`} />
        </details>
      </div>
    )
  }
  return (
    <div {...askMark(cohort, "at-once")} className="grid gap-3">
      <h3 className="text-2xl">
        <Link
          to={programAddress(card.slug)}
          className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
        >
          {card.name}
        </Link>
      </h3>
      <p className="max-w-measure text-ink-soft">{program.card_descpription_text}</p>
      <CohortLine slug={card.slug} />
      <p className="tabular-nums">
        {program.cohort_duration}, online. <s className="text-ink-soft">{formatMoney(program.payment.total, "NGN")}</s>{" "}
        <strong>{formatMoney(program.payment.discounted_total, "NGN")}</strong>
        {!terms && ", usually,"} or three instalments. To apply:{" "}
        {formatMoney(terms?.applicationFee ?? applicationFeeNaira, "NGN")}.
      </p>
    </div>
  )
}
