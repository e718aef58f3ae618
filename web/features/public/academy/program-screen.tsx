import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import type { Program } from "#contract/catalogue/program.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import { withTerms } from "#contract/catalogue/programs/terms.ts"
import { useCohort } from "#web/lib/academy/use-cohort.ts"
import type { Page } from "#web/lib/page/page.ts"
import { ApplyBand } from "./apply-band.tsx"
import { CostBar } from "./cost-bar.tsx"
import { CourseOutline } from "./course-outline.tsx"
import { ProgramAdmission } from "./program-admission.tsx"
import { ProgramFees } from "./program-fees.tsx"
import { ProgramHero } from "./program-hero.tsx"
import { ProgramPhases } from "./program-phases.tsx"
import { ProgramQuestions } from "./program-questions.tsx"
import { ProgramWeek } from "./program-week.tsx"
import { ProgramsScreen } from "./programs-screen.tsx"

/** The program an address names; three parameters are understood (docs/product-rules.md#program-page). */
function namedProgram(search: URLSearchParams): Program | undefined {
  return findProgram(search.get("programId") ?? search.get("slug") ?? search.get("program"))
}

export const programPage: Page = {
  title: "Programs",
  titleFor: ({ search }) => namedProgram(search)?.program_name,
}

/** One program with all its fields; the list when no program is named, or one that is not open. */
export function ProgramScreen(): ReactElement {
  const [search] = useSearchParams()
  const program = namedProgram(search)
  return program ? <OneProgram catalogued={program} /> : <ProgramsScreen />
}

/** As the catalogue has it while the present cohort's own words and fees are not known. */
function OneProgram({ catalogued }: { catalogued: Program }): ReactElement {
  const cohort = useCohort(catalogued.slug)
  const terms = cohort?.terms
  const program = withTerms(catalogued, terms)
  const { slug } = program
  return (
    <>
      <ProgramHero program={program} />
      <CourseOutline program={program} />
      <ProgramPhases program={program} />
      <ProgramWeek week={program.week} texts={terms?.texts} />
      <ProgramAdmission slug={slug} />
      <ProgramFees
        program={program}
        applicationFee={terms?.applicationFee}
        startsOn={cohort?.state === "open" ? cohort.startsOn : undefined}
      />
      <ProgramQuestions program={program} />
      <ApplyBand program={program} />
      <CostBar program={program} applicationFee={terms?.applicationFee} />
    </>
  )
}
