import useEmblaCarousel from "embla-carousel-react"
import { ChevronLeft, ChevronRight } from "lucide-react"
import { type ReactElement, type ReactNode, useEffect, useState } from "react"
import { Button } from "./button.tsx"
import { classNames } from "./class-names.ts"

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
  const [reach, setReach] = useState({ previous: false, next: false })

  useEffect(() => {
    if (!api) return
    const update = (): void => setReach({ previous: api.canScrollPrev(), next: api.canScrollNext() })
    update()
    api.on("select", update).on("reInit", update)
    return () => {
      api.off("select", update).off("reInit", update)
    }
  }, [api])

  return (
    <section aria-label={label} aria-roledescription="carousel" className={classNames("grid gap-4", className)}>
      <div className="flex items-end justify-between gap-4">
        <h2 className="text-2xl">{label}</h2>
        <div className="flex gap-2">
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
