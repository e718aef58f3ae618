import type { ReactElement } from "react"
import { programCards } from "#contract/catalogue/programs.ts"
import { landing } from "#web/content/landing.ts"

/** The programs that are open. */
export function AcademySection(): ReactElement {
  return (
    <section
      aria-labelledby="academy"
      className="mx-auto grid max-w-page gap-10 px-5 py-16 sm:px-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] lg:gap-16 lg:py-24"
    >
      <div className="grid content-start gap-4">
        <h2 id="academy" className="text-3xl">
          {landing.academy.title}
        </h2>
        <p className="max-w-measure text-ink-soft">{landing.academy.text}</p>
      </div>
      <ul className="grid gap-8">
        {programCards
          .filter(({ disabled }) => !disabled)
          .map(({ slug, name, description }) => (
            <li key={slug} className="grid gap-2 border-l-2 border-ochre pl-6">
              <h3 className="text-xl">{name}</h3>
              <p className="max-w-measure text-ink-soft">{description}</p>
            </li>
          ))}
      </ul>
    </section>
  )
}
