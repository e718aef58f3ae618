import type { ReactElement } from "react"
import { academy } from "#web/content/academy.ts"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"
import { ProgramList } from "./program-list.tsx"

/** All programs: open ones lead to their page, locked ones say why (docs/product-rules.md#programs). */
export function ProgramsScreen(): ReactElement {
  return (
    <>
      <PageIntro title={academy.programs.title} text={academy.programs.lead} />
      <section aria-label={academy.programs.title} className="mx-auto max-w-page px-5 py-12 sm:px-8 lg:py-16">
        <h2 className="sr-only">All programs</h2>
        <ProgramList />
      </section>
    </>
  )
}
