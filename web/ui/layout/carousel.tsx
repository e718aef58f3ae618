import useEmblaCarousel from "embla-carousel-react"
import { ChevronLeft, ChevronRight } from "lucide-react"
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useState } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

interface CarouselProps<Item extends { id: string }> {
  /** Heading of the row and name of the region. */
  label: string
  items: readonly Item[]
  renderItem: (item: Item) => ReactNode
  className?: string | undefined
}

/** A row of cards: 1 in view from 320 px, 3 from 768 px, 4 from 1024 px, 10 px apart (docs/product-rules.md#screens). */
export function Carousel<Item extends { id: string }>(props: CarouselProps<Item>): ReactElement {
  const { label, items, renderItem, className } = props
  const [viewport, api] = useEmblaCarousel({
    align: "start",
    containScroll: "trimSnaps",
    breakpoints: { "(prefers-reduced-motion: reduce)": { duration: 0 } },
  })
  const [reach, setReach] = useState({ previous: false, next: false, first: 1, last: 1 })

  useEffect(() => {
    if (!api) return
    const update = (): void => {
      const first = api.selectedScrollSnap() + 1
      // The last position shows all cards that have none of their own.
      const inView = items.length - api.scrollSnapList().length + 1
      setReach({ previous: api.canScrollPrev(), next: api.canScrollNext(), first, last: first + inView - 1 })
    }
    update()
    api.on("select", update).on("reInit", update)
    return () => {
      api.off("select", update).off("reInit", update)
    }
  }, [api, items.length])

  const handleKey = (event: KeyboardEvent): void => {
    const scroll = { ArrowLeft: api?.scrollPrev, ArrowRight: api?.scrollNext }[event.key]
    if (!scroll || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    scroll()
  }

  return (
    <section
      aria-label={label}
      aria-roledescription="carousel"
      onKeyDown={handleKey}
      className={classNames("grid gap-4", className)}
    >
      <div className="flex items-end justify-between gap-4">
        <h2 className="text-2xl">{label}</h2>
        <div className="flex items-center gap-2">
          <p aria-live="polite" className="mr-2 text-ink-soft tabular-nums">
            {reach.first === reach.last ? reach.first : `${reach.first} to ${reach.last}`} of {items.length}
          </p>
          <Button
            variant="secondary"
            size="icon"
            aria-label="Previous"
            disabled={!reach.previous}
            onClick={() => api?.scrollPrev()}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button
            variant="secondary"
            size="icon"
            aria-label="Next"
            disabled={!reach.next}
            onClick={() => api?.scrollNext()}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      </div>
      <div ref={viewport} className="-m-1 overflow-hidden p-1">
        <ul className="flex touch-pan-y gap-2.5">
          {items.map((item) => (
            <li
              key={item.id}
              className="min-w-0 shrink-0 basis-full md:basis-[calc((100%-20px)/3)] lg:basis-[calc((100%-30px)/4)]"
            >
              {renderItem(item)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
