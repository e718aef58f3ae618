import type { ReactElement } from "react"
import type { Program } from "#contract/catalogue/programs/program.ts"
import { LinkButton } from "#web/ui/link-button.tsx"

/** The call to action at the end of a program's page. */
export function ApplyBand({ program }: { program: Program }): ReactElement {
  const { heading, description } = program.call_to_action
  return (
    <section aria-label="Apply" className="bg-cloth text-on-cloth">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-8 px-5 py-16 sm:px-8">
        <div className="grid max-w-2xl gap-3">
          <h2 className="text-3xl">{heading}</h2>
          <p className="text-lg">{description}</p>
        </div>
        <LinkButton to={`/billing?program=${program.slug}`} size="large" variant="accent" className="print:hidden">
          Apply
        </LinkButton>
      </div>
    </section>
  )
}
