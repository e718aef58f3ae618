import { useLayoutEffect } from "react"

/** What the whole page makes room for, or holds still for (styles/base.css). */
type PagePart = "bottom-bar" | "cost-bar" | "docked" | "growing-list" | "scrim"

/** How many of each are shown. */
const shown = new Map<PagePart, number>()

/**
 * Tells the styles that the page has such a part, while the component is shown: asked with `:has()`, the browser would look for
 * it again with each picture that is scrolled into a gallery.
 */
export function usePageHas(part: PagePart): void {
  useLayoutEffect(() => {
    count(part, 1)
    return () => count(part, -1)
  }, [part])
}

function count(part: PagePart, more: 1 | -1): void {
  const now = (shown.get(part) ?? 0) + more
  shown.set(part, now)
  document.documentElement.toggleAttribute(`data-has-${part}`, now > 0)
}
