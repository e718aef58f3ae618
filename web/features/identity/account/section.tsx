import { type ReactElement, type ReactNode, useEffect, useId, useRef } from "react"
import { useLocation } from "react-router"
import { Card } from "#web/ui/layout/card.tsx"

interface SectionProps {
  /** Its name after the # of an address that leads right to it. */
  id?: string
  title: string
  intro?: ReactNode
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** One part of the account screen. */
export function Section({ id, title, intro, action, children }: SectionProps): ReactElement {
  const titleId = useId()
  const place = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever follows the same link again is led there again.
  useEffect(() => {
    if (id === undefined || hash !== `#${id}`) return
    place.current?.scrollIntoView({ block: "start" })
    place.current?.focus({ preventScroll: true })
  }, [id, hash, key])
  return (
    <Card className="grid min-w-0 content-start gap-5">
      <section
        ref={place}
        id={id}
        tabIndex={id === undefined ? undefined : -1}
        aria-labelledby={titleId}
        className="grid min-w-0 scroll-mt-[calc(var(--top-bars,4rem)+2rem)] content-start gap-5"
      >
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid gap-1">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            {intro && <p className="max-w-measure text-ink-soft">{intro}</p>}
          </div>
          {action}
        </div>
        {children}
      </section>
    </Card>
  )
}
