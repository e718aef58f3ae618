import { ChevronLeft, ChevronRight } from "lucide-react"
import type { ReactElement } from "react"
import { Button } from "#web/ui/button/button.tsx"
import type { Pages } from "./lists/use-paging.ts"

interface PageLinksProps {
  pages: Pages
  /** Called before another page is shown. */
  onGo: () => void
}

/** Numbers beside the page that is shown. */
const around = 2

/** The numbered pages below a gallery: those that were read, and the way on. */
export function PageLinks({ pages: { page, count, hasMore, isLoading, goTo }, onGo }: PageLinksProps): ReactElement {
  const go = (next: number): void => {
    onGo()
    goTo(next)
  }
  const near = Array.from({ length: count }, (_, number) => number).filter(
    (number) => number === 0 || number === count - 1 || Math.abs(number - page) <= around,
  )
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-1 pt-6">
      <Button variant="quiet" size="icon" aria-label="Page before" disabled={page === 0} onClick={() => go(page - 1)}>
        <ChevronLeft aria-hidden="true" />
      </Button>
      {near.map((number) => (
        <Button
          key={number}
          variant={number === page ? "secondary" : "quiet"}
          size="icon"
          aria-label={`Page ${number + 1}`}
          aria-current={number === page ? "page" : undefined}
          onClick={() => go(number)}
          className="tabular-nums"
        >
          {number + 1}
        </Button>
      ))}
      <Button
        variant="quiet"
        size="icon"
        aria-label="Next page"
        busy={isLoading}
        disabled={page === count - 1 && !hasMore}
        onClick={() => go(page + 1)}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
