import { Lock } from "lucide-react"
import { type ReactElement, useId } from "react"
import type { CohortView } from "#contract/academy/admissions.ts"
import type { ProgramCard as Program } from "#contract/catalogue/program.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { cohortNote } from "#web/lib/academy/cohort-labels.ts"
import { useShowsExamples } from "#web/lib/page/data-saver.ts"
import { useMedia } from "#web/lib/page/use-media.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"
import { programPictures } from "./program-pictures.ts"
import { TellMe } from "./tell-me.tsx"

interface ProgramCardProps {
  program: Program
  /** The person's address, for being told. */
  email: string
  /** Undefined while it is not known; null when there is none. */
  cohort: CohortView | null | undefined
}

/** One program. The Apply of a locked one does nothing, but keyboards reach it and hear the description, which says why. */
export function ProgramCard({ program, email, cohort }: ProgramCardProps): ReactElement {
  const { name, description, slug, disabled } = program
  const nameId = useId()
  const descriptionId = useId()
  const isShown = useShowsExamples()
  // Where all of them stand close together, what nobody can apply for yet costs no picture.
  const isNarrow = useMedia("(max-width: 639px)")
  const isClosed = !disabled && cohort !== undefined && cohort?.state !== "open"
  return (
    <Card isFlush className="grid grid-cols-[6rem_minmax(0,1fr)] sm:flex sm:flex-col">
      <div className="relative">
        <SitePicture
          from={programPictures}
          name={`program-${slug}`}
          isHeldBack={!isShown || (disabled && isNarrow)}
          sizes="(min-width: 1280px) 400px, (min-width: 640px) 45vw, 360px"
          className={classNames("h-full rounded-none sm:aspect-[2/1] sm:h-auto", disabled && "opacity-40")}
        />
        {disabled && (
          <div className="absolute inset-0 grid place-items-center">
            <span className="flex min-h-9 items-center gap-2 rounded-full bg-raised px-3 text-sm sm:px-4 font-medium text-ink">
              <Lock aria-hidden="true" className="size-4 max-sm:hidden" />
              Locked
            </span>
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2 p-4 sm:p-6">
        <h3 id={nameId} className="text-xl">
          {name}
        </h3>
        <p id={descriptionId} className="text-ink-soft">
          {description}
        </p>
        {!disabled && cohort && <p className="text-sm tabular-nums">{cohortNote(cohort)}</p>}
        <div className="mt-auto flex flex-wrap gap-3 pt-2 sm:pt-4">
          {disabled || isClosed ? (
            <>
              {disabled && (
                <Button aria-disabled aria-describedby={`${nameId} ${descriptionId}`} variant="secondary">
                  Apply
                </Button>
              )}
              <TellMe program={slug} email={email} describedBy={nameId} />
            </>
          ) : (
            <LinkButton to={`/billing?${new URLSearchParams({ program: slug })}`} aria-describedby={nameId}>
              Apply
            </LinkButton>
          )}
        </div>
      </div>
    </Card>
  )
}
