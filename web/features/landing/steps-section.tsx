import type { ReactElement } from "react"
import { landing } from "#web/content/landing.ts"

/** How the studio works, in three steps. */
export function StepsSection(): ReactElement {
  const { title, items } = landing.steps
  return (
    <section aria-labelledby="steps" className="border-t border-line">
      <div className="mx-auto grid max-w-page gap-10 px-5 py-16 sm:px-8 lg:py-24">
        <h2 id="steps" className="text-3xl">
          {title}
        </h2>
        <ol className="grid gap-10 md:grid-cols-3 md:gap-8">
          {items.map((item, index) => (
            <li key={item.title} className="grid content-start gap-3 border-t-2 border-indigo pt-5">
              <h3 className="text-xl">
                <span className="text-ink-soft tabular-nums">{index + 1}.</span> {item.title}
              </h3>
              <p className="text-ink-soft">{item.text}</p>
              <p className="font-medium text-balance">{item.example}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
