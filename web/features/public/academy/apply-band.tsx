import { type ReactElement, useSyncExternalStore } from "react"
import { programAddress } from "#contract/academy/academy-addresses.ts"
import { product } from "#contract/brand.ts"
import type { Program } from "#contract/catalogue/program.ts"
import { publicPages } from "#web/content/public-pages.ts"
import { ApplyLink } from "./apply-link.tsx"

/** Names under which a machine knows itself: nobody else finds anything there. */
const ownMachine = /^https?:\/\/(localhost|127\.|\[::1\])/

/** Where to apply and to ask, on paper: there is no button to press. */
function PrintedWay({ program }: { program: Program }): ReactElement {
  const here = useSyncExternalStore(
    () => () => {},
    () => location.origin,
    () => "",
  )
  const site = ownMachine.test(here) ? "" : here
  const applyPath = programAddress(program.slug)
  return (
    <div className="hidden gap-1 text-lg print:grid">
      <p>
        Apply: {site ? <a href={`${site}${applyPath}`}>{`${site}${applyPath}`}</a> : `Academy, ${program.program_name}`}
      </p>
      <p>
        Questions:{" "}
        {site ? <a href={`${site}${publicPages.contact.path}`}>{`${site}${publicPages.contact.path}`}</a> : "Contact"}
        {!site && `, on the website of ${product.name}`}
      </p>
    </div>
  )
}

/** The call to action at the end of a program's page. */
export function ApplyBand({ program }: { program: Program }): ReactElement {
  const { heading, description } = program.call_to_action
  return (
    <section aria-label="Apply" className="bg-cloth text-on-cloth">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-8 px-5 py-16 sm:px-8">
        <div className="grid max-w-2xl gap-3">
          <h2 className="text-3xl">{heading}</h2>
          <p className="text-lg">{description}</p>
          <PrintedWay program={program} />
        </div>
        <p className="print:hidden">
          <ApplyLink slug={program.slug} size="large" variant="accent" />
        </p>
      </div>
    </section>
  )
}
