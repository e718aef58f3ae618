/** How far below the window a place may be when it counts as near. */
const margin = "600px"

/** Calls `act` once, when the place comes near the window; never where that cannot be told. @returns stops watching */
export function whenInView(place: Element, act: () => void): () => void {
  if (!("IntersectionObserver" in globalThis)) return () => {}
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      act()
    },
    { rootMargin: margin },
  )
  watch.observe(place)
  return () => watch.disconnect()
}
