import { ChevronDown } from "lucide-react"
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { useLocation, useNavigate } from "react-router"
import { useMedia } from "#web/lib/page/use-media.ts"
import { Card } from "#web/ui/layout/card.tsx"

interface FoldProps {
  /** Its name after the # of an address that leads right to it. */
  id: string
  title: string
  /** How it stands just now, seen while it is folded too. */
  now?: ReactNode
  /** When it is open at first: where there is room unless told. */
  opens?: "wide" | "always" | "pressed" | undefined
  children: ReactNode
}

/**
 * One part of a long page under its heading. What is folded is opened by a press, the browser's own search and an address that
 * names it; the address names what was opened last, so that a reload and a link come back to it.
 */
export function Fold({ id, title, now, opens = "wide", children }: FoldProps): ReactElement {
  const titleId = useId()
  const place = useRef<HTMLElement>(null)
  const wasPressed = useRef(false)
  const isWide = useMedia("(min-width: 1024px)")
  const [choice, setChoice] = useState<boolean>()
  const { hash, search, key } = useLocation()
  const navigate = useNavigate()
  const isOpen = choice ?? (opens === "wide" ? isWide : opens === "always")
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever follows the same link again is led there again.
  useEffect(() => {
    if (hash !== `#${id}` || wasPressed.current) {
      wasPressed.current = false
      return
    }
    setChoice(true)
    place.current?.scrollIntoView({ block: "start" })
    place.current?.focus({ preventScroll: true })
  }, [id, hash, key])
  // The browser opens it too, where its search finds something in it.
  const follow = (isNowOpen: boolean): void => {
    if (isNowOpen === isOpen) return
    setChoice(isNowOpen)
    if (!isNowOpen && hash !== `#${id}`) return
    wasPressed.current = true
    void navigate({ search, hash: isNowOpen ? id : "" }, { replace: true, preventScrollReset: true })
  }
  return (
    <Card isFlush className="min-w-0">
      <section
        ref={place}
        id={id}
        tabIndex={-1}
        aria-labelledby={titleId}
        className="rounded-card scroll-mt-[calc(var(--top-bars,4rem)+1rem)] focus-visible:-outline-offset-2"
      >
        <details open={isOpen} onToggle={({ currentTarget }) => follow(currentTarget.open)} className="group/fold">
          <summary className="rounded-card flex min-h-14 list-none items-center gap-4 px-5 py-3 focus-visible:-outline-offset-2 sm:px-6 lg:pt-5 [&::-webkit-details-marker]:hidden">
            <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-1">
              <h2 id={titleId} className="text-xl">
                {title}
              </h2>
              {now && <div className="min-w-0 text-ink-soft wrap-anywhere">{now}</div>}
            </div>
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 transition-transform group-open/fold:rotate-180"
            />
          </summary>
          <div className="grid min-w-0 content-start gap-5 px-5 pb-5 sm:px-6 sm:pb-6">{children}</div>
        </details>
      </section>
    </Card>
  )
}
