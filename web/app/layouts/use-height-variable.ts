import { type RefObject, useEffect, useRef } from "react"

/**
 * Keeps the height of an element in a variable of the whole page, so that what sticks or scrolls below it leaves room.
 * @param name of the variable, with its two dashes
 */
export function useHeightVariable(name: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element || !("ResizeObserver" in globalThis)) return
    const root = document.documentElement
    const watch = new ResizeObserver(() => {
      const isStuck = getComputedStyle(element).position === "sticky"
      root.style.setProperty(name, isStuck ? `${element.offsetHeight}px` : "0px")
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      root.style.removeProperty(name)
    }
  }, [name])
  return place
}
