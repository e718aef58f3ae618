import type { ReactElement } from "react"
import { currentTerms } from "#contract/catalogue/terms.ts"
import { publicPages } from "#web/content/public-pages.ts"
import { termsNote, termsSections } from "#web/content/terms.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"
import { StoredList } from "./browser-storage-list.tsx"

/** "/terms": the terms of use in short sections, with their list beside them. */
export function TermsScreen(): ReactElement {
  return (
    <>
      <PageIntro title="Terms of use" text={`Last changed on ${formatDate(currentTerms.date)}.`} />
      <div className="mx-auto grid max-w-page gap-10 px-5 py-8 sm:px-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)] lg:gap-16 lg:pb-24">
        <nav aria-label="Sections" className="lg:sticky lg:top-24 lg:self-start low:static">
          <ol className="grid sm:grid-cols-2 lg:grid-cols-1">
            {termsSections.map(({ id, title }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-11 items-center gap-2 text-ink-soft underline-offset-4 hover:text-ink hover:underline"
                >
                  <span className="tabular-nums">{index + 1}.</span> {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-measure gap-10">
          <p className="rounded-card bg-amber-wash p-5 text-amber">{termsNote}</p>
          {termsSections.map(({ id, title, paragraphs }, index) => (
            <section key={id} aria-labelledby={id} className="grid gap-4">
              <h2 id={id} className="scroll-mt-24 text-2xl">
                {index + 1}. {title}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {id === "privacy" && <StoredList />}
            </section>
          ))}
          <p>
            Questions about this text: <TextLink to={publicPages.contact.path}>write to us</TextLink>.
          </p>
        </div>
      </div>
    </>
  )
}
