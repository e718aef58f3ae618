import type { ReactElement, ReactNode } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

interface PageSectionProps {
  /** Id of its heading. */
  id: string
  title: string
  text?: ReactNode
  /** "cotton" lies on a field of its own. */
  ground?: "plain" | "cotton" | undefined
  /** "beside" puts the words left of the content on wide screens. */
  layout?: "above" | "beside" | undefined
  children: ReactNode
}

/** One part of a public page: a heading, a sentence, and what it is about. */
export function PageSection(props: PageSectionProps): ReactElement {
  const { id, title, text, ground = "plain", layout = "above", children } = props
  return (
    <section aria-labelledby={id} className={ground === "cotton" ? "bg-surface" : undefined}>
      <div
        className={classNames(
          "mx-auto grid max-w-page gap-10 px-5 py-16 sm:px-8 lg:py-24",
          layout === "beside" && "items-start lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)] lg:gap-16",
        )}
      >
        <div
          className={classNames("grid content-start gap-4", layout === "beside" && "lg:sticky lg:top-24 low:static")}
        >
          <h2 id={id} className="scroll-mt-24 text-3xl">
            {title}
          </h2>
          {text && <p className="max-w-measure text-lg text-ink-soft">{text}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}
