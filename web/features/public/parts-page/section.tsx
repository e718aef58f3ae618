import type { ReactElement, ReactNode } from "react"

interface SectionProps {
  title: string
  children: ReactNode
}

/** One chapter of the page of parts. */
export function Section({ title, children }: SectionProps): ReactElement {
  return (
    <section aria-label={title} className="grid gap-8 border-t border-line py-12 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <h2 className="text-xl">{title}</h2>
      <div className="grid min-w-0 gap-10">{children}</div>
    </section>
  )
}

/** Things of one kind beside each other. */
export function Row({ children }: { children: ReactNode }): ReactElement {
  return <div className="flex flex-wrap items-center gap-4">{children}</div>
}
